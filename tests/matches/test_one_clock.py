"""Machines whose clocks are minutes apart play by the database's: no side gains or loses by where its move came in."""

from __future__ import annotations

import logging
import uuid
from datetime import timedelta

import pytest

from engines.core.seats import SEATS
from matches.hall import Hall, hall, set_hall, utcnow
from matches.kickoff import kick_off
from matches.models import Match
from matches.play import submit_in
from matches.sweeper import Sweeper
from tests.matches.table import check_log, duel, run

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
