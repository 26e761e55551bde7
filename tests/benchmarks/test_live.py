"""What a live move costs the server: durable, with every frame written out.

``TABELLONE_LONG=1 python -m pytest tests/benchmarks -s`` prints the figures; the short run only checks that the driver
works and that a move costs less than a bound that holds on a busy machine. The engine is the tests' small game: its
own share is measured apart and taken off.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engines.core.dice import SeededDice
from league.players.models import User
from matches.models import Match
from tests.live.sockets import Table, cookie_of, sit
from tests.matches.duel import GAME
from tests.matches.table import check_log, duel
from tests.server import Web
from tests.sizes import LONG, size

pytestmark = [pytest.mark.django_db(transaction=True)]

TICKS = os.sysconf("SC_CLK_TCK")


def web() -> Web:
    process = Web()
    process.command = [part.replace("deploy.asgi:", "tests.benchmarks.application:") for part in process.command]
    return process


def cpu_seconds(pid: int) -> float:
    """User and system time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def engine_seconds(kicks: int) -> float:
    """What the small game itself needs for one decision with its three views."""
    state, _ = GAME.new({"kicks": kicks + 1}, {}, SeededDice(1))
    dice = SeededDice(2)
    began = time.process_time()
    for _ in range(kicks):
        seat = GAME.to_act(state)[0]
        state, events = GAME.apply(state, seat, {"type": "kick"}, dice)
        GAME.commentary(events)
        GAME.to_wire(state)
        for viewer in ("home", "away", None):
            view = GAME.view(state, viewer)
            GAME.prompt(view, viewer or "home")
        GAME.scene(view)
        GAME.choices(view, GAME.to_act(state)[0], GAME.legal(state, GAME.to_act(state)[0]))
        GAME.clock(view)
    return (time.process_time() - began) / kicks


@dataclass
class Load:
    """One run: ``matches`` tables with two players and ``watchers`` spectators each."""

    port: int
    tables: list[tuple[Match, str, str]]
    watchers: int = 1
    pace: float = 0
    """Seconds between two moves of a match; 0 is a closed loop."""
    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    stop: bool = False
    sent: dict[tuple[str, int], float] = field(default_factory=dict)

    async def seat(self, match: Match, cookie: str) -> None:
        async with sit(self.port, match, cookie) as table:
            await table.until_live()
            while not self.stop:
                if table.state["choices"]:
                    if self.pace:
                        await asyncio.sleep(self.pace)
                    before = table.v
                    self.sent[str(match.pk), before + 1] = time.perf_counter()
                    await table.move()
                    await self.beyond(table, before)
                    self.moves += 1
                else:
                    before = table.v
                    await self.beyond(table, before)
                    sent = self.sent.pop((str(match.pk), table.v), None)
                    if sent is not None:
                        self.latencies.append(time.perf_counter() - sent)

    async def beyond(self, table: Table, v: int) -> None:
        while table.v == v and not self.stop:
            try:
                await table.read(1)
            except TimeoutError:
                continue
            table.frames.clear()
            table.texts.clear()

    async def watch(self, match: Match) -> None:
        async with sit(self.port, match) as table:
            while not self.stop:
                try:
                    await asyncio.wait_for(table.link.recv(), 1)
                except TimeoutError:
                    continue

    async def run(self, pid: int, seconds: float) -> tuple[float, int]:
        """CPU seconds and moves of the measured time."""
        async with asyncio.TaskGroup() as group:
            for match, home, away in self.tables:
                group.create_task(self.seat(match, home))
                group.create_task(self.seat(match, away))
                for _ in range(self.watchers):
                    group.create_task(self.watch(match))
            while self.moves < 5 * len(self.tables):
                await asyncio.sleep(0.1)
            self.latencies.clear()
            cpu, moves = cpu_seconds(pid), self.moves
            await asyncio.sleep(seconds)
            spent, made = cpu_seconds(pid) - cpu, self.moves - moves
            self.stop = True
        return spent, made


def seated(count: int) -> list[tuple[Match, str, str]]:
    tables = []
    for number in range(count):
        people = [User.objects.create(kind="guest", nickname=f"p{number}{side}") for side in "ha"]
        match = duel(*people, options={"kicks": 100000}, move_seconds=600)
        tables.append((match, *(cookie_of(person) for person in people)))
    return tables


def measure(title: str, *, matches: int, watchers: int, seconds: float, pace: float = 0) -> float:
    """CPU microseconds of the server a move, the engine's share taken off."""
    tables = seated(matches)
    server = web()
    server.start()
    try:
        load = Load(server.port, tables, watchers, pace)
        spent, made = asyncio.run(load.run(server.child.pid, seconds))
    finally:
        server.stop()
    for match, _home, _away in tables[:3]:
        check_log(match.id)
    own = engine_seconds(2000)
    cost = (spent / made - own) * 1e6
    slow = sorted(load.latencies)
    print(
        f"\n{title}: {made / seconds:.0f} moves/s, {cost:.0f} us of CPU a move (engine {own * 1e6:.0f} us taken off), "
        f"p50 {statistics.median(slow) * 1e3:.1f} ms, p99 {slow[int(len(slow) * 0.99)] * 1e3:.1f} ms, "
        f"{100 * spent / seconds:.0f}% of a core, load {os.getloadavg()[0]:.1f}"
    )
    return cost


def test_a_move_in_a_closed_loop(db):
    cost = measure("closed loop", matches=size(4, 50), watchers=1, seconds=size(2, 10))
    assert cost < 2000


@pytest.mark.skipif(not LONG, reason="the full counts, only in make test-long")
def test_two_hundred_matches_at_a_hundred_moves_a_second(db):
    measure("paced", matches=200, watchers=1, seconds=15, pace=2.0)


@pytest.mark.skipif(not LONG, reason="the full counts, only in make test-long")
def test_three_hundred_spectators(db):
    alone = measure("one match, no spectators", matches=1, watchers=0, seconds=8, pace=0.02)
    crowd = measure("one match, 300 spectators", matches=1, watchers=300, seconds=8, pace=0.2)
    print(f"a spectator costs {(crowd - alone) / 300:.1f} us a move")
