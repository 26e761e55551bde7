"""What a running match has around it: clock, pool of connections, the database's timeline, background work.

It knows no match: ``matches.live.running`` holds them and says what is done when one moved or the database changed.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from matches.errors import MatchError
from matches.live.writing import Writer
from matches.store import database, timing
from matches.task_endings import end

log = logging.getLogger("matches")

CLOSE_SECONDS: Final = 3.0
"""Seconds that an ending process waits for a running check of its connections."""
OUTAGE: Final = timedelta(seconds=5)
"""A longer gap in the heartbeat is an outage: clocks get the time back, and a grace."""


class Surroundings(ABC):
    """Everything of a process, on one event loop, that its matches share."""

    def __init__(self, *, min_pool: int, max_pool: int) -> None:
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
        self.beat_at: datetime | None = None
        """Time of this process's last heartbeat; None if it does not sweep."""
        self.on_missed: Callable[[], Coroutine[Any, Any, None]] | None = None
        """Gives back the time of an outage, before a decision is charged with it."""
        self.on_due: Callable[[UUID], Coroutine[Any, Any, None]] | None = None
        self.on_turn: Callable[[UUID], Coroutine[Any, Any, None]] | None = None
        """Called after each commit of a correspondence match."""
        self._pool: database.Pool | None = None
        self._pool_size = (min_pool, max_pool)
        self._opening = asyncio.Lock()
        self._mending = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.writer = Writer(self.open, lambda: self.timeline, self.spawn)

    @abstractmethod
    async def look_again(self) -> None:
        """Catch up the matches whose memory is not trusted."""

    @abstractmethod
    def moved(self, match_id: UUID, public: str = "") -> None:
        """Tell other processes, and a little later the pages, that this match has moved on.

        ``public`` holds the ready public frames, a line each, where another process may have spectators for them.
        """

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

    async def close_pool(self) -> None:
        if self._pool is not None:
            await self._pool.close()

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

    async def end_work(self) -> None:
        """End all background work; a running check of the connections, which it would lose, gets a moment."""
        deadline = time.monotonic() + CLOSE_SECONDS
        while self._mending and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        for task in tuple(self._tasks):
            await end(task)
