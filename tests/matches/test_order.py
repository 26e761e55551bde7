"""Moves and commands that come late, twice, or in the other order: each counts once and where it was meant to.

Each fault is also met without its guard, which shows that the test would notice.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import uuid

import pytest

from matches.live import moves, rulings
from matches.live.commands import command
from matches.live.outcomes import Outcome
from matches.live.running import Hall, hall
from matches.models import Match, MatchCommand, MatchEvent
from matches.store import database
from matches.upkeep.sweeper import Sweeper
from tests.matches.table import check_log, duel, run, start, to_act, without

pytestmark = pytest.mark.django_db(transaction=True)

UNGUARDED = pytest.mark.parametrize("guarded", [True, False])


def no_ids() -> contextlib.AbstractContextManager[None]:
    """Nobody's client id is known again in the database."""
    return without("event_client_once", "match_id, client_id, part")


def frame(match: Match, move: dict, v: int, seat: str = "") -> dict:
    """Build a frame of ``seat`` (the seat to act, where none is named) for ``play.submit``."""
    return {"match_id": match.id, "seat": seat or to_act(match), "moves": [move], "client_id": uuid.uuid4(), "v": v}


async def arrives(given: dict, guarded: bool) -> Outcome:
    """The frame comes in; without its guard whatever position there is will do for it."""
    return await moves.submit_in(hall(), **given if guarded else {**given, "v": None})


@UNGUARDED
def test_what_the_network_held_back_comes_when_play_has_gone_on(cast, guarded):
    """A copy of a move that counted, and another device's move of that time, come two moves later, the seat to act."""
    match = duel(cast.anna, cast.bruno)
    kick = {"type": "kick"}

    async def scenario():
        await start(match)
        first, other = frame(match, kick, 0), frame(match, kick, 0)
        outcomes = [await arrives(first, guarded)]
        outcomes.append(await arrives(frame(match, kick, 1), guarded))
        if not guarded:
            hall().runtime(match.id).clients.clear()
        return [*outcomes, await arrives(first, guarded), await arrives(other, guarded)]

    if guarded:
        outcomes = run(scenario)
        assert [(outcome.kind, outcome.v) for outcome in outcomes] == [
            ("applied", 1),
            ("applied", 2),
            ("repeat", 1),
            ("stale", 2),
        ]
        assert check_log(match.id).version == 2
    else:
        with no_ids():
            outcomes = run(scenario)
            assert Match.objects.get(pk=match.pk).version > 2, "the control: what came late was played"
            assert outcomes[2].kind == "applied"


@UNGUARDED
def test_two_moves_of_a_seat_that_overtake_each_other(cast, guarded):
    """The second comes first: it waits for its position, and is taken when it is sent again after the first."""
    match = duel(cast.anna, cast.bruno, options={"sealed": True})

    async def scenario():
        await start(match)
        first = frame(match, {"type": "corner", "n": 1}, 0, "home")
        second = frame(match, {"type": "corner", "n": 2}, 1, "home")
        return [await arrives(given, guarded) for given in (second, first, second)]

    outcomes = run(scenario)
    corners = Match.objects.get(pk=match.pk).snapshot["corners"]["home"]
    assert check_log(match.id).version == 2
    if guarded:
        assert [(outcome.kind, outcome.v) for outcome in outcomes] == [("stale", 0), ("applied", 1), ("applied", 2)]
        assert corners == [1, 2]
    else:
        assert corners == [2, 1], "the control: they count as they came"


@UNGUARDED
def test_a_client_id_that_comes_again_when_nobody_remembers_it(cast, guarded):
    """After a restart an old id names, by a client's mistake, the position of today: the log itself knows it again."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000})
    kick = {"type": "kick"}

    async def scenario():
        await start(match)
        first = frame(match, kick, 0)
        await moves.submit(**first)
        for v in range(1, 12):
            await moves.submit(**frame(match, kick, v))
        hall().runtime(match.id).clients.clear()
        return await moves.submit(**{**first, "v": 12})

    if guarded:
        found = run(scenario)
        assert (found.kind, found.v) == ("repeat", 1)
        assert check_log(match.id).version == 12
    else:
        with no_ids():
            assert run(scenario).kind == "applied", "the control: one id counts twice"


def told_often(match: Match, rounds: int) -> None:
    """Two processes look at the commands of a match, again and again."""

    async def scenario():
        second = Hall()
        try:
            for _ in range(rounds):
                await asyncio.gather(*(rulings.obey(here, match.id) for here in (hall(), second) * 3))
        finally:
            await second.close()

    run(scenario)


@UNGUARDED
def test_commands_are_carried_out_once_however_often_they_are_told_of(cast, guarded, monkeypatch):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    given = [command(match.id, kind, {"reason": "a look at the board"}) for kind in ("pause", "resume", "message")]
    if guarded:
        told_often(match, 3)
        assert check_log(match.id).version == 3
        assert [row.client_id for row in MatchEvent.objects.filter(match=match)] == [row.pk for row in given]
        assert {row.outcome for row in MatchCommand.objects.filter(match=match)} == {"applied"}
        return
    assert "AND applied_at IS NULL" in rulings._OPEN and "AND applied_at IS NULL" in database.COMMIT
    monkeypatch.setattr(rulings, "_OPEN", rulings._OPEN.replace("AND applied_at IS NULL", ""))
    once = database.COMMIT.replace("AND applied_at IS NULL", "")
    monkeypatch.setattr(database, "COMMIT", once)
    with no_ids():
        told_often(match, 3)
        assert Match.objects.get(pk=match.pk).version > 3, "the control: a command is carried out again"


@pytest.mark.parametrize("order", list(itertools.permutations(("pause", "resume", "award"))))
def test_commands_that_come_in_any_order_leave_one_answer_each(cast, order):
    """Each is seen and answered before the next one comes: in its time, or refused with what the match was then."""
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    payload = {"reason": "a look at the board"}

    async def poked():
        Sweeper(hall())._poked(str(match.pk).encode())
        await hall().drain()

    status, outcomes = "live", []
    for kind in order:
        row = command(match.id, kind, {**payload, "winner": "home"} if kind == "award" else payload)
        run(poked)
        row.refresh_from_db()
        outcomes.append(row.outcome)
        allowed = {"pause": ["live"], "resume": ["paused"], "award": ["live", "paused"]}[kind]
        assert row.outcome == ("applied" if status in allowed else f"The match is {status}.")
        if status in allowed:
            status = {"pause": "paused", "resume": "live", "award": "finished"}[kind]
    after = check_log(match.id)
    assert after.status == status == "finished"
    assert after.version == outcomes.count("applied")
