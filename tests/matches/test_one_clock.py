"""Machines whose clocks are minutes apart play by the database's: no side gains or loses by where its move came in."""

from __future__ import annotations

import logging
import time
import uuid
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from engines.core.seats import SEATS
from league.competitions.models import Round
from league.competitions.verbs import rounds
from matches.live import chat
from matches.live.kickoff import kick_off
from matches.live.moves import submit_in
from matches.live.running import Hall, hall, set_hall
from matches.models import Match, Offer
from matches.store import timing
from matches.store.timing import utcnow
from matches.upkeep.sweeper import Sweeper
from matches.verbs import offers
from matches.verbs.chat import time_out
from tests.league.builders import running
from tests.matches.table import check_log, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES = timedelta(minutes=5)
A_SECOND = timedelta(seconds=1)


def machines() -> list[tuple[Hall, Sweeper]]:
    """Two web processes, one on a machine that is fast, one on a machine that is slow."""
    found = []
    for wrong in (MINUTES, -MINUTES):
        here = Hall()
        here.own_clock = lambda wrong=wrong: utcnow() + wrong
        found.append((here, Sweeper(here)))
    return found


@pytest.mark.parametrize("guarded", [True, False])
def test_two_machines_ten_minutes_apart(cast, monkeypatch, caplog, guarded):
    """The control believes each machine: minutes are thought that nobody had, or given back that nobody lost."""
    caplog.set_level(logging.WARNING)
    if not guarded:
        monkeypatch.setattr(Hall, "set_clock", lambda *_told: None)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100}, move_seconds=60, budget_seconds=3600)

    async def scenario():
        pairs = machines()
        set_hall(pairs[0][0])
        for _here, sweeper in pairs:
            await sweeper.beat()
        async with (runtime := hall().runtime(match.id)).lock:
            await runtime.catch_up()
            assert await kick_off(runtime)
        for v in range(8):
            here, sweeper = pairs[v % 2]
            await sweeper.beat()
            there = here.runtime(match.id)
            async with there.lock:
                await there.catch_up()
            seat = there.game.to_act(there.state)[0]
            moves = [{"type": "kick"}]
            await submit_in(here, match_id=match.id, seat=seat, moves=moves, client_id=uuid.uuid4(), v=v)
        for here, _sweeper in pairs[1:]:
            await here.close()

    run(scenario)
    row = Match.objects.get(pk=match.pk)
    off = max(row.home_used_ms, row.away_used_ms) > 1000 * A_SECOND.total_seconds()
    for seat in SEATS:
        since = getattr(row, f"{seat}_since")
        off = off or (since is not None and abs(utcnow() - since) > 5 * A_SECOND)
    off = off or row.version < 8 or "got the time back" in caplog.text
    assert off != guarded
    if guarded:
        assert check_log(match.id).version == 8


def test_a_machine_with_the_database_on_it_keeps_its_own_clock(cast):
    async def scenario():
        here = hall()
        for _ in range(3):
            await Sweeper(here).beat()
        return here.ahead

    assert abs(run(scenario)) < timedelta(milliseconds=200)


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="only Linux has a clock that nobody sets")
def test_a_machines_clock_that_is_set_changes_nothing(monkeypatch):
    class PutForward(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + 12 * MINUTES

    monkeypatch.setattr(timing, "STEADY", time.CLOCK_BOOTTIME)
    before, set_to = utcnow(), time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: set_to)
    monkeypatch.setattr(timing, "datetime", PutForward)
    assert utcnow() - before < MINUTES


def test_a_clock_that_is_put_forward_is_no_outage(cast, caplog):
    """Where the machine's clock is followed: no move is late before the database has been asked, no time given back."""
    caplog.set_level(logging.WARNING)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100}, move_seconds=20)

    async def scenario():
        here = hall()
        sweeper = Sweeper(here)
        await sweeper.beat()
        async with (runtime := here.runtime(match.id)).lock:
            await runtime.catch_up()
            assert await kick_off(runtime)
        here.own_clock = lambda: utcnow() + 12 * MINUTES
        seat, moves = runtime.game.to_act(runtime.state)[0], [{"type": "kick"}]
        outcome = await submit_in(here, match_id=match.id, seat=seat, moves=moves, client_id=uuid.uuid4(), v=0)
        await sweeper.beat()
        return outcome, here.now()

    outcome, now = run(scenario)
    assert outcome.kind == "applied"
    assert abs(now - utcnow()) < A_SECOND
    assert "got the time back" not in caplog.text


