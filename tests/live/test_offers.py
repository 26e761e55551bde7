"""Offers and claims over the socket and over HTTP, by the same verbs: both sides are told, nobody else may answer."""

import asyncio
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match, Offer, Seat
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import check_log, duel

pytestmark = pytest.mark.django_db(transaction=True)


def offer(kind, do="make"):
    return {"t": "offer", "id": uuid.uuid4(), "kind": kind, "do": do}


async def offers_seen(table, wanted):
    while not any(frame.get("offers") == wanted for frame in table.frames):
        await table.read()


def test_a_draw_is_offered_seen_and_accepted_over_the_socket(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000})
    anna, bruno, stranger = (cookie_of(who) for who in (cast.anna, cast.bruno, cast.stranger))

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away, sit(port, match, stranger) as third:
            await asyncio.gather(home.until_live(), away.until_live())
            made = offer("draw")
            await home.say(**made)
            assert (await home.until("ack"))["id"] == str(made["id"])
            for table in (home, away, third):
                await offers_seen(table, [{"kind": "draw", "seat": "home", "v": 0}])
            await third.say(**offer("draw", "accept"))
            assert (await third.until("error"))["code"] == "not_seated"
            await home.say(**offer("draw", "accept"))
            assert (await home.until("error"))["code"] == "no_offer", "nobody accepts an offer of their own"
            await away.say(**offer("draw", "accept"))
            for table in (home, away, third):
                while table.state.get("status") != "finished":
                    await table.read()
            return home.state

    with serving() as port:
        state = asyncio.run(scenario(port))
    assert (state["result"]["source"], state["result"]["winner"], state["offers"]) == ("agreement", None, [])
    assert check_log(match.id).status == "finished"


def test_offers_and_claims_over_http(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000}, absence_seconds=30, move_seconds=600)
    anna, bruno, stranger = Client(), Client(), Client()
    for client, user in ((anna, cast.anna), (bruno, cast.bruno), (stranger, cast.stranger)):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    url = f"/api/v1/matches/{match.id}/"

    def post(client, what, **body):
        body = {"id": str(uuid.uuid4()), **body}
        return client.post(f"{url}{what}/", body, content_type="application/json")

    cookies = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def begin(port):
        async with sit(port, match, cookies[0]) as home, sit(port, match, cookies[1]) as away:
            await asyncio.gather(home.until_live(), away.until_live())

    with serving() as port:
        asyncio.run(begin(port))
        assert post(stranger, "offers", kind="pause", do="make").status_code == 403
        assert post(anna, "offers", kind="dance", do="make").status_code == 400
        assert post(bruno, "offers", kind="pause", do="accept").json()["code"] == "no_offer"
        response = post(anna, "offers", kind="pause", do="make")
        assert (response.status_code, response.json()["status"]) == (200, "open")
        assert post(bruno, "offers", kind="pause", do="decline").json()["status"] == "declined"
        soon = post(anna, "offers", kind="pause", do="make")
        assert (soon.status_code, soon.json()["code"]) == (429, "too_soon")
        assert Offer.objects.get(match=match).status == "declined"
        row = Match.objects.get(pk=match.pk)
        gone = "home" if row.home_since else "away"
        there = anna if gone == "away" else bruno
        Seat.objects.filter(match=match).exclude(side=gone).update(seen_at=timezone.now(), gone_at=None)
        assert post(there, "claim").json()["code"] == "no_claim"
        past = timezone.now() - timedelta(seconds=40)
        Match.objects.filter(pk=match.pk).update(**{f"{gone}_since": past})
        Seat.objects.filter(match=match, side=gone).update(seen_at=past, gone_at=past)
        assert post(stranger, "claim").status_code == 403
        key = str(uuid.uuid4())
        assert post(there, "claim", id=key).status_code == 201
        assert post(there, "claim", id=key).status_code == 200
    assert check_log(match.id).result["code"] == "absence"
