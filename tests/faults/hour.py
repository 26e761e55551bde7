"""Matches on several web processes over a database and its copy, and all faults that may befall them while they play.

Each client notes what it did and was told (``tests.live.history``). Stores begin in the thread of the test: the kernel
ends them with the thread that began them.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import websockets

from deploy import processes
from deploy.stores import Stores
from tests.faults.proxy import network
from tests.faults.test_failover import ask, receive, wait_for
from tests.faults.test_full_disk import fill
from tests.faults.test_kill_stores import configure, kill
from tests.live.history import History, violations
from tests.live.players import Player
from tests.live.sockets import sit
from tests.seed import sow
from tests.server import Process, Web, printed

IN_STEP = "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
SETTLED = (
    "SET max_wal_size = '96MB'",
    "SET min_wal_size = '32MB'",
    "SET wal_keep_size = '64MB'",
    "SET wal_retrieve_retry_interval = '200ms'",
)
"""Settings of both databases, whose disks are small."""


@dataclass
class Spectator:
    """Somebody who looks on and comes back whenever the line is cut."""

    match: Any
    name: str
    stop: bool = False
    history: History = field(default_factory=History)

    async def watch(self, *ports: int) -> None:
        v: int | None = None
        timeline: int | None = None
        for number, port in enumerate(itertools.cycle(ports)):
            if self.stop:
                return
            try:
                async with sit(port, self.match, v=v, timeline=timeline) as table:
                    table.v, table.timeline = -1 if v is None else v, timeline or 0
                    table.noted = partial(self.history.note, self.name, number)
                    while not self.stop:
                        with contextlib.suppress(TimeoutError):
                            await table.read(0.5)
                        v, timeline = (None if table.v < 0 else table.v), table.timeline
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(random.uniform(0.05, 0.2))


class Pair:
    """A database, a copy that every commit waits for, and Valkey. Either place may be the one that is written."""

    def __init__(self, first: Path, second: Path, cache: Path) -> None:
        sow(first)
        self.primary, self.copy, self.cache = Stores(first), Stores(second), Stores(cache)

    def __enter__(self) -> Pair:
        self.primary.start(valkey=False)
        self.cache.start(postgres=False)
        configure(self.primary, *SETTLED)
        receive(self.copy, self.primary)
        self.wait_for_the_copy()
        return self

    def __exit__(self, *_: object) -> None:
        for stores in (self.copy, self.primary, self.cache):
            stores.stop()

    def wait_for_the_copy(self) -> None:
        """Let every commit wait for the copy from now on."""
        configure(self.primary, "SET synchronous_standby_names = '*'")
        wait_for(self.primary, IN_STEP)

    @property
    def around(self) -> dict[str, str]:
        """The environment of the platform on whichever of the two can be written."""
        hosts = f"host={self.primary._sockets},{self.copy._sockets}&target_session_attrs=read-write"
        return processes.surroundings(
            "web",
            {
                **os.environ,
                "DATABASE_URL": f"postgresql://postgres@/tabellone?{hosts}",
                "VALKEY_URL": self.cache.valkey_url,
                "VALKEY_PREFIX": "hour",
                "DATABASE_POOL": "0",
                "DEMO": "0",
                "LOG_LEVEL": "ERROR",
            },
        )

    def promote(self) -> None:
        """Lose the database for good, go on with the copy, and make another copy where the old one was."""
        wait_for(self.primary, IN_STEP)
        assert self.primary.postgres
        os.killpg(self.primary.postgres.process.pid, signal.SIGKILL)
        self.primary.postgres.process.wait(timeout=10)
        self.primary, self.copy = self.copy, self.primary
        configure(self.primary, "SET synchronous_standby_names = ''")
        assert ask(self.primary, "SELECT pg_promote()")
        receive(self.copy, self.primary)
        self.wait_for_the_copy()

    def fill_the_disk(self, seconds: float) -> None:
        """Fill the disk of the database that is written for so long; a database that died of it is started again."""
        fill(self.primary.folder, self.primary.database_url)
        time.sleep(seconds)
        (self.primary.folder / "filler").unlink()
        if self.primary.postgres and self.primary.postgres.poll() is not None:
            self.primary.start_postgres()


@dataclass
class Befallen:
    """A fault: when it began and ended, by the clock of the notes."""

    fault: str
    began: float
    ended: float


class Hour:
    """Matches of two people and a spectator each, on some web processes, in a thread of their own."""

    def __init__(
        self,
        around: dict[str, str],
        folder: Path,
        *,
        matches: int,
        webs: int = 1,
        application: str = "tests.live.application",
        pause: float = 0.02,
    ) -> None:
        self.around, self.chance = around, random.Random(36)
        self.seats = json.loads(printed(["-m", "tests.faults.seats", "open", str(matches)], around))
        self.webs: list[Web] = []
        self.leaps = [folder / f"leap{number}" for number in range(webs)]
        for leap in self.leaps:
            leap.write_text("0")
            web = Web(around={**around, "TABELLONE_TEST_LEAP": str(leap)})
            web.command = [part.replace("deploy.asgi:", f"{application}:") for part in web.command]
            self.webs.append(web)
        self.players: list[list[Player]] = []
        self.spectators: list[Spectator] = []
        for match, *cookies in self.seats:
            row = SimpleNamespace(pk=match)
            self.players.append([Player(row, cookie, pause=pause, visit=30) for cookie in cookies])  # type: ignore[arg-type]
            self.spectators.append(Spectator(row, f"spectator of {match}"))
        self.befallen: list[Befallen] = []
        self.cut: Callable[[], None] = lambda: None
        self.wrong: list[BaseException] = []
        self.playing = threading.Thread(target=self._run, name="clients")

    def __enter__(self) -> Hour:
        for web in self.webs:
            web.start()
        self.playing.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.let_everybody_stop()
        for web in self.webs:
            web.signal(signal.SIGCONT)
            web.stop()

    def let_everybody_stop(self) -> None:
        for client in [*itertools.chain(*self.players), *self.spectators]:
            client.stop = True
        self.playing.join(60)

    def _run(self) -> None:
        try:
            asyncio.run(self._everybody())
        except BaseException as error:
            self.wrong.append(error)

    async def _everybody(self) -> None:
        loop = asyncio.get_running_loop()
        async with contextlib.AsyncExitStack() as lines:
            nets = [await lines.enter_async_context(network(web.port)) for web in self.webs]
            self.cut = lambda: [loop.call_soon_threadsafe(net.cut) for net in nets] and None  # type: ignore[func-returns-value]
            ports = [net.port for net in nets]
            async with asyncio.TaskGroup() as group:
                for number, (pair, spectator) in enumerate(zip(self.players, self.spectators, strict=True)):
                    for seat, player in enumerate(pair):
                        group.create_task(player.play(*_turned(ports, number + seat)))
                    group.create_task(spectator.watch(*_turned(ports, number + 2)))

    def goes_on(self, seconds: float, moves: int = 1) -> None:
        """Every match is moved so many times more within so many seconds."""
        before, deadline = self._moved(), time.monotonic() + seconds
        while not all(now >= was + moves for now, was in zip(self._moved(), before, strict=True)):
            assert not self.wrong, self.wrong
            assert time.monotonic() < deadline and self.playing.is_alive(), "play does not go on"
            time.sleep(0.1)

    def _moved(self) -> list[int]:
        return [sum(len(player.acknowledged) for player in pair) for pair in self.players]

    # ── faults ──
    def befall(self, fault: str, act: Callable[[], None]) -> None:
        """Let a fault happen, and note when."""
        began = time.monotonic()
        act()
        self.befallen.append(Befallen(fault, began, time.monotonic()))
        assert not self.wrong, self.wrong

    def faults(self, pair: Pair) -> dict[str, Callable[[], None]]:
        """All that may befall them, by its name in ``tests.faults.catalogue``."""
        return {
            "web_killed": self._kill,
            "web_stopped": self._stop,
            "lines_cut": lambda: self.cut(),
            "clock_leaps": self._leap,
            "valkey_emptied": lambda: _unmeasured(kill(pair.cache, "valkey", pair.cache.folder)),
            "postgresql_killed": lambda: _unmeasured(kill(pair.primary, "postgres", pair.primary.folder)),
            "postgresql_promoted": pair.promote,
            "disk_full": lambda: pair.fill_the_disk(2),
        }

    def _kill(self) -> None:
        web = self.chance.choice(self.webs)
        web.kill()
        Process.start(web)  # without waiting until it answers: the others do

    def _stop(self) -> None:
        """Stop a process for some seconds and let it go on, as a machine that swaps does."""
        web = self.chance.choice(self.webs)
        web.signal(signal.SIGSTOP)
        time.sleep(self.chance.uniform(1, 4))
        web.signal(signal.SIGCONT)

    def _leap(self) -> None:
        self.chance.choice(self.leaps).write_text(str(self.chance.choice([-60, -20, -5, 0, 5, 20, 60])))

    # ── what is said of it ──
    def violations(self) -> list[str]:
        """Hold what everybody noted against the logs; ``TABELLONE_HISTORY`` names a folder that keeps the notes."""
        found = []
        logs = json.loads(
            printed(["-m", "tests.faults.seats", "log", *(match for match, *_ in self.seats)], self.around)
        )
        for log, (match, *_cookies), pair, spectator in zip(
            logs, self.seats, self.players, self.spectators, strict=True
        ):
            histories = [*(player.history for player in pair), spectator.history]
            whole = History([note for history in histories for note in history.notes])
            found += [f"{match}: {wrong}" for wrong in violations(whole.notes, log)]
            if folder := os.environ.get("TABELLONE_HISTORY"):
                whole.write(Path(folder) / f"{match}.jsonl")
        return found

    def acknowledged(self) -> int:
        return sum(self._moved())

    def lost(self) -> int:
        """Count the acknowledged moves that lay behind the end of a database that went on."""
        return sum(len(player.lost) for pair in self.players for player in pair)

    def waits(self) -> dict[str, list[float]]:
        """Give, for each fault, the seconds from its beginning until every match had been moved again."""
        oks = [
            sorted(note.at for player in pair for note in player.history.notes if note.what == "ok")
            for pair in self.players
        ]
        found: dict[str, list[float]] = {}
        for befallen in self.befallen:
            since = [next((at for at in each if at > befallen.began), float("inf")) for each in oks]
            found.setdefault(befallen.fault, []).append(max(since) - befallen.began)
        return found

    def told(self) -> Iterator[str]:
        for fault, waits in sorted(self.waits().items()):
            usual, most = statistics.median(waits), max(waits)
            yield f"{fault}: {len(waits)} times, play went on after {usual:.1f} s, at most {most:.1f} s"


def _turned(ports: list[int], by: int) -> list[int]:
    by %= len(ports)
    return [*ports[by:], *ports[:by]]


def _unmeasured(_seconds: float) -> None:
    """A fault whose length is noted with the others."""
