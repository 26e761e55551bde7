"""The matches that this process holds, on one event loop.

Ownership is a matter of speed only: two halls (two processes) may hold the same match, and the version check of the one
statement that writes (``matches.live.commits``) keeps them right.
"""

import asyncio
import logging
import secrets
import time
from typing import Final
from uuid import UUID
from weakref import WeakKeyDictionary

from matches import feed
from matches.errors import MatchError
from matches.live import protocol
from matches.live.bot_processes import Thinking
from matches.live.runtime import Runtime
from matches.live.surroundings import Surroundings

log = logging.getLogger("matches")

IDLE_SECONDS: Final = 60.0
"""Seconds after which a match without sockets leaves the memory."""


class Hall(Surroundings):
    """The matches of this process on one event loop."""

    def __init__(self, *, min_pool: int = 1, max_pool: int = 8) -> None:
        super().__init__(min_pool=min_pool, max_pool=max_pool)
        self.runtimes: dict[UUID, Runtime] = {}
        self.swept_at = time.monotonic()
        """Time at which the last sweep here ended well."""
        self.dirty: set[UUID] = set()
        """Matches that changed since the feed's last message."""
        self.bots = Thinking()
        self._moved: list[tuple[UUID, str]] = []

    async def look_again(self) -> None:
        """Catch up matches with sockets here whose memory is not trusted.

        One after the other: all at once would wait for connections until the last of them give up. The next sweep
        repeats what fails.
        """
        for runtime in list(self.runtimes.values()):
            if runtime.sockets and (not runtime.fresh or runtime.timeline != self.timeline):
                try:
                    await runtime.look()
                except MatchError as error:
                    log.info("match %s: %s", runtime.match_id, error)

    def runtime(self, match_id: UUID) -> Runtime:
        """Return the match in this process's memory, perhaps not loaded yet (``ensure`` under its lock)."""
        runtime = self.runtimes.get(match_id)
        if runtime is None:
            runtime = self.runtimes[match_id] = Runtime(self, match_id)
        runtime.touched = time.monotonic()
        return runtime

    def moved(self, match_id: UUID, public: str = "") -> None:
        self.dirty.add(match_id)
        if not self.alone:
            self._moved.append((match_id, public))
            if len(self._moved) == 1:
                self.spawn(self._tell_moved())

    async def _tell_moved(self) -> None:
        await asyncio.sleep(0)  # moves of the same turn of the loop go out together
        moved, self._moved = self._moved, []
        pokes = [(f"moved:{match_id}", f"{self.name}\n{public}".encode()) for match_id, public in moved]
        for (match_id, _public), listeners in zip(moved, await feed.ear().send(pokes), strict=False):
            runtime = self.runtimes.get(match_id)
            if runtime is not None:
                runtime.others = listeners - (1 if runtime.sockets else 0)

    def evict(self) -> None:
        """Drop matches that nobody here looks at."""
        now = time.monotonic()
        for match_id, runtime in list(self.runtimes.items()):
            if not runtime.sockets and not runtime.lock.locked() and now - runtime.touched > IDLE_SECONDS:
                runtime.close()
                del self.runtimes[match_id]

    async def close(self) -> None:
        """End the writers and timers, and close the pool."""
        self.awake = False
        for runtime in self.runtimes.values():
            runtime.close()
            for socket in tuple(runtime.sockets):
                socket.shut(protocol.CLOSE_RESTART, protocol.bye("restart", 500 + secrets.randbelow(2000)))
        await asyncio.sleep(0)
        await self.end_work()
        self.bots.close()
        await self.close_pool()


_halls: WeakKeyDictionary[asyncio.AbstractEventLoop, Hall] = WeakKeyDictionary()


def hall() -> Hall:
    loop = asyncio.get_running_loop()
    loop_hall = _halls.get(loop)
    if loop_hall is None:
        loop_hall = _halls[loop] = Hall()
    return loop_hall


def halls() -> list[Hall]:
    """Return the halls of all loops of this process, for measurements from another thread."""
    return list(_halls.values())


def set_hall(new: Hall) -> None:
    """Use ``new`` on the running loop (in the tests two halls on one loop stand for two processes)."""
    _halls[asyncio.get_running_loop()] = new


async def close_hall() -> None:
    loop_hall = _halls.pop(asyncio.get_running_loop(), None)
    if loop_hall is not None:
        await loop_hall.close()
