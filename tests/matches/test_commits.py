"""Commits of several matches at once: each is answered on its own, and a database that is lost or silent is told."""

import asyncio
import time
import uuid
from contextlib import asynccontextmanager

import psycopg
import pytest
from django.db import connection

from engines.core.seats import other
from matches.live import deciding
from matches.live import moves as play
from matches.live.running import Hall, hall
from matches.live.writing import LANES, Writer
from matches.models import Match
from matches.store import database, rows
from tests.matches.table import check_log, duel, kick, run, start, to_act, unguarded, until_one_waits

pytestmark = pytest.mark.django_db(transaction=True)


POOL_IN_THE_MIDDLE = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""The pool replaces what was cut, and is closed with the scenario while it still connects."""


def tables(cast, count, **settings):
    settings.setdefault("options", {"kicks": 1000})
    return [duel(cast.anna, cast.bruno, **settings) for _ in range(count)]


async def all_live(matches):
    """Kick them off, and play one move of the first so that a connection is at hand."""
    for match in matches:
        await start(match)
    assert (await kick(matches[0], 0)).kind == "applied"


async def together(matches, **named):
    """One kick of each, handed in at the same instant."""
    return await asyncio.gather(*(kick(match, hall().runtime(match.id).row.version, **named) for match in matches))


@pytest.fixture
def written(monkeypatch):
    """How many changes each statement was handed: 1 for those of a statement of their own."""
    sizes = []
    alone, together = database.commit, database.commit_together

    async def counted(link, change):
        sizes.append(1)
        return await alone(link, change)

    async def counted_together(link, changes):
        sizes.append(len(changes))
        return await together(link, changes)

    monkeypatch.setattr(database, "commit", counted)
    monkeypatch.setattr(database, "commit_together", counted_together)
    return sizes


def test_what_waits_is_written_together(cast, written):
    """Two statements are under way; the third is that of all others."""
    matches = tables(cast, 8)

    async def scenario():
        await all_live(matches)
        written.clear()
        return await together(matches)

    assert {outcome.kind for outcome in run(scenario)} == {"applied"}
    assert sorted(written) == [1, 1, 6]
    assert [check_log(match.id).version for match in matches] == [2, *[1] * 7]


def test_more_than_a_statement_takes_go_by_two(cast, written, monkeypatch):
    monkeypatch.setattr(database, "MOST", 3)
    matches = tables(cast, 8)

    async def scenario():
        await all_live(matches)
        written.clear()
        return await together(matches)

    assert {outcome.kind for outcome in run(scenario)} == {"applied"}
    assert sorted(written) == [1, 1, 3, 3]


def test_what_one_brings_is_refused_to_it_alone(cast, written):
    """One brings a client id that another process has written already: PostgreSQL refuses the whole statement."""
    matches = tables(cast, 6)
    same = uuid.uuid4()
    elsewhere = Hall()

    async def scenario():
        await all_live(matches)
        broken = matches[-1]
        try:
            seat = to_act(broken)
            moved = await play.submit_in(
                elsewhere, match_id=broken.id, seat=seat, moves=[{"type": "kick"}], client_id=same, v=0
            )
            assert moved.kind == "applied"
            runtime = hall().runtime(broken.id)
            # This process has seen that version and, for the test, not the client id that led to it.
            async with runtime.lock:
                await runtime.catch_up()
            runtime.clients.clear()
            written.clear()
            fine = [kick(match, hall().runtime(match.id).row.version) for match in matches[:-1]]
            return await asyncio.gather(*fine, kick(broken, 1, other(seat), same))
        finally:
            await elsewhere.close()

    outcomes = run(scenario)
    assert [outcome.kind for outcome in outcomes] == [*["applied"] * 5, "repeat"]
    assert written[:7] == [1, 1, 4, 1, 1, 1, 1], "the statement was refused, and each went alone"
    assert [check_log(match.id).version for match in matches] == [2, 1, 1, 1, 1, 1]


def test_who_gave_up_while_it_waited_is_not_written(cast, written):
    matches = tables(cast, 5)

    async def scenario():
        await all_live(matches)
        written.clear()
        moves = [asyncio.create_task(kick(match, int(match is matches[0]))) for match in matches]
        await asyncio.sleep(0)  # all have handed in; none was sent
        moves[-1].cancel()
        return await asyncio.gather(*moves, return_exceptions=True)

    outcomes = run(scenario)
    assert [outcome.kind for outcome in outcomes[:-1]] == ["applied"] * 4
    assert isinstance(outcomes[-1], asyncio.CancelledError)
    assert sorted(written) == [1, 1, 2]
    assert [check_log(match.id).version for match in matches] == [2, 1, 1, 1, 0]


def test_what_was_made_for_another_database_is_not_written_with_the_rest(monkeypatch):
    """A standby takes over while three wait; the last of them was made for it."""
    together_were = []

    class Links:
        @asynccontextmanager
        async def connection(self):
            yield None

    async def scenario():
        timeline, gate, tasks = [1], asyncio.Event(), []

        async def alone(_link, change):
            await gate.wait()
            return len(change["rows"])

        async def together(_link, changes):
            together_were.append([change["id"] for change in changes])
            return {change["id"] for change in changes}

        async def pool():
            return Links()

        monkeypatch.setattr(database, "commit", alone)
        monkeypatch.setattr(database, "commit_together", together)
        writer = Writer(pool, lambda: timeline[0], lambda work: tasks.append(asyncio.create_task(work)))
        changes = [{"id": at, "over": False, "command": None, "rows": [at]} for at in range(LANES + 3)]
        made_for = [1] * (LANES + 2) + [2]
        writes = [
            asyncio.create_task(writer.write(change, number)) for change, number in zip(changes, made_for, strict=True)
        ]
        for _turn in range(3):
            await asyncio.sleep(0)
        timeline[0] = 2
        gate.set()
        return await asyncio.gather(*writes)

    assert asyncio.run(scenario()) == [True] * LANES + [False, False, True]
    assert together_were == [[LANES + 2]]


@pytest.mark.parametrize("guarded", [True, False])
def test_a_row_that_a_stranger_holds_delays_its_own_match_alone(cast, monkeypatch, guarded):
    """The control: a statement that waits for the row keeps the moves of all the others."""
    matches = tables(cast, 5)
    held = matches[3]
    monkeypatch.setattr(database, "LOCK_SECONDS", 60)  # the one that waits is not told to try again meanwhile
    if not guarded:
        unguarded(monkeypatch, "SKIP LOCKED", "COMMIT_TOGETHER")

    async def scenario():
        await all_live(matches)
        async with await psycopg.AsyncConnection.connect(database.conninfo()) as stranger:
            await stranger.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", (held.id,))
            moves = {match.id: asyncio.create_task(kick(match, int(match is matches[0]))) for match in matches}
            others = [move for match_id, move in moves.items() if match_id != held.id]
            await asyncio.wait(others, timeout=30 if guarded else 0.7)
            early = {match_id for match_id, move in moves.items() if move.done()}
            await stranger.rollback()
            outcomes = await asyncio.gather(*moves.values())
        return early, outcomes

    early, outcomes = run(scenario)
    assert early == {match.id for match in (matches[:3] + matches[4:] if guarded else matches[:2])}
    assert {outcome.kind for outcome in outcomes} == {"applied"}
    for match in matches:
        check_log(match.id)


def test_rows_that_strangers_hold_in_all_lanes_delay_nobody_else(cast, monkeypatch):
    matches = tables(cast, 6)
    monkeypatch.setattr(database, "LOCK_SECONDS", 60)

    async def scenario():
        await all_live(matches)
        async with await psycopg.AsyncConnection.connect(database.conninfo()) as stranger:
            held = [match.id for match in matches[:LANES]]
            await stranger.execute("SELECT 1 FROM matches_match WHERE id = ANY(%s) FOR UPDATE", (held,))
            moves = [asyncio.create_task(kick(match, int(match is matches[0]))) for match in matches]
            await asyncio.wait(moves[LANES:], timeout=30)
            early = [move.done() for move in moves]
            await stranger.rollback()
            return early, await asyncio.gather(*moves)

    early, outcomes = run(scenario)
    assert early == [False] * LANES + [True] * (6 - LANES)
    assert {outcome.kind for outcome in outcomes} == {"applied"}


def changed_rows(at_least=0):
    """Return how many rows of matches were changed so far, and how many of them in place.

    A process of PostgreSQL tells what it did about once a second: it is asked until ``at_least`` so many are told.
    """
    with connection.cursor() as cursor:
        for _second in range(30):
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'matches_match'")
            told = cursor.fetchone()
            if told[0] >= at_least:
                break
            time.sleep(1)
        return told


def test_a_move_changes_its_row_in_place(cast):
    """No index holds what each move writes: else a move has to write all of them, and none is made in place.

    Now and then a page is full.
    """
    match, _other = tables(cast, 2, move_seconds=60, budget_seconds=3600)

    async def scenario(kicks):
        if not kicks:
            await start(match)
        for _kick in range(kicks):
            assert (await kick(match, hall().runtime(match.id).row.version)).kind == "applied"

    run(lambda: scenario(0))
    changed, in_place = changed_rows()

    async def moves():
        await hall().runtime(match.id).ensure()
        await scenario(40)

    run(moves)
    changed, in_place = (
        after - before for after, before in zip(changed_rows(changed + 40), (changed, in_place), strict=True)
    )
    assert changed >= 40
    assert in_place >= changed / 2


def test_a_match_that_moved_elsewhere_is_stale_and_the_others_are_written(cast):
    matches = tables(cast, 3)

    async def scenario():
        await all_live(matches)
        second = Hall()
        try:
            ahead = matches[2]
            seat = to_act(ahead)
            await play.submit_in(
                second, match_id=ahead.id, seat=seat, moves=[{"type": "kick"}], client_id=uuid.uuid4(), v=0
            )
            return await together(matches)
        finally:
            await second.close()

    assert [outcome.kind for outcome in run(scenario)] == ["applied", "applied", "stale"]
    assert [check_log(match.id).version for match in matches] == [2, 1, 1]


def cut_connections():
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE application_name = 'tabellone matches' AND datname = current_database()"
            )
            return cursor.fetchone()[0]
    finally:
        connection.close()  # of the thread in which this runs


@POOL_IN_THE_MIDDLE
def test_a_connection_that_is_cut_while_it_rests_costs_no_move(cast):
    matches = tables(cast, 3)

    async def scenario():
        await all_live(matches)
        assert await asyncio.to_thread(cut_connections)
        await asyncio.sleep(0.1)
        ids = [uuid.uuid4() for _ in matches]
        outcomes = []
        for match, same in zip(matches, ids, strict=True):
            v = hall().runtime(match.id).row.version
            outcome = await kick(match, v, client_id=same)
            for _ in range(300):
                if outcome.kind != "busy":
                    break
                await asyncio.sleep(0.1)
                outcome = await kick(match, v, to_act(match), same)
            outcomes.append(outcome)
        return outcomes

    assert {outcome.done for outcome in run(scenario)} == {True}
    assert [check_log(match.id).version for match in matches] == [2, 1, 1]


@POOL_IN_THE_MIDDLE
def test_a_connection_that_is_cut_in_the_middle_tells_all_who_wait(cast):
    matches = tables(cast, 4)

    async def scenario():
        await all_live(matches)
        async with await psycopg.AsyncConnection.connect(database.conninfo()) as stranger:
            await stranger.execute("LOCK TABLE matches_matchevent IN ACCESS EXCLUSIVE MODE")
            ids = {match.id: uuid.uuid4() for match in matches}
            seats = {match.id: to_act(match) for match in matches}
            moves = [
                asyncio.create_task(kick(match, int(match is matches[0]), seats[match.id], ids[match.id]))
                for match in matches
            ]
            await until_one_waits()
            assert not any(move.done() for move in moves)
            await asyncio.to_thread(cut_connections)
            await stranger.rollback()
            first = await asyncio.gather(*moves)
        again = []
        for match in matches:
            for _ in range(300):
                outcome = await kick(match, int(match is matches[0]), seats[match.id], ids[match.id])
                if outcome.kind != "busy":
                    break
                await asyncio.sleep(0.1)
            again.append(outcome)
        return first, again

    first, again = run(scenario)
    assert {outcome.kind for outcome in first} <= {"busy", "applied", "repeat"}
    assert "busy" in {outcome.kind for outcome in first}
    assert {outcome.done for outcome in again} == {True}
    assert [check_log(match.id).version for match in matches] == [2, 1, 1, 1]


def test_a_pool_of_one_connection_is_enough(cast):
    match = duel(cast.anna, cast.bruno)
    small = Hall(min_pool=1, max_pool=1)

    async def scenario():
        await start(match)
        try:
            seat = to_act(match)
            return await play.submit_in(
                small, match_id=match.id, seat=seat, moves=[{"type": "kick"}], client_id=uuid.uuid4(), v=0
            )
        finally:
            await small.close()

    assert run(scenario).kind == "applied"
    assert check_log(match.id).version == 1


@pytest.mark.parametrize("patience", [0.3, 60])
def test_a_database_that_is_silent_is_given_up(cast, monkeypatch, patience):
    """A lock stands for a line that is dead and does not say so; before its time nobody is told."""
    monkeypatch.setattr(database, "ANSWER_SECONDS", patience)
    monkeypatch.setattr(database, "LOCK_SECONDS", 60)
    match, same = tables(cast, 1)[0], uuid.uuid4()

    async def scenario():
        await all_live([match])
        seat = to_act(match)
        async with await psycopg.AsyncConnection.connect(database.conninfo()) as stranger:
            await stranger.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", (match.id,))
            move = asyncio.create_task(kick(match, 1, seat, same))
            await until_one_waits()
            await asyncio.wait({move}, timeout=30 if patience < 1 else 1)
            early = move.done()
            await stranger.rollback()
        return early, await move, await kick(match, 1, seat, same)

    early, first, again = run(scenario)
    assert early == (patience < 1)
    assert first.kind == ("busy" if early else "applied")
    assert again.kind == ("applied" if early else "repeat")
    assert check_log(match.id).version == 2


def test_a_commit_writes_each_of_its_columns_once(cast):
    """The list of written columns and the fields of a row agree, so that a new column cannot be in one alone."""
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        change = deciding.moved(runtime, to_act(match), [{"type": "kick"}], uuid.uuid4())
        return change.columns, runtime.row

    columns, row = run(scenario)
    assert columns.keys() == rows.WRITTEN.keys()
    assert set(rows.KEPT) == {name for name in columns if hasattr(row, name)} - {"snapshot"}
    kinds = {name: Match._meta.get_field(name).db_type(connection) for name in columns}
    usual = {"integer": "int", "smallint": "int", "timestamp with time zone": "timestamptz"}
    assert {
        name: "text" if kind.startswith("varchar") else usual.get(kind, kind) for name, kind in kinds.items()
    } == rows.WRITTEN