def test_a_database_whose_clock_is_put_forward_takes_no_time(cast, caplog):
    """Its clock cannot be set here: all that is older, rows and this machine's clock, is put back instead."""
    caplog.set_level(logging.WARNING)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100}, move_seconds=60)

    async def scenario():
        halls = [hall(), Hall()]
        sweepers = [Sweeper(here) for here in halls]
        for sweeper in sweepers:
            await sweeper.beat()
        async with (runtime := hall().runtime(match.id)).lock:
            await runtime.catch_up()
            assert await kick_off(runtime)
        async with hall().connection() as link:
            await link.execute("UPDATE matches_heartbeat SET at = at - %s", (MINUTES,))
            await link.execute("UPDATE matches_match SET deadline_at = deadline_at - %s", (MINUTES,))
        for here in halls:
            here.own_clock = lambda: utcnow() - MINUTES
            here.beat_at -= MINUTES
        for sweeper in sweepers:
            await sweeper.beat()
        await halls[1].close()

    run(scenario)
    seconds = (Match.objects.get(pk=match.pk).deadline_at - utcnow()).total_seconds()
    assert 30 < seconds < 120
    assert caplog.text.count("got the time back") == 1


@pytest.fixture(params=["asks", "believes itself"])
def machine(request, monkeypatch, db):
    """Lets this process stand on a machine that is so far wrong; the control never asks the database for the time."""

    def stands_on(wrong: timedelta) -> None:
        monkeypatch.setattr(timing, "own_clock", lambda: utcnow() + wrong)
        timing.forget()
        connection.close()
        connection.ensure_connection()

    if request.param == "believes itself":
        monkeypatch.setattr(timing, "ahead", lambda known, *_told: known)
    stands_on.asks = request.param == "asks"
    yield stands_on
    monkeypatch.undo()
    timing.forget()
    connection.close()


def test_a_page_a_task_and_a_row_have_the_databases_time(machine, cast):
    machine(MINUTES)
    right = abs(timezone.now() - utcnow()) < A_SECOND
    match = duel(cast.anna, cast.bruno)
    assert right is machine.asks
    assert (abs(match.created_at - utcnow()) < A_SECOND) is machine.asks


def test_a_round_opens_when_it_is_time(machine, cast):
    """The window opens in two minutes: a worker on a fast machine must not open it now."""
    league = running(cast.organiser, "league", 4)
    soon = utcnow() + timedelta(minutes=2)
    row = Round.objects.filter(stage__competition=league, status=Round.Status.PENDING).order_by("number").first()
    Round.objects.filter(pk=row.pk).update(opens_at=soon)
    machine(MINUTES)
    assert ((league.pk, row.number) in rounds.due_rounds()) is not machine.asks


def test_who_was_declined_waits_on_every_machine(machine, cast):
    """The draw was declined on a machine that is right, and offered again on one that is fast."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 100})
    run(lambda: start(match))
    for seat, do in (("home", "make"), ("away", "decline")):
        offers.act(match_id=match.id, seat=seat, kind="draw", do=do, client_id=uuid.uuid4())
    Offer.objects.update(changed_at=utcnow())
    machine(MINUTES)
    again = {"match_id": match.id, "seat": "home", "kind": "draw", "do": "make", "client_id": uuid.uuid4()}
    if machine.asks:
        with pytest.raises(offers.TooSoon):
            offers.act(**again)
    else:
        assert offers.act(**again).status == "open"


def test_a_time_out_lasts_as_long_as_it_says(machine, cast):
    """It is given on a machine that is slow, and the room asks the database's clock whether it still runs."""
    match = duel(cast.anna, cast.bruno)
    machine(-MINUTES - A_SECOND)
    time_out(match=match, user=cast.anna, minutes=5, reason="insult", by=cast.referee, role="referee")

    async def scenario():
        return await chat.say(
            hall(),
            match_id=match.id,
            speaker=chat.Speaker(str(cast.anna.pk), "anna", "home", False),
            room="players",
            client_id=uuid.uuid4(),
            words="hello",
        )

    assert run(scenario).done is not machine.asks
