"""The database cuts its connections in the middle of statements: nothing acknowledged is lost, nothing is doubled.

The control believes that a statement that was cut off was written, and must be found to have lost moves.
"""

from __future__ import annotations

import asyncio
import random
import time

import psycopg
import pytest

from league.players.models import User
from matches.live import moves
from matches.live.outcomes import Outcome
from matches.store.database import conninfo
from tests.faults.records import tell
from tests.live.players import Player, all_there
from tests.live.sockets import cookie_of, serving
from tests.matches.table import duel, until_one_waits
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

CUT = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = 'tabellone matches' AND datname = current_database()"""


async def cut_in_the_middle(link: psycopg.AsyncConnection) -> None:
    """Cut the connections while a move's statement is under way: a lock keeps it from coming to its end."""
    async with await psycopg.AsyncConnection.connect(conninfo()) as holder:
        await holder.execute("LOCK TABLE matches_matchevent IN ACCESS EXCLUSIVE MODE")
        await until_one_waits()
        await link.execute(CUT)
        await holder.rollback()


def test_connections_that_are_cut_lose_no_move(db, monkeypatch):
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(4)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100000}) for n in (0, 2)]
    players = [Player(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]
    cuts, hit, after_loss, chance = size(10, 100), [], moves._after_loss, random.Random(11)

    async def noted(runtime, client_id):
        hit.append(client_id)
        return await after_loss(runtime, client_id)

    monkeypatch.setattr(moves, "_after_loss", noted)

    async def scenario(port: int) -> int:
        cut = 0
        tasks = [asyncio.create_task(player.play(port)) for player in players]
        while not all(player.acknowledged for player in players):
            await asyncio.sleep(0.05)
        async with await psycopg.AsyncConnection.connect(conninfo(), autocommit=True) as link:
            while cut < cuts:
                await asyncio.sleep(chance.uniform(0.05, 0.4))
                cut += (await (await link.execute(CUT)).fetchone())[0]
            while not hit:
                await cut_in_the_middle(link)
                await asyncio.sleep(0.1)
        before = [len(player.acknowledged) for player in players]
        async with asyncio.timeout(30):  # play goes on
            while not all(len(player.acknowledged) > was for player, was in zip(players, before, strict=True)):
                await asyncio.sleep(0.1)
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 20)
        return cut

    with serving() as port:
        cut = asyncio.run(asyncio.wait_for(scenario(port), 120 + 2 * cuts))
    total = sum(all_there(match, *players[2 * n : 2 * n + 2]) for n, match in enumerate(games))
    assert cut >= cuts and hit
    tell("database_connections_cut", tried=cut, moves=total)
    print(f"{cut} connections cut, {len(hit)} moves hit, {total} acknowledged moves, none lost")


def test_what_was_cut_off_and_is_believed_to_be_written_is_lost(db, monkeypatch):
    """The control: the same cuts, and nobody asks the log what became of the move before it is acknowledged."""
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(4)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100000}) for n in (0, 2)]
    players = [Player(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]

    async def believed(runtime, _client_id):
        return Outcome("applied", runtime.row.version + 1)

    monkeypatch.setattr(moves, "_after_loss", believed)

    async def lost(link: psycopg.AsyncConnection) -> set[str]:
        told = {client_id for player in players for client_id in player.acknowledged}
        found = await (await link.execute("SELECT client_id::text FROM matches_matchevent")).fetchall()
        return told - {client_id for (client_id,) in found}

    async def scenario(port: int) -> set[str]:
        tasks = [asyncio.create_task(player.play(port)) for player in players]
        while not all(player.acknowledged for player in players):
            await asyncio.sleep(0.05)
        async with await psycopg.AsyncConnection.connect(conninfo(), autocommit=True) as link:
            end = time.monotonic() + 60
            while not (found := await lost(link)) and time.monotonic() < end:
                await cut_in_the_middle(link)
                await asyncio.sleep(0.05)  # the acknowledgement is on its way
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 20)
        return found

    with serving() as port:
        found = asyncio.run(asyncio.wait_for(scenario(port), 120))
    assert found, "the cuts were not noticed"
