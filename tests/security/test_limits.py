"""Attacks: one address or account asks for as much as it can, to fill the site or to keep others out."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import uuid
from contextlib import AsyncExitStack, ExitStack
from types import SimpleNamespace

import pytest
import websockets
from django.conf import settings as site
from django.test import Client

from deploy.environment import ROOT
from league.clubs.models import Club
from league.competitions.models import Competition
from league.players.models import User
from matches import feed, limits
from matches.models import Match
from tests.league.builders import competition, running
from tests.live.sockets import cookie_of, serving
from tests.matches.table import duel

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limited(settings):
    """Limits on, counted from nothing for this test."""
    settings.RATE_LIMITS = True
    settings.KEY_PREFIX = f"{settings.KEY_PREFIX}-{uuid.uuid4().hex}"
    return settings


def at(address, user=None):
    """A browser at this address."""
    browser = Client(REMOTE_ADDR=address)
    if user is not None:
        browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def test_one_address_makes_no_sixty_guests():
    answers = [at("192.0.2.1").post("/guest/", {"nickname": f"Guest {n}"}) for n in range(60)]
    assert [answer.status_code for answer in answers] == [302] * 30 + [429] * 30
    assert User.objects.filter(kind="guest").count() == 30
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert "Try again in 1 minute." in answers[-1].content.decode()
    assert at("192.0.2.2").post("/guest/", {"nickname": "Elsewhere"}).status_code == 302


def test_every_door_that_makes_guests_counts_them(cast, limited, toy):
    evening = competition(cast.organiser, "evening")
    limited.LIMITS = {**limited.LIMITS, "guest": "1/h/address"}
    assert at("192.0.2.1").post("/guest/", {"nickname": "First"}).status_code == 302
    for path, form in [
        ("/play/toy/", {"nickname": "Second", "opponent": "greedy"}),
        ("/play/toy/", {"nickname": "Second", "opponent": "screen"}),
        ("/play/toy/", {"nickname": "Second", "opponent": "lobby"}),
        (f"/competitions/{evening.slug}/enter/", {"nickname": "Second", "do": "guest"}),
        (f"/competitions/{evening.slug}/evening/act/", {"name": "Second", "do": "walk_in"}),
    ]:
        assert at("192.0.2.1").post(path, form).status_code == 429, path
    assert User.objects.filter(kind="guest").count() == 1
    assert not Match.objects.exists()


def test_guests_of_one_ipv6_customer_are_one_address(limited):
    limited.LIMITS = {**limited.LIMITS, "guest": "2/h/address"}
    answers = [at(f"2001:db8::{n}").post("/guest/", {"nickname": f"Guest {n}"}).status_code for n in range(1, 4)]
    assert answers == [302, 302, 429]
    assert at("2001:db8:0:1::1").post("/guest/", {"nickname": "Next door"}).status_code == 302


def test_sixty_searches_are_stopped_and_others_go_on():
    answers = [at("192.0.2.1").get("/search/", {"q": f"word {n}"}).status_code for n in range(60)]
    assert answers == [200] * 30 + [429] * 30
    assert at("192.0.2.2").get("/search/", {"q": "word"}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/competitions/{slug}/export.json", "/api/v1/competitions/{id}/export/", "/api/v1/schema/"]
)
def test_whole_documents_are_not_written_again_and_again(cast, limited, path):
    limited.LIMITS = {**limited.LIMITS, "export": "2/h/visitor"}
    cup = running(cast.organiser, entrants=2)
    path = path.format(slug=cup.slug, id=cup.pk)
    assert [at("192.0.2.1").get(path).status_code for _n in range(3)] == [200, 200, 429]
    assert at("192.0.2.2").get(path).status_code == 200


def test_visitors_at_an_address_do_not_use_up_the_searches_of_accounts_there(cast):
    for n in range(31):
        last = at("192.0.2.1").get("/search/", {"q": f"word {n}"})
    assert last.status_code == 429
    assert at("192.0.2.1", cast.anna).get("/search/", {"q": "word"}).status_code == 200


CUP = {"name": "Spam cup", "game": "super_goal", "preset": "cup", "places": 4}
FORM = {
    **CUP,
    **{"legs": "1", "third_place": "on", "clock": "sheet", "advance": "auto", "round_hours": "24"},
    **{"option_length": "standard", "option_clock": "turns", "option_half_turns": "5"},
}


def test_an_account_makes_no_forty_competitions(cast, limited):
    limited.DRAFTS_PER_PERSON = 100
    browser = at("192.0.2.1", cast.anna)
    answers = [browser.post("/api/v1/competitions/", CUP, "application/json") for _n in range(40)]
    assert [answer.status_code for answer in answers] == [201] * 20 + [429] * 20
    assert answers[-1]["Content-Type"] == "application/problem+json"
    assert answers[-1].json()["code"] == "throttled"
    assert 0 < int(answers[-1]["Retry-After"]) <= 3600
    assert browser.post("/competitions/new/", FORM).status_code == 429, "the page counts with the API"
    assert browser.post("/competitions/new/", {**FORM, "name": ""}).status_code == 200, "a mistake costs nothing"
    other = at("192.0.2.1", cast.bruno)
    assert other.post("/api/v1/competitions/", CUP, "application/json").status_code == 201


def test_drafts_and_running_competitions_of_an_account_are_capped(cast, limited):
    limited.DRAFTS_PER_PERSON, limited.COMPETITIONS_PER_PERSON = 2, 1
    browser = at("192.0.2.1", cast.anna)
    made = [browser.post("/api/v1/competitions/", CUP, "application/json") for _n in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 409]
    assert made[-1].json()["code"] == "too_many_competitions"
    page = browser.post("/competitions/new/", FORM)
    assert "You have 2 drafts" in page.content.decode()
    assert Competition.objects.filter(owner=cast.anna).count() == 2
    published = [
        browser.post(f"/api/v1/competitions/{draft.json()['id']}/publish/", {}, "application/json")
        for draft in made[:2]
    ]
    assert [answer.status_code for answer in published] == [200, 409]
    assert at("192.0.2.1", cast.bruno).post("/api/v1/competitions/", CUP, "application/json").status_code == 201


def test_clubs_and_reports_are_limited(cast, limited):
    limited.LIMITS = {**limited.LIMITS, "club": "1/h/account", "report": "1/h/account"}
    browser = at("192.0.2.1", cast.anna)
    clubs = [browser.post("/api/v1/clubs/", {"name": f"Club {n}"}, "application/json").status_code for n in range(2)]
    assert clubs == [201, 429]
    assert (
        browser.post("/clubs/new/", {"name": "Third club", "visibility": "public", "joining": "open"}).status_code
        == 429
    )
    assert Club.objects.count() == 1
    reports = [browser.post(f"/players/{player.pk}/report/").status_code for player in (cast.bruno, cast.stranger)]
    assert reports == [302, 429]


def test_every_other_form_is_limited_too(cast, limited):
    limited.LIMITS = {**limited.LIMITS, "form": "2/m/account"}
    browser = at("192.0.2.1", cast.anna)
    assert [browser.post("/notifications/").status_code for _n in range(3)] == [302, 302, 429]
    assert browser.get("/notifications/").status_code == 200, "reading goes on"


def test_a_counter_that_has_no_end_gets_one():
    """A window that ended between two commands left a counter without one, which closed the address for ever."""
    request = SimpleNamespace(META={"REMOTE_ADDR": "192.0.2.1"}, user=None)
    counters = dict(limits._counters(request, "guest", ""))
    for key in counters:
        limits._valkey().set(key, 1000)
    assert 24 * 3600 - 5 <= limits.take(request, "guest") <= 24 * 3600
    assert all(rate.seconds - 5 <= limits._valkey().ttl(key) <= rate.seconds for key, rate in counters.items())


def test_nothing_is_refused_without_valkey(limited, monkeypatch, caplog):
    import redis

    gone = redis.Redis.from_url("redis://127.0.0.1:1/0")
    monkeypatch.setattr(limits, "_valkey", lambda: gone)
    limited.LIMITS = {**limited.LIMITS, "guest": "0/h/address"}
    assert at("192.0.2.1").post("/guest/", {"nickname": "Anybody"}).status_code == 302
    assert "nothing is limited without Valkey" in caplog.text
    caplog.clear()


def stream(port, cookie="", address="127.0.0.1"):
    """An event stream of the lobby, asked for from this address of the machine: its connection and answer."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(address, 0))
    link.request("GET", "/feed/?topic=lobby", headers={"Cookie": cookie} if cookie else {})
    answer = link.getresponse()
    if answer.status == 200:
        answer.readline()  # it has begun
    return link, answer


