"""Tables without a clock that nobody touches: closed with a reason after their days, and never while somebody plays."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from matches.live.moves import submit
from matches.live.running import Hall, hall
from matches.models import Match, MatchEvent, Outbox, Seat
from matches.store.timing import utcnow
from matches.terms.time_controls import limits
from matches.upkeep.abandoned import close_forgotten
from matches.verbs import casual
from tests.matches.table import bot, check_log, duel, kick, run, start, to_act

pytestmark = pytest.mark.django_db(transaction=True)


def after(days: float) -> list:
    """Return the matches that are closed so many days from now."""

    async def scenario():
        hall().now = lambda: utcnow() + timedelta(days=days)
        return await close_forgotten(hall())

    return run(scenario)


@pytest.fixture
def tables(cast) -> dict[str, Match]:
    """One table of each kind, just opened."""
    return {
        "practice": casual.practice(user=cast.anna, game="super_goal"),
        "one screen": casual.hot_seat(user=cast.anna, second="Bea", game="super_goal"),
        "invitation": casual.play_friend(user=cast.anna, game="super_goal"),
        "never begun": duel(cast.anna, cast.bruno, **limits("duel", "normal")),
        "no clock": duel(cast.anna, cast.bruno),
        "a cup's": duel(cast.anna, cast.bruno, back_url="/competitions/cup/", rated=True),
        "no-show": duel(cast.anna, cast.bruno, no_show_at=timezone.now() + timedelta(days=90)),
    }


def test_each_kind_has_its_days(tables):
    names = {match.pk: name for name, match in tables.items()}
    assert after(13) == []
    assert {names[key] for key in after(15)} == {"one screen", "invitation", "never begun", "no clock"}
    assert {names[key] for key in after(29)} == set()
    assert {names[key] for key in after(31)} == {"practice"}
    assert after(365) == [], "what belongs to a competition or has a no-show time is left alone"


def test_it_says_why_and_its_link_leads_nowhere(tables, cast):
    invited = tables["invitation"]
    link = invited.seats.get(side="away").invite
    after(15)
    match = check_log(invited.pk)
    assert (match.status, match.result["source"], match.result["winner"]) == ("void", "abandoned", None)
    row = MatchEvent.objects.get(match=match)
    assert row.move["reason_code"] == "abandoned"
    assert not Seat.objects.filter(invite=link).exists()

    reader = Client()
    reader.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    page = reader.get(f"/matches/{match.pk}/").content.decode()
    assert "Closed after a long time without a move." in page and "Play again" not in page
    html = reader.get(f"/matches/{match.pk}/", headers={"accept-language": "it"}).content.decode()
    assert "da tempo non giocava nessuno" in html
    assert Outbox.objects.filter(match=match).count() == 1


@pytest.mark.parametrize("touched", ["move", "seat", "socket"])
def test_a_table_that_is_touched_stays(cast, touched):
    match = duel(cast.anna, cast.bruno, options={"kicks": 100})
    run(lambda: start(match))
    week = timezone.now() + timedelta(days=10)
    if touched == "move":

        async def moves():
            hall().now = lambda: week
            await hall().runtime(match.id).ensure()
            await kick(match, 0)

        run(moves)
    elif touched == "seat":
        Seat.objects.filter(match=match, side="home").update(seen_at=week)
    else:

        async def somebody_is_there():
            hall().now = lambda: utcnow() + timedelta(days=15)
            hall().runtime(match.id).sockets.add(object())
            try:
                return await close_forgotten(hall())
            finally:
                hall().runtime(match.id).sockets.clear()

        assert run(somebody_is_there) == []
        return
    assert after(15) == []
    assert after(25) == [match.pk]


def test_a_friendly_that_a_fault_paused_is_closed_though_it_has_a_clock(cast):
    match = duel(cast.anna, cast.bruno, move_seconds=30, options={"kicks": 16, "fragile": True})

    async def fails():
        await start(match)
        seat = to_act(match)
        await submit(match_id=match.pk, seat=seat, moves=[{"type": "boom"}], client_id=uuid4(), v=0)

    run(fails)
    assert Match.objects.get(pk=match.pk).status == "paused"
    assert after(13) == []
    assert after(15) == [match.pk]


def test_two_processes_close_it_once(cast):
    match = duel(cast.anna, cast.bruno)

    async def both():
        import asyncio

        second = Hall()
        for here in (hall(), second):
            here.now = lambda: utcnow() + timedelta(days=15)
        try:
            return await asyncio.gather(*(close_forgotten(here) for here in (hall(), second)))
        finally:
            await second.close()

    assert sorted(map(len, run(both))) == [0, 1]
    assert check_log(match.id).version == 1


def test_bots_that_play_on_are_left_alone(db):
    match = duel(bot(), bot(), options={"kicks": 100})
    run(lambda: start(match))
    Match.objects.filter(pk=match.pk).update(created_at=timezone.now() - timedelta(days=60))
    assert after(0) == []
