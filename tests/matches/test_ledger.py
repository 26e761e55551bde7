"""Moves that wait together are written together, each answered on its own: nobody pays for what another one brings."""

import asyncio
import os
import signal
import socket
import time
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from engines.core.seats import other
from matches.live import ledger
from matches.live import moves as play
from matches.live.ledger import LINES, Pen
from matches.live.running import Hall, hall
from matches.models import Match
from matches.store import database
from matches.store.statements import Statement
from tests.matches.table import check_log, duel, kick, run, start, to_act, unguarded, until_one_waits

pytestmark = pytest.mark.django_db(transaction=True)


POOL_IN_THE_MIDDLE = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""The pool replaces what was cut, and is closed with the scenario while it still connects."""


@pytest.fixture
def sent(monkeypatch):
    """How many moves each statement of the ledger carried."""
    sizes = []
    write = Pen.write

    def counted(pen, body, answers):
        sizes.append(len(answers))
        write(pen, body, answers)

    monkeypatch.setattr(Pen, "write", counted)
    return sizes


@pytest.fixture
def alone(monkeypatch):
    """The matches that were written by a statement of their own."""
    matches = []
    execute = Statement.run

    async def noted(self, link, values):
        matches.append(values["id"])
        return await execute(self, link, values)

    monkeypatch.setattr(Statement, "run", noted)
    return matches


def tables(cast, count, **settings):
    settings.setdefault("options", {"kicks": 1000})
    return [duel(cast.anna, cast.bruno, **settings) for _ in range(count)]


async def all_live(matches):
    """Kick them off, and play one move of the first so that a pen is at hand."""
    for match in matches:
        await start(match)
    assert (await kick(matches[0], 0)).kind == "applied"


async def together(matches, **named):
    """One kick of each, handed in at the same instant."""
    return await asyncio.gather(*(kick(match, hall().runtime(match.id).row.version, **named) for match in matches))


def test_what_waits_together_is_written_by_one_statement(cast, sent, alone):
    matches = tables(cast, 8)

    async def scenario():
        await all_live(matches)
        sent.clear()
        return [await together(matches) for _ in range(3)]

    rounds = run(scenario)
    assert {outcome.kind for outcomes in rounds for outcome in outcomes} == {"applied"}
    assert sent == [8, 8, 8]
    assert alone == []
    assert [check_log(match.id).version for match in matches] == [4, 3, 3, 3, 3, 3, 3, 3]


def test_more_than_a_statement_takes_goes_by_two(cast, sent):
    matches = tables(cast, LINES + 3)

    async def scenario():
        await all_live(matches)
        sent.clear()
        return await together(matches)

    assert {outcome.kind for outcome in run(scenario)} == {"applied"}
    assert sorted(sent) == [3, LINES]


@pytest.mark.parametrize("guarded", [True, False])
def test_a_row_that_a_stranger_holds_delays_its_own_match_alone(cast, monkeypatch, guarded):
    """The control: a statement that waits for the row keeps the moves of all the others."""
    matches = tables(cast, 5)
    held = matches[2]
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
    assert early == ({match.id for match in matches if match is not held} if guarded else set())
    assert {outcome.kind for outcome in outcomes} == {"applied"}
    for match in matches:
        check_log(match.id)


def test_a_statement_that_fails_fails_only_for_the_match_that_broke_it(cast, alone):
    """One brings a client id that another process has written already: the database refuses the whole statement."""
    matches = tables(cast, 4)
    same = uuid.uuid4()
    away_from_here = Hall()

    async def scenario():
        await all_live(matches)
        broken = matches[1]
        try:
            seat = to_act(broken)
            moved = await play.submit_in(
                away_from_here, match_id=broken.id, seat=seat, moves=[{"type": "kick"}], client_id=same, v=0
            )
            assert moved.kind == "applied"
            runtime = hall().runtime(broken.id)
            # This process has seen that version and, for the test, not the client id that led to it.
            async with runtime.lock:
                await runtime.catch_up()
            runtime.clients.clear()
            alone.clear()
            fine = [match for match in matches if match is not broken]
            return await asyncio.gather(
                kick(broken, 1, other(seat), same),
                *(kick(match, hall().runtime(match.id).row.version) for match in fine),
            )
        finally:
            await away_from_here.close()

    outcomes = run(scenario)
    assert [outcome.kind for outcome in outcomes] == ["repeat", "applied", "applied", "applied"]
    assert outcomes[0].v == 1
    assert sorted(alone) == sorted(match.id for match in matches), "the statement was refused, and each went alone"
    assert [check_log(match.id).version for match in matches] == [2, 1, 1, 1]


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


@contextmanager
def nobody_reads(server):
    """PostgreSQL's process ``server`` is held: it may be quick enough to make room while the kernel still takes."""
    os.kill(server, signal.SIGSTOP)
    try:
        while Path(f"/proc/{server}/stat").read_text().rpartition(") ")[2][0] != "T":
            time.sleep(0.001)
        yield
    finally:
        os.kill(server, signal.SIGCONT)


