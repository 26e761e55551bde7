"""Cost of a match in memory: bringing a long one back, and keeping silent sockets.

The first is processor time of this process, the database's own not in it. For the second the server's pings come more
often: ten times to say what a socket costs, a thousand times so that a minute and a half stands for a day.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
import uuid
from typing import Any

import pytest
from websockets.frames import Opcode

import engines
from league.players.models import User
from matches.live import moves as play
from matches.live.running import Hall, hall
from matches.models import Match
from matches.replay import playback
from tests.benchmarks.driver import cpu_seconds, server
from tests.live.sockets import sit
from tests.matches.table import bot, duel, run, start
from tests.server import Web
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

EVENTS = size(200, 600)
SOCKETS, SECONDS = size(20, 200), size(15, 120)
SHORTER = 10
PING_SECONDS = 20
"""Between two pings of the server as it is run."""
HURRIED, HOURS = 1000, size(2, 24)
"""In a hurried day the server pings so many times as often; how much of the day is gone through."""


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
    steps = sum(1 for _ in playback.steps(row))
    whole = (time.process_time() - began) * 1000
    assert steps >= events > 0
    with capsys.disabled():
        print(f"\n{slug}: {events} events; into memory {took:.1f} ms of CPU, replayed with every view {whole:.0f} ms")


class Pings:
    """Counts the pings that a client is sent, and answers them as the library does."""

    def __init__(self, link: Any) -> None:
        self.count, self._answer = 0, link.process_event
        link.process_event = self

    def __call__(self, event: Any) -> None:
        self.count += getattr(event, "opcode", None) is Opcode.PING
        self._answer(event)


async def idle(web: Web, match: Match, sockets: int, seconds: float, least: int = 0) -> tuple[float, int]:
    """Sockets at which nobody says anything for so long, and until each was sent ``least`` pings; the server's
    processor time, and the fewest pings of one.

    A socket that the server closes ends it with an error: each must still answer at the end.
    """
    ready, leave = asyncio.Barrier(sockets + 1), asyncio.Event()
    pings: list[Pings] = []

    async def one() -> None:
        async with sit(web.port, match) as table:
            pings.append(Pings(table.link))
            await table.until("full")
            await ready.wait()
            await leave.wait()
            await table.say(t="ping", n=1)
            await table.until("pong")

    assert web.child
    async with asyncio.timeout(seconds + least * 10 * PING_SECONDS / HURRIED + 120), asyncio.TaskGroup() as group:
        for _ in range(sockets):
            group.create_task(one())
        await ready.wait()
        began = cpu_seconds(web.child.pid)
        await asyncio.sleep(seconds)
        while min(ping.count for ping in pings) < least:
            await asyncio.sleep(0.1)
        spent = cpu_seconds(web.child.pid) - began
        leave.set()
    return spent, min(ping.count for ping in pings)


def pinging(shorter: float, patience: float) -> Web:
    """The server, its pings ``shorter`` times as often; who does not answer for ``patience`` seconds is let go."""
    web = server("application")
    for option, value in (("--ws-ping-interval", PING_SECONDS / shorter), ("--ws-ping-timeout", patience)):
        web.command[web.command.index(option) + 1] = str(value)
    return web


def test_idle_sockets(db, capsys):
    """Measure a minute of a silent socket; none is closed."""
    web, match = pinging(SHORTER, PING_SECONDS / SHORTER), duel(bot(), bot(), bot_seconds=3600)
    web.start()
    try:
        spent, _pings = asyncio.run(idle(web, match, SOCKETS, SECONDS))
    finally:
        web.stop()
    with capsys.disabled():
        print(
            f"\n{SOCKETS} idle sockets for {SECONDS * SHORTER / 60:.0f} minutes in {SECONDS} s: none closed, "
            f"{spent / SECONDS * 100:.1f}% of a core (load of the machine {os.getloadavg()[0]:.1f})"
        )


def test_a_day_of_idle_sockets(db, capsys):
    """As many pings as in a day, in a minute and a half: nobody is let go."""
    web, match = pinging(HURRIED, PING_SECONDS), duel(bot(), bot(), bot_seconds=3600)
    web.start()
    began = time.monotonic()
    try:
        _spent, pings = asyncio.run(idle(web, match, 10, 0, HOURS * 3600 // PING_SECONDS))
    finally:
        web.stop()
    with capsys.disabled():
        print(
            f"\n10 idle sockets through {pings} pings each, those of {pings * PING_SECONDS / 3600:.0f} hours, "
            f"in {time.monotonic() - began:.0f} s: none closed"
        )
