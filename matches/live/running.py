"""The matches that this process holds, on one event loop, with its pool of connections.

Ownership is a matter of speed only: two halls (two processes) may hold the same match, and the version check of the one
statement that writes (``matches.live.moves``) keeps them right.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID
from weakref import WeakKeyDictionary

from matches import feed
from matches.errors import MatchError
from matches.live import protocol
from matches.live.bot_processes import Thinking
from matches.live.runtime import Runtime
from matches.store import database, timing
from matches.task_endings import end

log = logging.getLogger("matches")

CLOSE_SECONDS: Final = 3.0
"""Seconds that an ending process waits for a running check of its connections."""
IDLE_SECONDS: Final = 60.0
"""Seconds after which a match without sockets leaves the memory."""
OUTAGE: Final = timedelta(seconds=5)
"""A longer gap in the heartbeat is an outage: clocks get the time back, and a grace."""


class Hall:
    """The matches of this process on one event loop, with its pool."""

    def __init__(self, *, min_pool: int = 1, max_pool: int = 8) -> None:
        self.runtimes: dict[UUID, Runtime] = {}
        self.name = secrets.token_hex(8)
        self.timeline = 0
        """The history of the database being written; it changes when a standby is promoted (``set_timeline``)."""
        self.own_clock: Callable[[], datetime] = timing.utcnow
        self.ahead = timedelta()
        """Its lead over the database's clock, by which every process plays (``set_clock``)."""
        self.now: Callable[[], datetime] = self.shared_time
        self.awake = False
        """The sweeper runs here, so timers make sense."""
        self.alone = False
        """No other web process is alive, so no moves have to be announced."""
        self.swept_at = time.monotonic()
        """Time at which the last sweep here ended well."""
        self.beat_at: datetime | None = None
        """Time of this process's last heartbeat; None if it does not sweep."""
        self.on_due: Callable[[UUID], Coroutine[Any, Any, None]] | None = None
        self.on_turn: Callable[[UUID], Coroutine[Any, Any, None]] | None = None
        """Called after each commit of a correspondence match."""
        self.dirty: set[UUID] = set()
        """Matches that changed since the feed's last message."""
        self.bots = Thinking()
        self._pool: database.Pool | None = None
        self._pool_size = (min_pool, max_pool)
        self._opening = asyncio.Lock()
        self._mending = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved: list[tuple[UUID, str]] = []

    def shared_time(self) -> datetime:
        """Return the database's time: the same on every machine, however its own clock is set."""
        return self.own_clock() - self.ahead

    def set_clock(self, database_time: datetime, before: datetime, after: datetime) -> None:
        """Set the clock from the database's time ``database_time``.

        It was read between ``before`` and ``after`` by this machine's clock. A difference that the round trip may
        explain counts as none, so a machine with the database on it keeps its own.
        """
        self.ahead = timing.ahead(self.ahead, database_time, before, after)

    @property
    def misses_beat(self) -> bool:
        """Return whether an outage is perhaps not given back yet, or not known here: no clock may be judged now."""
        return self.beat_at is not None and self.now() - self.beat_at > OUTAGE

    def set_timeline(self, number: int) -> None:
        """Set the history of the database that a new connection writes.

        If it changed, a standby took over, which may lack the last writes. The memory is then no longer trusted, and
        everybody at a table is shown the database's state.
        """
        before, self.timeline = self.timeline, number
        if before in (number, 0):
            return
        log.warning("the database goes on as timeline %d, after %d: all matches are loaded again", number, before)
        self.spawn(self.look_again())

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

    async def open(self) -> database.Pool:
        """Return the pool, opened on first use."""
        if self._pool is None:
            async with self._opening:
                if self._pool is None:
                    low, high = self._pool_size
                    pool = database.open_pool(min_size=low, max_size=high, on_timeline=self.set_timeline)
                    self._pool = await pool
        return self._pool

    def pool_stats(self) -> dict[str, int]:
        """Return the numbers of connections and waits (psycopg_pool); empty before the first use."""
        return {} if self._pool is None else self._pool.get_stats()

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[database.Connection]:
        """Open a connection that commits each statement, for an ``async with``."""
        pool = self._pool or await self.open()
        async with pool.connection() as link:
            yield link

    async def mend(self) -> None:
        """Drop the connections that a lost database left in the pool."""
        if self._pool is not None and not self._mending:
            self._mending = True
            try:
                await self._pool.check()
            finally:
                self._mending = False

    def runtime(self, match_id: UUID) -> Runtime:
        """Return the match in this process's memory, perhaps not loaded yet (``ensure`` under its lock)."""
        runtime = self.runtimes.get(match_id)
        if runtime is None:
            runtime = self.runtimes[match_id] = Runtime(self, match_id)
        runtime.touched = time.monotonic()
        return runtime

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` in the background; its errors are logged."""
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except MatchError as error:
            log.info("%s", error)
        except Exception:
            log.exception("work beside a match failed; the sweep will try again")

    async def drain(self, seconds: float = 3) -> None:
        """Wait for background work (pages told, results announced) to end."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)

    def moved(self, match_id: UUID, public: str = "") -> None:
        """Tell other processes, and a little later the pages, that this match has moved on.

        ``public`` holds the ready public frames, a line each, where another process may have spectators for them.
        """
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
        deadline = time.monotonic() + CLOSE_SECONDS
        while self._mending and time.monotonic() < deadline:
            await asyncio.sleep(0.01)  # interrupted, it would lose the connections that it checks
        for task in tuple(self._tasks):
            await end(task)
        self.bots.close()
        if self._pool is not None:
            await self._pool.close()


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
