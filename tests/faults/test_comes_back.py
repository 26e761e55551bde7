"""A killed web process under a whole evening's load: twenty tables, and readers whose pages listen and come again.

All that is told of time is how long a table waited for its next acknowledged move: a figure, no bound.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import time
from dataclasses import dataclass

import pytest

from tests.cast import account
from tests.faults.test_kill import web
from tests.live.players import Player, all_there
from tests.live.sockets import cookie_of
from tests.matches.table import duel
from tests.server import surroundings
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

KILLS = size(2, 200)
TABLES = size(6, 20)
READERS = size(12, 20)
"""Devices whose pages hold an open stream, each with a session of its own."""


@dataclass
class Reader:
    """A page that listens to its stream, and loads itself again after each cut."""

    cookie: str
    topic: str
    opened: int = 0
    stop: bool = False

    async def read(self, port: int) -> None:
        while not self.stop:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._listen(port)
            await asyncio.sleep(random.uniform(0.05, 0.5))

    async def _listen(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET /feed/?topic={self.topic} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n\r\n"
        try:
            writer.write(head.encode())
            self.opened += (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 200")
            while not self.stop and not reader.at_eof():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(4096), 0.5)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def answers(port: int, path: str) -> int:
    """Return the status of a stranger's page."""

    def ask() -> int:
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        with contextlib.closing(link):
            link.request("GET", path, headers={"Host": "localhost"})
            return link.getresponse().status

    return await asyncio.to_thread(ask)


def test_play_goes_on_after_kills_while_pages_listen(db):
    people = [account(f"player{number}") for number in range(2 * TABLES)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100_000}) for n in range(0, 2 * TABLES, 2)]
    players = [Player(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]
    readers = [Reader(cookie_of(people[n % len(people)]), f"match:{games[n % TABLES].id}") for n in range(READERS)]
    server = web()
    server.around = surroundings("web", DATABASE_POOL="1")
    server.start()
    answering: list[float] = []
    waits: list[float] = []

    def moved() -> list[int]:
        return [
            len(home.acknowledged) + len(away.acknowledged)
            for home, away in zip(players[::2], players[1::2], strict=True)
        ]

    async def all_move(began: float) -> None:
        """Wait for a move at every table; note how long the last of them took."""
        before = moved()
        while any(now == then for now, then in zip(moved(), before, strict=True)):
            assert time.monotonic() < began + 300, "a table stands still"
            await asyncio.sleep(0.02)
        waits.append(time.monotonic() - began)

    async def all_listen(before: list[int]) -> None:
        """Wait until every reader has its stream again."""
        while any(reader.opened == then for reader, then in zip(readers, before, strict=True)):
            await asyncio.sleep(0.02)

    async def scenario() -> None:
        tasks = [asyncio.create_task(player.play(server.port)) for player in players]
        tasks += [asyncio.create_task(reader.read(server.port)) for reader in readers]
        await all_move(time.monotonic())
        for _kill in range(KILLS):
            await asyncio.sleep(random.uniform(0.2, 1))
            server.kill()
            began, opened = time.monotonic(), [reader.opened for reader in readers]
            await asyncio.to_thread(server.start)
            answering.append(time.monotonic() - began)
            await all_move(began)
            await asyncio.wait_for(all_listen(opened), 60)
            assert await answers(server.port, "/matches/") == 200
        for client in (*players, *readers):
            client.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 60)

    try:
        asyncio.run(asyncio.wait_for(scenario(), 120 + 60 * KILLS))
    finally:
        server.stop()
    pairs = zip(players[::2], players[1::2], strict=True)
    total = sum(all_there(match, *pair) for match, pair in zip(games, pairs, strict=True))
    waits = waits[1:]
    print(
        f"{KILLS} kills, {TABLES} tables, {total} acknowledged moves, none lost; the process answers after "
        f"{max(answering):.1f} s at most, every table moves after {sorted(waits)[len(waits) // 2]:.1f} s (median), "
        f"{max(waits):.1f} s at most"
    )
