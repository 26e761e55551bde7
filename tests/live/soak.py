"""Parts of a soak: rooms of two seats that play match after match at a slow pace, and readings of the server.

Each seat is a socket that waits until what it sent is acknowledged; the server is the application of the load driver,
which tells what it holds. Nothing here judges: ``tests.live.test_soak`` does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import time
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import websockets
from django.db import connection

from matches.store.database import conninfo
from tests.live.sockets import Table, sit
from tests.server import Web

BETWEEN = 0.15
"""Seconds between two rooms that begin."""
SHORT = 10
"""One in so many rooms gives its first match up, after ``SHORT_MOVES``: what the end of a match opens when it is needed
first is open before the halves are compared, though no game is over so soon."""
SHORT_MOVES = 4


@dataclass(frozen=True)
class Reading:
    """The server at one moment."""

    at: float
    rss: int
    """Kilobytes of memory that are really there."""
    files: int
    """Open descriptors, sockets among them."""
    threads: int
    tasks: int
    """Coroutines of its loop."""
    rooms: int
    """Matches in its memory."""
    sockets: int
    links: int
    """Connections that the database has, of whatever process."""

    def told(self) -> str:
        """One line."""
        return (
            f"{self.at / 60:>5.1f} min: {self.rss / 1024:.1f} MB, {self.files} descriptors, {self.threads} threads, "
            f"{self.tasks} tasks, {self.rooms} matches, {self.sockets} sockets, {self.links} database connections"
        )


def read(web: Web, at: float) -> Reading:
    """Read the state of ``web``."""
    assert web.child
    here = Path(f"/proc/{web.child.pid}")
    status = dict(line.split(":", 1) for line in (here / "status").read_text().splitlines())
    with urllib.request.urlopen(f"{web.url}/inside", timeout=20) as answer:
        inside = json.load(answer)
    with psycopg.connect(conninfo()) as link:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        row = link.execute(asked).fetchone()
    assert row
    files = len(os.listdir(here / "fd"))
    return Reading(at, int(status["VmRSS"].split()[0]), files, int(status["Threads"]), links=row[0], **inside)


@dataclass
class Soak:
    """Rooms that play on until they are told to stop."""

    port: int
    pace: float
    """Seconds between two moves of a room, in the mean."""
    began: float = field(default_factory=time.monotonic)
    sent: int = 0
    acknowledged: dict[uuid.UUID, dict[str, int]] = field(default_factory=dict)
    """For each match, the version that each client id was said to have led to."""
    latencies: list[tuple[float, float]] = field(default_factory=list)
    """When a move was sent, seconds since the beginning, and how long until the other seat was shown it."""
    drifts: list[tuple[float, float]] = field(default_factory=list)
    """When a frame came, and how far the time in it lay behind this machine's, in seconds."""
    wrong: list[Any] = field(default_factory=list)
    """Frames that should not have come."""
    ended: dict[uuid.UUID, bool] = field(default_factory=dict)
    """Matches that were played to their end."""
    returns: int = 0
    """The number of clients sent away, or told to try again, that did."""
    broken: bool = False
    short: set[uuid.UUID] = field(default_factory=set)
    """Matches that are given up early."""
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _sent_at: dict[tuple[uuid.UUID, int], float] = field(default_factory=dict)

    async def room(self, number: int, matches: Iterator[Any], cookies: tuple[str, str]) -> None:
        """Match after match of the same two. Rooms come one by one: a storm is another test's (``test_storm``)."""
        chance = random.Random(number)
        await asyncio.sleep(number * BETWEEN)
        began = number % SHORT != 0  # the others play every match to its end
        try:
            while not self.stopping.is_set():
                match = next(matches)
                if not began:
                    self.short.add(match.pk)
                began = True
                self.acknowledged[match.pk] = {}
                async with asyncio.TaskGroup() as both:
                    for cookie in cookies:
                        both.create_task(self._seat(match, cookie, chance))
        except BaseException:
            self.broken = True  # a wait may swallow that it is cancelled: everybody looks at this
            self.stopping.set()
            raise

    async def _seat(self, match: Any, cookie: str, chance: random.Random) -> None:
        """One side of a match to its end. Who is sent away comes again, as our page does, with what it waits for."""
        waits: dict[str, Any] = {}
        while not self.stopping.is_set() or (waits and not self.broken):
            try:
                async with sit(self.port, match, cookie, patience=60) as table:
                    if waits:
                        await table.say(**waits)
                    await self._play(match, table, chance, waits)
                    return
            except (OSError, websockets.WebSocketException):
                self.returns += 1
                await asyncio.sleep(chance.uniform(0.5, 1.5))

    async def _play(self, match: Any, table: Table, chance: random.Random, waits: dict[str, Any]) -> None:
        """``waits``: the frame whose answer has not come, empty if none is awaited."""
        answered, due = -1, None
        while not self.stopping.is_set() or (waits and not self.broken):
            with contextlib.suppress(TimeoutError):
                frame = await table.read(1 if due is None else min(1, max(0.001, due - time.monotonic())))
                await self._look(match, table, frame, waits)
            if table.state.get("status") == "finished" and not waits:
                self.ended[match.pk] = True
                return
            if waits or not table.state.get("choices") or table.v <= answered:
                due = None
            elif due is None:
                due = time.monotonic() + self.pace * chance.uniform(0.5, 1.5)
            elif time.monotonic() >= due:
                answered, due = table.v, None
                self._sent_at[match.pk, table.v + 1] = time.monotonic()
                self.sent += 1
                waits |= {"t": "resign", "id": str(uuid.uuid4())}
                if match.pk not in self.short or table.v < SHORT_MOVES:
                    move = chance.choice(table.state["choices"])["move"]
                    waits |= {"t": "move", "v": table.v, "moves": [move]}
                await table.say(**waits)

    async def _look(self, match: Any, table: Table, frame: dict[str, Any], waits: dict[str, Any]) -> None:
        """Note what ``frame`` tells; ``waits`` is emptied by its answer, and said again to a server that is busy."""
        table.frames.clear()
        table.texts.clear()
        now = time.monotonic()
        if frame["t"] in ("full", "step"):
            self.drifts.append((now - self.began, time.time() - frame["clock"]["now"] / 1000))
            if frame.get("choices") and (sent := self._sent_at.pop((match.pk, frame["v"]), None)) is not None:
                self.latencies.append((sent - self.began, now - sent))
        if frame["t"] == "ack":
            self.acknowledged[match.pk][frame["id"]] = frame["v"]
            if frame["id"] == waits.get("id"):
                waits.clear()
        elif frame["t"] == "error" and frame["code"] == "busy" and waits:
            self.returns += 1
            await asyncio.sleep(1)
            await table.say(**waits)
        elif frame["t"] in ("error", "stale"):
            self.wrong.append(frame)
            waits.clear()


def nothing_lost(acknowledged: dict[uuid.UUID, dict[str, int]]) -> int:
    """Assert that every acknowledged move is in the log where it was said to be; how many there are."""
    total = 0
    asked = "SELECT client_id::text, max(seq) FROM matches_matchevent WHERE match_id = %s GROUP BY 1"
    with connection.cursor() as cursor:
        for match, told in acknowledged.items():
            cursor.execute(asked, [match])
            log = dict(cursor.fetchall())
            assert all(log.get(client_id) == v for client_id, v in told.items()), f"match {match} lost a move"
            total += len(told)
    return total
