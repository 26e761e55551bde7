"""Several processes and many hands at one match: one move counts, nothing doubles, everybody ends up with the same."""

import asyncio
import uuid

import pytest
from django.db import connection

from matches.live import commits
from matches.live import moves as play
from matches.live.running import Hall, hall
from matches.models import MatchEvent, Outbox
from tests.live.sockets import cookie_of, play_out, serving, sit
from tests.matches.table import bot, check_log, duel, run, start, to_act, unguarded
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)


async def storm(match, rounds):
    """Rounds of 20 concurrent submits of the same turn, from two halls (two processes); the outcomes of each round."""
    first, second = hall(), Hall()
    try:
        await start(match)
        found = []
        for _ in range(rounds):
            seat, v = to_act(match), first.runtime(match.id).row.version
            found.append(
                await asyncio.gather(
                    *(
                        play.submit_in(
                            here, match_id=match.id, seat=seat, moves=[{"type": "kick"}], client_id=uuid.uuid4(), v=v
                        )
                        for here in (first, second) * 10
                    )
                )
            )
            async with first.runtime(match.id).lock:
                await first.runtime(match.id).catch_up()
        return found
    finally:
        await second.close()


def test_twenty_submits_of_one_turn_apply_one(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000})
    rounds = size(20, 200)
    found = run(lambda: storm(match, rounds))
    for outcomes in found:
        assert sorted(outcome.kind for outcome in outcomes) == ["applied"] + ["stale"] * 19
    assert check_log(match.id).version == rounds


def test_without_the_version_check_the_race_is_there(cast, monkeypatch):
    """The control: the same storm with the guards off applies a turn twice, so the test above can fail."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000})
    unguarded(monkeypatch, "AND m.version = given.expected")
    written, deciding = commits.write, set()

    async def together(runtime, change):
        """Neither process writes before both have decided on the same position."""
        deciding.add(runtime.hall.name)
        while len(deciding) < 2:
            await asyncio.sleep(0.001)
        return await written(runtime, change)

    monkeypatch.setattr(commits, "write", together)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_matchevent DROP CONSTRAINT event_seq_once")
    try:
        (outcomes,) = run(lambda: storm(match, 1))
        assert sum(outcome.kind == "applied" for outcome in outcomes) > 1
    finally:
        MatchEvent.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE matches_matchevent ADD CONSTRAINT event_seq_once UNIQUE (match_id, seq)")


def test_the_same_move_sent_to_two_processes_counts_once(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000})

    async def scenario():
        first, second = hall(), Hall()
        try:
            await start(match)
            same, seat = uuid.uuid4(), to_act(match)
            given = {"match_id": match.id, "seat": seat, "moves": [{"type": "kick"}], "client_id": same, "v": 0}
            return await asyncio.gather(*(play.submit_in(here, **given) for here in (first, second) * 5))
        finally:
            await second.close()

    outcomes = run(scenario)
    assert sorted(outcome.kind for outcome in outcomes) == ["applied"] + ["repeat"] * 9
    assert {outcome.v for outcome in outcomes} == {1}
    assert check_log(match.id).version == 1


def test_two_processes_kick_off_once(cast):
    match = duel(bot(), bot(), bot_seconds=100)

    async def scenario():
        from matches.live.kickoff import kick_off

        halls = [hall(), Hall(), Hall()]

        async def one(here):
            runtime = here.runtime(match.id)
            async with runtime.lock:
                await runtime.catch_up()
                return await kick_off(runtime)

        try:
            return await asyncio.gather(*(one(here) for here in halls))
        finally:
            for here in halls[1:]:
                await here.close()

    assert sorted(run(scenario)) == [False, False, True]
    assert check_log(match.id).status == "live"


def test_a_match_between_two_servers(cast):
    """Home plays at one server, away at another; a spectator at each sees every step."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 20})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(first, second):
        async with (
            sit(first, match, anna) as home,
            sit(second, match, bruno) as away,
            sit(first, match) as one,
            sit(second, match) as two,
        ):
            tables = (home, away, one, two)
            await asyncio.gather(*(table.until_live() for table in tables))
            await asyncio.gather(
                play_out(home, away), one.until("step", v=20, timeout=40), two.until("step", v=20, timeout=40)
            )
            scenes = [table.state["scene"] for table in tables]
            assert scenes[0] == scenes[1] == scenes[2] == scenes[3]
            lines = [
                [line for frame in table.frames if frame["t"] == "step" for line in frame["lines"]] for table in tables
            ]
            assert lines[0] == lines[1] == lines[2] == lines[3]

    with serving() as first, serving() as second:
        asyncio.run(scenario(first, second))
    assert check_log(match.id).status == "finished"
    assert Outbox.objects.filter(match=match).count() == 1