@pytest.mark.django_db(transaction=True)
def test_streams_of_one_address_leave_room_for_others(limited, monkeypatch):
    monkeypatch.setattr(feed, "READERS_LIMIT", 8)
    limited.LIMITS = {**limited.LIMITS, "streams": "2/open/account,3/open/visitor,6/open/address"}
    anna = User.objects.create(kind="guest", nickname="Anna")
    with serving() as port, ExitStack() as opened:

        def asked(**more):
            link, answer = stream(port, **more)
            opened.callback(link.close)
            return answer

        attack = [asked() for _n in range(12)]
        assert [answer.status for answer in attack] == [200] * 3 + [429] * 9
        assert attack[-1].getheader("Retry-After") == "60"
        assert asked(address="127.0.0.2").status == 200, "another address gets in"
        account = [asked(cookie=cookie_of(anna)).status for _n in range(3)]
        assert account == [200, 200, 429], "who is signed in has room of their own"


@pytest.mark.django_db(transaction=True)
def test_sockets_of_one_address_leave_room_for_others(limited):
    limited.LIMITS = {**limited.LIMITS, "sockets": "2/open/account,3/open/visitor,6/open/address"}
    people = [User.objects.create(kind="guest", nickname=name) for name in ("Anna", "Bruno")]
    match = duel(*people)

    async def is_let_in(port, opened, cookie="", address="127.0.0.1"):
        link = await opened.enter_async_context(
            websockets.connect(
                f"ws://127.0.0.1:{port}/ws/matches/{match.pk}/",
                additional_headers={"Cookie": cookie} if cookie else {},
                origin=f"http://127.0.0.1:{port}",
                local_addr=(address, 0),
            )
        )
        frame = json.loads(await asyncio.wait_for(link.recv(), 20))
        if frame["t"] != "bye":
            return link
        assert frame == {"t": "bye", "code": "full", "retry_ms": 60000}
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await asyncio.wait_for(link.recv(), 20)
        assert closed.value.rcvd.code == 1013
        return None

    async def scenario(port):
        async with AsyncExitStack() as opened:
            attack = [await is_let_in(port, opened) for _n in range(8)]
            assert [link is not None for link in attack] == [True] * 3 + [False] * 5
            assert await is_let_in(port, opened, address="127.0.0.2"), "another address gets in"
            anna = cookie_of_anna
            assert [bool(await is_let_in(port, opened, anna)) for _n in range(3)] == [True, True, False]
            await attack[0].close()
            for _try in range(50):
                if await is_let_in(port, opened):
                    break
                await asyncio.sleep(0.1)
            else:
                raise AssertionError("a place that was left is not free again")

    cookie_of_anna = cookie_of(people[0])
    with serving() as port:
        asyncio.run(scenario(port))


