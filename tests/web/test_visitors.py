"""Pages for visitors who are nobody: tagged, 304 before anything is drawn, nobody's own page given to another."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.utils import timezone

import engines
from league.competitions.models import Competition
from league.competitions.verbs import rulings
from league.seasons.verbs import official
from league.site.pages import matches as pages_of_matches
from matches import feed
from matches.models import Match
from matches.pages import visitors
from tests.league.builders import running
from tests.league.seasons.test_end import past_the_window
from tests.league.statistics.played import played
from tests.league.tables import play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def hour(monkeypatch):
    """A clock that stands still, so that no page grows old in the middle of a test."""
    monkeypatch.setattr(visitors.time, "time", lambda: 1_000_000.0)


@pytest.fixture
def kept(settings):
    settings.PAGE_CACHE = True
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def cup(cast, hour):
    return running(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 2})


def parts(cup):
    root = f"/competitions/{cup.slug}/"
    fixture = cup.stages.order_by("number").first().rounds.order_by("number").first().ties.first().fixtures.get()
    named = [root, *(f"{root}{part}/" for part in ("bracket", "table", "fixtures", "statistics", "entrants", "rules"))]
    return [*named, f"{root}audit/", f"{root}draw/", f"{root}fixtures/{fixture.pk}/", f"/wall/{cup.slug}/"]


def every_page(cup):
    entrant = cup.entrants.first()
    front = [
        "/",
        "/games/",
        "/games/super_goal/",
        "/competitions/",
        "/matches/",
        "/leaders/",
        "/search/?q=a",
        "/series/",
    ]
    front += ["/clubs/", "/bots/", *(f"/games/super_goal/{part}/" for part in ("statistics", "records"))]
    player, rival = (f"/players/{row.player_id}/" for row in (entrant, cup.entrants.last()))
    people = [player, f"{player}statistics/", f"{player}opponents/", f"{player}vs/{rival.split('/')[2]}/"]
    match = played("super_goal", entrant.player, cup.entrants.last().player)
    over = [f"/matches/{match.pk}/{part}" for part in ("", "report/")]
    return [*front, *parts(cup), f"/competitions/{cup.slug}/records/", *people, *over]


def at_play(slug):
    game = engines.get(slug)
    return game.to_wire(game.setup(dict(game.showcase)))


def test_it_works(client, cup):
    for path in every_page(cup):
        page = client.get(path)
        assert page.status_code == 200 and page.get("ETag", "").startswith('W/"'), path
        assert page["Cache-Control"] == "public, no-cache"
        assert {"Cookie", "Accept-Language", "HX-Request"} <= set(page["Vary"].split(", "))
        assert not page.cookies and b"csrfmiddlewaretoken" not in page.content and b"nonce" not in page.content
        again = client.get(path, headers={"If-None-Match": page["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", page["ETag"]), path
        assert again["Vary"] == page["Vary"] and again["Cache-Control"] == page["Cache-Control"]


def test_a_304_costs_few_queries(client, cup, django_assert_max_num_queries):
    for path in every_page(cup):
        tag = client.get(path)["ETag"]
        counted = ("/matches/", "/leaders/", "/search/", "statistics", "records", "opponents", "/vs/", "/bots/")
        most = 2 if path == "/" else 3 if any(part in path for part in counted) else 1
        with django_assert_max_num_queries(most):
            assert client.get(path, headers={"If-None-Match": tag}).status_code == 304, path


def test_a_result_changes_the_tag_of_what_shows_it(client, cast, cup):
    paths = ["/", "/competitions/", *parts(cup)]
    before = {path: client.get(path)["ETag"] for path in paths}
    fixture = cup.stages.order_by("number").first().rounds.order_by("number").first().ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    for path in paths:
        page = client.get(path, headers={"If-None-Match": before[path]})
        assert page.status_code == 200 and page["ETag"] != before[path], path


def test_the_pages_of_an_end_are_tagged_until_it_is_reopened(client, cast, hour):
    row = running(cast.organiser, "cup", 4)
    play_out(row)
    past_the_window(row)
    row.refresh_from_db()
    official.make_official(competition=row, by=cast.organiser)
    paths = [f"/competitions/{row.slug}/end/", f"/competitions/{row.slug}/certificates/", f"/archive/{row.pk}/"]
    tags = {}
    for path in paths:
        page = client.get(path)
        assert page.status_code == 200 and page["Cache-Control"] == "public, no-cache", path
        tags[path] = page["ETag"]
        assert client.get(path, headers={"If-None-Match": tags[path]}).status_code == 304, path
    official.reopen(competition=row, by=cast.organiser, reason="A score was wrong")
    for path in (paths[0], paths[2]):
        assert client.get(path, headers={"If-None-Match": tags[path]}).status_code == 200, path


def test_a_goal_in_a_running_match_changes_it_too(client, cup):
    fixture = cup.stages.order_by("number").first().rounds.order_by("number").first().ties.first().fixtures.get()
    now = {"started_at": timezone.now(), "snapshot": at_play(cup.game)}
    Match.objects.filter(pk=fixture.match_id).update(status="live", **now)
    tags = set()
    for version in (4, 5):
        Match.objects.filter(pk=fixture.match_id).update(version=version)
        tags |= {(path, client.get(path)["ETag"]) for path in ("/", "/matches/", f"/competitions/{cup.slug}/fixtures/")}
    assert len(tags) == 6


def test_each_reader_has_tags_of_his_own(client, cup):
    path = f"/competitions/{cup.slug}/"
    seen = {
        client.get(path)["ETag"],
        client.get(f"{path}?x=1")["ETag"],
        client.get(path, headers={"HX-Request": "1"})["ETag"],
    }
    for cookie, value in (("theme", "dark"), ("zone", "America/New_York"), ("django_language", "it")):
        client.cookies[cookie] = value
        seen.add(client.get(path)["ETag"])
        del client.cookies[cookie]
    assert len(seen) == 6


def test_nobodys_own_page_is_given_to_another(client, cast, cup, kept):
    path = f"/competitions/{cup.slug}/"
    nobody = client.get(path)
    signed_in = Client()
    signed_in.force_login(cast.organiser, backend=BACKEND)
    own = signed_in.get(path, headers={"If-None-Match": nobody["ETag"]})
    assert own.status_code == 200 and "ETag" not in own and own["Cache-Control"] == "private, no-cache"
    assert b"console/" in own.content and b"csrfmiddlewaretoken" in own.content
    later = Client().get(path)
    assert later.content == nobody.content and b"console/" not in later.content
    signed_in.logout()
    assert signed_in.get(path, headers={"If-None-Match": nobody["ETag"]}).status_code == 304


def test_what_was_kept_is_not_drawn_again(client, cup, kept, django_assert_num_queries):
    path = f"/competitions/{cup.slug}/"
    first = client.get(path)
    with django_assert_num_queries(1):
        again = Client().get(path)
    assert again.content == first.content and again["Content-Type"] == first["Content-Type"]


def test_what_began_while_a_page_was_drawn_is_gone_when_it_is_over(client, cup, kept, monkeypatch):
    match = Match.objects.filter(fixture__competition=cup).first()
    read = pages_of_matches.Asked.read

    def turned(**changes):
        Match.objects.filter(pk=match.pk).update(**changes)
        feed.publish("lobby", {"match": str(match.pk)})

    def read_late(request):
        turned(status="live", started_at=timezone.now(), snapshot=at_play(cup.game))
        return read(request)

    with monkeypatch.context() as patch:
        patch.setattr(pages_of_matches.Asked, "read", read_late)
        during = client.get("/matches/").content
    turned(status="void")
    assert Client().get("/matches/").content != during


def test_a_message_is_shown_once_and_never_kept(client, cup, kept):
    path = f"/competitions/{cup.slug}/"
    client.get(path)
    client.cookies["messages"] = "something that waits"
    page = client.get(path)
    assert page.status_code == 200 and "ETag" not in page


def test_a_draft_has_no_tag(client, cast, cup):
    path = f"/competitions/{cup.slug}/"
    tag = client.get(path)["ETag"]
    Competition.objects.update(status="draft")
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 404


def test_a_page_with_a_form_is_not_tagged_and_its_form_works(db):
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/play/super_goal/")
    assert "ETag" not in page and page["Cache-Control"] == "private, no-cache"
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[1]
    said = {"nickname": "Ada", "opponent": "greedy"}
    assert browser.post("/play/super_goal/", said).status_code == 403
    assert browser.post("/play/super_goal/", {**said, "csrfmiddlewaretoken": token}).status_code == 302


def test_the_switches_of_a_page_without_a_token_work_from_this_site_alone(db):
    browser = Client(enforce_csrf_checks=True)
    here = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert browser.post("/prefer/", {"theme": "dark", "next": "/games/"}, headers=here).url == "/games/"
    assert 'data-theme="dark"' in browser.get("/").content.decode()
    for away in ({"Origin": "https://example.org"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert browser.post("/prefer/", {"theme": "light"}, headers=away).status_code == 403


@pytest.mark.parametrize("what", ["token", "cookie", "session", "status"])
def test_whatever_names_somebody_is_not_tagged(rf: RequestFactory, db, kept, what):
    def view(request):
        answer = HttpResponse("hello", status=404 if what == "status" else 200)
        if what == "token":
            get_token(request)
        elif what == "cookie":
            answer.set_cookie("who", "anna")
        elif what == "session":
            request.session["who"] = "anna"
        return answer

    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.db import SessionStore

    request = rf.get("/made-up/")
    request.user, request.session = AnonymousUser(), SessionStore()
    assert "ETag" not in visitors.tagged(lambda request: ())(view)(request)
