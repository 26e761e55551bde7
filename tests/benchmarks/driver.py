"""The load driver: tables with two players and their spectators over real sockets, against a server process.

What a move costs is read from the accounts of the server's own process, so busy neighbours disturb it little; what the
engine took of it, the server tells itself (``tests.benchmarks.application``).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
import urllib.request
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import websockets

from tests.server import Web


def server(application: str) -> Web:
    """The web process as the platform runs it, with another application in it."""
    process = Web()
    process.command = [part.replace("deploy.asgi:", f"tests.benchmarks.{application}:") for part in process.command]
    return process


def cpu_seconds(pid: int) -> float:
    """Return user and system time of a process, to the nanosecond where ``/proc`` counts ticks of ten milliseconds."""
    return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid(3) makes the clock of a process


@dataclass(frozen=True)
class Cost:
    """The server's cost of one run."""

    moves: int
    seconds: float
    cpu: float
    rules: float
    """Seconds a move that the game's own rules took, measured in a short run of its own after this."""
    words: float
    """The same for what shows the game."""
    latencies: list[float]
    """Seconds from a move's sending until the other seat was shown it, sorted."""

    @property
    def us(self) -> float:
        """Processor time a move in microseconds, the game's own rules taken off."""
        return (self.cpu / self.moves - self.rules) * 1e6

    def told(self, title: str) -> str:
        """One line."""
        shares = f"rules {self.rules * 1e6:.0f}, scene and words {self.words * 1e6:.0f}"
        p50, p99 = (self.latencies[int(len(self.latencies) * part)] * 1e3 for part in (0.5, 0.99))
        return (
            f"{title:<34} {self.us:>5.0f} us of CPU a move beside {shares}; {self.moves / self.seconds:.0f} moves/s, "
            f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {100 * self.cpu / self.seconds:.0f}% of a core"
        )


@dataclass
class Load:
    """``tables``: match id, cookie of home, cookie of away."""

    web: Web
    tables: list[tuple[str, str, str]]
    watchers: int = 1
    pace: float = 0
    """Seconds between two moves of a match; 0 is a closed loop."""
    moves: int = 0
    frames: int = 0
    """Frames that everybody was sent."""
    octets: int = 0
    over: set[str] = field(default_factory=set)
    """Matches that ended."""
    latencies: list[float] = field(default_factory=list)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)

    def link(self, match: str, cookie: str) -> Any:
        return websockets.connect(
            f"ws://127.0.0.1:{self.web.port}/ws/matches/{match}/",
            additional_headers={"Cookie": cookie} if cookie else {},
            origin=f"http://127.0.0.1:{self.web.port}",
            compression=None,
            open_timeout=120,  # everybody comes at once, on a machine that may be busy
            ping_interval=None,
            max_queue=None,
            max_size=None,
        )

    async def seat(self, match: str, cookie: str) -> None:
        chance, tasks = random.Random(match), set()
        async with self.link(match, cookie) as link:
            answered = -1
            async for text in link:
                self.count(text)
                frame = msgspec.json.decode(text)
                if frame.get("status") in ("finished", "void"):
                    self.over.add(match)
                if frame["t"] not in ("full", "step") or not frame["choices"] or frame["v"] <= answered:
                    continue
                answered = frame["v"]
                begun = self.sent.pop((match, answered), None)
                if begun is not None:
                    self.latencies.append(time.perf_counter() - begun)
                task = asyncio.create_task(self.move(link, match, frame, chance))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

    async def move(self, link: Any, match: str, frame: dict[str, Any], chance: random.Random) -> None:
        if self.pace:
            await asyncio.sleep(self.pace * chance.uniform(0.5, 1.5))
        move = chance.choice(frame["choices"])["move"]
        said = {"t": "move", "id": str(uuid.uuid4()), "v": frame["v"], "moves": [move]}
        self.sent[match, frame["v"] + 1] = time.perf_counter()
        self.moves += 1
        with contextlib.suppress(websockets.ConnectionClosed):
            await link.send(json.dumps(said))

    async def watch(self, match: str) -> None:
        async with self.link(match, "") as link:
            async for text in link:
                self.count(text)

    def count(self, text: str) -> None:
        self.frames += 1
        self.octets += len(text)

    async def run(self, seconds: float) -> Cost:
        """Bring everybody to the table, play on for a while, then measure, with the engines' share."""
        return await self.play(seconds, clocks=True)

    async def play(self, seconds: float, *, clocks: bool = False) -> Cost:
        """``run``; the engines' share is measured only with ``clocks``."""
        async with self.playing():
            cpu, moves, began = self.cpu(), self.moves, time.perf_counter()
            await asyncio.sleep(seconds)
            spent, made, took = self.cpu() - cpu, self.moves - moves, time.perf_counter() - began
            latencies = sorted(self.latencies) or [0.0]
            rules, words = await self.shares(seconds / 3) if clocks else (0.0, 0.0)
        return Cost(made, took, spent, rules, words, latencies)

    @contextlib.asynccontextmanager
    async def playing(self, warm: int = 3) -> AsyncIterator[None]:
        """Bring everybody to the table and wait for ``warm`` moves a table; they play until the block ends."""
        tasks = []
        for match, home, away in self.tables:
            tasks += [asyncio.create_task(self.watch(match)) for _ in range(self.watchers)]
            tasks += [asyncio.create_task(self.seat(match, cookie)) for cookie in (home, away)]
        try:
            async with asyncio.timeout(300):
                while self.moves < warm * len(self.tables):
                    await asyncio.sleep(0.1)
                    for task in tasks:
                        if task.done():
                            task.result()  # nobody leaves by itself: raise what ended it
            self.latencies.clear()
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def shares(self, seconds: float) -> tuple[float, float]:
        """Seconds a move that the game's rules, and what shows it, take: measured under the clock."""
        before, moves = await self.account("?clocks=on"), self.moves
        await asyncio.sleep(seconds)
        after, timed = await self.account("?clocks=off"), max(1, self.moves - moves)
        rules, words = ((after[kind] - before[kind]) / timed for kind in ("rules", "words"))
        return rules, words

    def cpu(self) -> float:
        assert self.web.child
        return cpu_seconds(self.web.child.pid)

    async def account(self, asked: str = "") -> dict[str, float]:
        def ask() -> dict[str, float]:
            with urllib.request.urlopen(f"{self.web.url}/engine{asked}", timeout=10) as answer:
                found: dict[str, float] = json.load(answer)
                return found

        return await asyncio.to_thread(ask)