def test_a_full_address_is_no_full_house_for_another(limited):
    limited.LIMITS = {**limited.LIMITS, "streams": "3/open/visitor"}
    house = limits.Connections("streams")
    for _n in range(300):
        owners = house.owners("192.0.2.1", None)
        if not house.is_full(owners):
            house.enter(owners)
    assert house.is_full(house.owners("192.0.2.1", None))
    assert not house.is_full(house.owners("192.0.2.2", None))
    house.leave(house.owners("192.0.2.1", None))
    assert not house.is_full(house.owners("192.0.2.1", None))


def test_the_limit_of_an_address_bites_before_that_of_the_house():
    for name in ("streams", "sockets"):
        for rate in limits.rates(site.LIMITS[name]):
            assert rate.amount * 5 < feed.READERS_LIMIT, "a handful of addresses fills no house"


@pytest.mark.parametrize("wrong", ["", "30", "30/m", "30/w/address", "-1/m/address", "30/m/planet", "30/m/address;"])
def test_a_limit_that_is_none_is_refused(wrong):
    with pytest.raises(ValueError, match="is no limit"):
        limits.rates(wrong)


def test_addresses_are_counted_as_networks():
    assert limits.network("192.0.2.7") == "192.0.2.7"
    assert limits.network("::ffff:192.0.2.7") == "192.0.2.7"
    assert limits.network("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert limits.network("fe80::1%eth0") == "fe80::/64"
    assert limits.network("") == ""


def test_the_documented_numbers_are_those_of_the_settings():
    hits = dict(re.findall(r"^\| `([a-z]+)` \| `([^`]+)` \|", (ROOT / "docs" / "settings.md").read_text(), re.M))
    assert hits == site.LIMITS
