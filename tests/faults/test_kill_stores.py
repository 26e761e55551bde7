"""kill -9 of PostgreSQL and of Valkey (which comes back empty) under play: nothing acknowledged is lost or doubled.

The controls kill PostgreSQL where one guard is missing, and must find a loss: moves that are told before they are
written, and a database that does not wait for its disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import threading
import time
from types import SimpleNamespace

import psycopg
import pytest

from deploy import processes
from deploy.stores import Stores
from tests.faults.household import public_folder
from tests.faults.records import tell
from tests.live.players import Player
from tests.seed import sow
from tests.server import Web, printed
from tests.sizes import size

pytestmark = pytest.mark.faults

KILLS = size(1, 10)
"""Kills of each store."""


@pytest.fixture(scope="module")
def apart():
    """Stores of our own, which write as in earnest, and the environment of the platform on them."""
    folder = public_folder()
    sow(folder / "data")
    stores = Stores(folder / "data")
    stores.start()
    around = processes.surroundings(
        "web",
        {
            **os.environ,
            "DATABASE_URL": stores.database_url,
            "VALKEY_URL": stores.valkey_url,
            "VALKEY_PREFIX": "kills",
            "DATABASE_POOL": "0",
            "DEMO": "0",
            "LOG_LEVEL": "ERROR",
        },
    )
    try:
        yield SimpleNamespace(stores=stores, around=around, data=folder / "data")
    finally:
        stores.stop()
        shutil.rmtree(folder, ignore_errors=True)


def kill(stores: Stores, name: str, data, meanwhile=lambda: None) -> float:
    """kill -9 of the store, ``meanwhile``, and a start on what it left; Valkey loses all it had. Seconds that it was
    away.
    """
    child = getattr(stores, name)
    began = time.monotonic()
    os.killpg(child.process.pid, signal.SIGKILL)
    child.process.wait(timeout=10)
    meanwhile()
    if name == "valkey":
        for left in data.glob("valkey*/*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        stores.start_valkey()
    else:
        stores.start_postgres()
    return time.monotonic() - began


def configure(stores: Stores, *settings: str) -> None:
    """Change settings of the running PostgreSQL."""
    with psycopg.connect(stores.database_url, autocommit=True) as link:
        for setting in settings:
            link.execute(f"ALTER SYSTEM {setting}")
        link.execute("SELECT pg_reload_conf()")


class Game:
    """Matches of two people each at a server on those stores, played by threads of their own."""

    def __init__(self, apart, matches: int, application: str = "tests.live.application") -> None:
        self.around = apart.around
        self.seats = json.loads(printed(["-m", "tests.faults.seats", "open", str(matches)], apart.around))
        self.players = [
            Player(SimpleNamespace(pk=match), cookie) for match, *cookies in self.seats for cookie in cookies
        ]
        self.web = Web(around=apart.around)
        self.web.command = [part.replace("deploy.asgi:", f"{application}:") for part in self.web.command]
        assert any(application in part for part in self.web.command)
        # The stores are started by the test's thread: the kernel ends them with the thread that began them.
        self.playing = threading.Thread(target=lambda: asyncio.run(self._everybody()), name="players")

    def __enter__(self) -> Game:
        self.web.start()
        self.playing.start()
        return self

    def __exit__(self, *_: object) -> None:
        for player in self.players:
            player.stop = True
        self.playing.join(20)
        self.web.stop()

    async def _everybody(self) -> None:
        await asyncio.gather(*(player.play(self.web.port) for player in self.players))

    def goes_on(self, seconds: float, moves: int = 1) -> None:
        """Everybody makes so many more moves within so many seconds."""
        before, deadline = [len(player.acknowledged) for player in self.players], time.monotonic() + seconds
        while not all(
            len(player.acknowledged) >= was + moves for player, was in zip(self.players, before, strict=True)
        ):
            assert time.monotonic() < deadline and self.playing.is_alive(), "play does not go on"
            time.sleep(0.05)

    def lost(self) -> tuple[int, int]:
        """Count the acknowledged moves, and those of them that are not in the log at their promised place."""
        total, missing = 0, 0
        matches = [match for match, *_cookies in self.seats]
        logs = json.loads(printed(["-m", "tests.faults.seats", "log", *matches], self.around))
        for number, log in enumerate(logs):
            for player in self.players[2 * number : 2 * number + 2]:
                assert player.acknowledged
                total += len(player.acknowledged)
                missing += sum(log.get(client_id) != [v] for client_id, v in player.acknowledged.items())
        return total, missing


def test_both_stores_are_killed_under_play(apart):
    away: list[float] = []
    back: dict[str, list[float]] = {"postgres": [], "valkey": []}
    chance = random.Random(3)
    with Game(apart, 2) as game:
        game.goes_on(60)
        for _ in range(KILLS):
            for name in ("postgres", "valkey"):
                time.sleep(chance.uniform(0.2, 1))
                began = time.monotonic()
                away.append(kill(apart.stores, name, apart.data))
                game.goes_on(30)
                back[name].append(time.monotonic() - began)
    total, missing = game.lost()
    assert not missing
    tell("postgresql_killed", tried=KILLS, moves=total, seconds=back["postgres"])
    tell("valkey_emptied", tried=KILLS, seconds=back["valkey"])
    print(f"{len(away)} kills of stores, away {max(away):.1f} s at most, {total} acknowledged moves, none lost")


@pytest.mark.parametrize("guard", ["told_when_written", "written_to_disk"])
def test_without_a_guard_a_kill_of_postgresql_loses_moves(apart, guard):
    """The control: the same kill and the same count, one guard off."""
    careless = guard == "told_when_written"
    if not careless:
        configure(apart.stores, "SET synchronous_commit = 'off'", "SET wal_writer_delay = '10s'")
    try:
        with Game(apart, 1, "tests.faults.careless" if careless else "tests.live.application") as game:
            with psycopg.connect(apart.stores.database_url, autocommit=True) as link:
                link.execute("CHECKPOINT")  # the match itself is on disk: what is lost are its moves
            game.goes_on(60, moves=20)
            for player in game.players:
                player.stop = True  # nobody asks again for what is lost
            # What the web process has in its memory only is not written any more.
            kill(apart.stores, "postgres", apart.data, meanwhile=game.web.kill)
    finally:
        configure(apart.stores, "RESET synchronous_commit", "RESET wal_writer_delay")
    total, missing = game.lost()
    assert missing, f"{total} acknowledged moves, and the kill was not noticed"
