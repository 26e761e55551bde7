"""kill -9 of PostgreSQL and of Valkey (which comes back empty) under play: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from deploy import processes
from deploy.environment import ROOT
from deploy.stores import Stores
from tests.faults.household import public_folder
from tests.live.players import Player
from tests.server import Web
from tests.sizes import size

pytestmark = pytest.mark.faults

KILLS = size(1, 10)
"""Of each store."""


@pytest.fixture
def apart():
    """Stores of our own, which write as in earnest, and the environment of the platform on them."""
    folder = public_folder()
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


def call(around, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], env=around, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def kill(stores: Stores, name: str, data) -> float:
    """kill -9 of the store, and a start on what it left; Valkey loses all it had. Seconds that it was away."""
    child = getattr(stores, name)
    began = time.monotonic()
    os.killpg(child.process.pid, signal.SIGKILL)
    child.process.wait(timeout=10)
    if name == "valkey":
        for left in data.glob("valkey*/*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        stores.start_valkey()
    else:
        stores.start_postgres()
    return time.monotonic() - began


def test_both_stores_are_killed_under_play(apart):
    call(apart.around, "deploy.prepare")
    seats = json.loads(call(apart.around, "tests.faults.seats", "open", "2"))
    players = [Player(SimpleNamespace(pk=match), cookie) for match, *cookies in seats for cookie in cookies]
    web = Web(around=apart.around)
    web.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in web.command]
    web.start()
    away: list[float] = []

    async def everybody() -> None:
        await asyncio.gather(*(player.play(web.port) for player in players))

    def on(seconds: float) -> None:
        """Everybody moves again within so many seconds."""
        before, deadline = [len(player.acknowledged) for player in players], time.monotonic() + seconds
        while not all(len(player.acknowledged) > was for player, was in zip(players, before, strict=True)):
            assert time.monotonic() < deadline and playing.is_alive(), "play does not go on"
            time.sleep(0.05)

    # The stores are started by this thread: the kernel ends them with the thread that began them.
    playing = threading.Thread(target=lambda: asyncio.run(everybody()), name="players")
    playing.start()
    try:
        on(60)
        for _ in range(KILLS):
            for name in ("postgres", "valkey"):
                time.sleep(random.uniform(0.2, 1))
                away.append(kill(apart.stores, name, apart.data))
                on(30)
    finally:
        for player in players:
            player.stop = True
        playing.join(20)
        web.stop()
    total = 0
    for number, (match, *_cookies) in enumerate(seats):
        log = json.loads(call(apart.around, "tests.faults.seats", "log", match))
        for player in players[2 * number : 2 * number + 2]:
            assert player.acknowledged
            assert all(log.get(client_id) == v for client_id, v in player.acknowledged.items())
            total += len(player.acknowledged)
    print(f"{len(away)} kills of stores, away {max(away):.1f} s at most, {total} acknowledged moves, none lost")
