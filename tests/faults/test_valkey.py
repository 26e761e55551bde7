"""Valkey is killed under play and comes back empty: play goes on meanwhile, and pages hear again of what changes.

The control is a process that subscribes once: after the same kill its pages hear nothing more. That nothing of a match
is lost with it (nothing of one is kept there) is counted over many kills by ``tests.faults.test_kill_stores``.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import time

import pytest
import redis

from deploy.stores import Stores
from matches import feed
from tests.faults.household import public_folder
from tests.live.sockets import cookie_of, serving, sit
from tests.live.test_feed import Reader
from tests.matches.table import check_log, duel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]


@pytest.fixture
def valkey(settings, monkeypatch):
    """A Valkey of our own, which the server of the test uses."""
    folder = public_folder()
    stores = Stores(folder / "data", fast=True)
    stores.start(postgres=False)
    settings.VALKEY_URL = stores.valkey_url
    monkeypatch.setattr(feed, "_client", None)
    yield stores
    stores.stop()
    shutil.rmtree(folder, ignore_errors=True)


async def subscribe_once(self) -> None:
    """``Ear._run`` without the loop around it."""
    with contextlib.suppress(redis.RedisError, OSError):
        await self._follow()


def kill(stores: Stores) -> None:
    """kill -9, and nothing of what it held is left."""
    os.killpg(stores.valkey.process.pid, signal.SIGKILL)
    stores.valkey.process.wait(timeout=10)
    for left in stores.folder.glob("valkey*/*"):
        shutil.rmtree(left) if left.is_dir() else left.unlink()


@pytest.mark.parametrize("guarded", [True, False])
def test_pages_hear_again_when_it_comes_back_empty(cast, valkey, monkeypatch, guarded):
    if not guarded:
        monkeypatch.setattr(feed.Ear, "_run", subscribe_once)
    match = duel(cast.anna, cast.bruno, options={"kicks": 100000})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def moves(*tables, until: int) -> None:
        """The two move in turn up to version ``until``; each move is acknowledged and shown to both."""
        while tables[0].v < until:
            mover = next(table for table in tables if table.state["choices"])
            v = mover.v + 1
            await mover.move()
            await asyncio.gather(*(table.until("step", v=v) for table in tables))

    def hears(reader: Reader, seconds: float) -> bool:
        """Tell whether the page hears an event that is repeated for so long."""
        heard, end = len(reader.heard), time.monotonic() + seconds
        while len(reader.heard) == heard and time.monotonic() < end:
            feed.publish("lobby", {"what": "something"})
            time.sleep(0.1)
        return len(reader.heard) > heard

    async def scenario(port: int) -> bool:
        page = await asyncio.to_thread(Reader, port, "topic=lobby")
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            assert await asyncio.to_thread(hears, page, 10)
            await moves(home, away, until=2)
            await asyncio.to_thread(kill, valkey)
            await moves(home, away, until=6)
            assert not await asyncio.to_thread(hears, page, 0.5)
            # The kernel ends a child with the thread that began it.
            valkey.start_valkey()
            heard = await asyncio.to_thread(hears, page, 45 if guarded else 6)
            await moves(home, away, until=8)
        page.close()
        return heard

    with serving() as port:
        heard = asyncio.run(asyncio.wait_for(scenario(port), 150))
    assert heard == guarded
    assert check_log(match.id).version == 8
