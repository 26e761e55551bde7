"""What it costs to have a match in memory: to bring a long one back, and to keep sockets at which nobody says anything.

The first is processor time of this process, the database's own not in it. For the second the server's pings and its
clients' patience are set ten times shorter, so that a minute stands for ten.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
import uuid

import pytest

import engines
from league.players.models import User
from matches import play, replay
from matches.hall import Hall, hall
from matches.models import Match
from tests.benchmarks.driver import cpu_seconds, server
from tests.live.sockets import sit
from tests.matches.table import bot, duel, run, start
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

EVENTS = size(200, 600)
SOCKETS, SECONDS = size(20, 200), size(15, 120)
SHORTER = 10


async def played(match: Match, events: int) -> int:
    """Play ``match`` at random until its log has so many rows, or its end; how many it has."""
    chance = random.Random(7)
    await start(match)
    runtime = hall().runtime(match.id)
    while runtime.row.version < events and runtime.row.status == "live":
        seat = runtime.game.to_act(runtime.state)[0]
        move = chance.choice(runtime.game.legal(runtime.state, seat))
        done = await play.submit(
            match_id=match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=runtime.row.version
        )
        assert done.done, done
    return runtime.row.version


async def loaded(match: Match) -> float:
    """Milliseconds to bring ``match`` into a memory that does not have it."""
    here = Hall()
    async with here.connection():
        pass  # the connection is there already in a process that serves
    began = time.process_time()
    await here.runtime(match.id).ensure()
    took = time.process_time() - began
    await here.close()
    return took * 1000


@pytest.mark.parametrize("slug", ["duel", *(slug for slug in engines.games() if slug != "duel")])
def test_a_long_match_comes_back(db, capsys, slug):
    options = {"kicks": EVENTS + 100} if slug == "duel" else None
    people = [User.objects.create(kind="guest", nickname=uuid.uuid4().hex[:12]) for _ in range(2)]
    match = duel(*people, game=slug, options=options)

    async def scenario() -> tuple[int, float]:
        found = await played(match, EVENTS)
        return found, min([await loaded(match) for _ in range(5)])

    events, took = run(scenario, 240)
    row = Match.objects.get(pk=match.pk)
    began = time.process_time()
    steps = sum(1 for _ in replay.steps(row))
    whole = (time.process_time() - began) * 1000
    assert steps >= events > 0
    with capsys.disabled():
        print(f"\n{slug}: {events} events; into memory {took:.1f} ms of CPU, replayed with every view {whole:.0f} ms")


def test_idle_sockets(db, capsys):
    """Nobody says anything and nobody is let go; what a minute of a socket costs."""
    web = server("application")
    for option in ("--ws-ping-interval", "--ws-ping-timeout"):
        place = web.command.index(option) + 1
        web.command[place] = str(float(web.command[place]) / SHORTER)
    match = duel(bot(), bot(), bot_seconds=3600)

    async def crowd() -> float:
        ready, leave = asyncio.Barrier(SOCKETS + 1), asyncio.Event()

        async def idle() -> None:
            async with sit(web.port, match) as table:
                await table.until("full")
                await ready.wait()
                await leave.wait()
                await table.say(t="ping", n=1)
                await table.until("pong")

        assert web.child
        async with asyncio.timeout(SECONDS + 120), asyncio.TaskGroup() as group:
            for _ in range(SOCKETS):
                group.create_task(idle())
            await ready.wait()
            began = cpu_seconds(web.child.pid)
            await asyncio.sleep(SECONDS)
            spent = cpu_seconds(web.child.pid) - began
            leave.set()
        return spent

    web.start()
    try:
        spent = asyncio.run(crowd())
    finally:
        web.stop()
    with capsys.disabled():
        print(
            f"\n{SOCKETS} idle sockets for {SECONDS * SHORTER / 60:.0f} minutes in {SECONDS} s: none closed, "
            f"{spent / SECONDS * 100:.1f}% of a core (load of the machine {os.getloadavg()[0]:.1f})"
        )