def test_more_than_the_kernel_takes_at_once_is_sent_in_pieces(cast, monkeypatch):
    matches = tables(cast, 20)
    pushed = []
    push, write = Pen._push, Pen.write

    def narrowly(pen, body, answers):
        narrow = socket.socket(fileno=pen.socket)
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        narrow.detach()
        with nobody_reads(pen.link.info.backend_pid):
            write(pen, body, answers)

    async def noted(pen):
        pushed.append(pen)
        await push(pen)

    monkeypatch.setattr(Pen, "_push", noted)

    async def scenario():
        await all_live(matches)
        monkeypatch.setattr(Pen, "write", narrowly)
        return [await together(matches) for _ in range(3)]

    rounds = run(scenario)
    assert len(pushed) == 3
    assert {outcome.kind for outcomes in rounds for outcome in outcomes} == {"applied"}
    for match in matches:
        check_log(match.id)


def test_who_gave_up_before_the_statement_went_out_is_not_written(cast, sent):
    matches = tables(cast, 2)

    async def scenario():
        await all_live(matches)
        sent.clear()
        given_up = asyncio.create_task(kick(matches[1], 0))
        stays = asyncio.create_task(kick(matches[0], 1))
        await asyncio.sleep(0)
        given_up.cancel()
        return await asyncio.gather(given_up, stays, return_exceptions=True)

    given_up, stays = run(scenario)
    assert isinstance(given_up, asyncio.CancelledError)
    assert stays.kind == "applied"
    assert sent == [1]
    assert [check_log(match.id).version for match in matches] == [2, 0]


def test_a_process_that_ends_waits_for_what_is_under_way_and_refuses_the_rest(cast):
    matches = tables(cast, 2)

    async def scenario():
        await all_live(matches)
        here = hall()
        under_way = asyncio.create_task(kick(matches[0], 1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        closing = asyncio.create_task(here.ledger.close())
        outcome = await under_way
        await closing
        return outcome, await kick(matches[1], 0)

    under_way, late = run(scenario)
    assert under_way.kind == "applied"
    assert late.kind == "applied", "without the ledger a move is written alone"
    assert [check_log(match.id).version for match in matches] == [2, 1]


def test_a_pool_of_one_connection_has_no_ledger(cast):
    match = duel(cast.anna, cast.bruno)
    small = Hall(min_pool=1, max_pool=1)

    async def scenario():
        await start(match)
        try:
            assert not small.ledger.used
            seat = to_act(match)
            return await play.submit_in(
                small, match_id=match.id, seat=seat, moves=[{"type": "kick"}], client_id=uuid.uuid4(), v=0
            )
        finally:
            await small.close()

    assert run(scenario).kind == "applied"
    assert check_log(match.id).version == 1


def test_the_sweep_gives_the_connections_back(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await all_live([match])
        assert len(hall().ledger._pens) == 1
        await hall().settle()
        assert hall().ledger._pens == []
        return await kick(match, 1)

    assert run(scenario).kind == "applied"
    assert Match.objects.get(pk=match.pk).version == 2
    assert ledger.PENS >= 1
