"""Changes on their way to the database: those that come together are written together.

While ``LANES`` statements are under way, whoever comes waits, and is written by one statement with all others that
wait: for PostgreSQL four together cost less than half as much each (decision 12). Rows that somebody else holds are
skipped. What such a statement left unwritten, for whatever reason, is written alone: one match's trouble is not
another's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import psycopg

from matches.store import database

LANES: Final = 2
LONGEST_WAIT: Final = 0.01
"""Seconds after which whoever waits is written even so: what is under way may wait for a row that somebody holds."""

Values: TypeAlias = Mapping[str, Any]
"""The parameters of one change (``database.commit``)."""


class _Waiting(NamedTuple):
    values: Values
    timeline: int
    written: asyncio.Future[bool]


class Writer:
    """Writes the changes of this process."""

    def __init__(
        self,
        pool: Callable[[], Awaitable[database.Pool]],
        timeline: Callable[[], int],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._pool = pool
        self._timeline = timeline
        self._spawn = spawn
        self._under_way = 0
        self._waiting: list[_Waiting] = []

    async def write(self, values: Values, timeline: int) -> bool:
        """Write a change made in ``timeline``; return whether the match was at its version, so that it was written.

        Commands and the end of a match do not wait for others. Raises what ``database.commit`` raises.
        """
        if self._under_way >= LANES and not values["over"] and values["command"] is None:
            loop = asyncio.get_running_loop()
            if not self._waiting:
                loop.call_later(LONGEST_WAIT, self._send_waiting)
            waiting = _Waiting(values, timeline, loop.create_future())
            self._waiting.append(waiting)
            if await waiting.written:
                return True
        with self._lane():
            async with (await self._pool()).connection() as link:
                if timeline != self._timeline():  # this is the first connection to another database
                    return False
                return await database.commit(link, values) == len(values["rows"])

    @contextmanager
    def _lane(self) -> Iterator[None]:
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            if self._waiting:
                self._send_waiting()

    def _send_waiting(self) -> None:
        while self._waiting:
            batch = [waiting for waiting in self._waiting[: database.MOST] if not waiting.written.done()]
            del self._waiting[: database.MOST]
            if len(batch) == 1:
                batch[0].written.set_result(False)  # for one, the statement of one is cheaper
            elif batch:
                self._spawn(self._send(batch))

    async def _send(self, batch: list[_Waiting]) -> None:
        try:
            with self._lane():
                written = await self._write_together(batch)
        except asyncio.CancelledError:
            _fail(batch, psycopg.OperationalError("this process ends"))
            raise
        except Exception as error:  # who waits tells what it means for the match
            _fail(batch, error)
        else:
            for waiting in _still(batch):
                waiting.written.set_result(waiting.values["id"] in written)

    async def _write_together(self, batch: list[_Waiting]) -> Collection[UUID]:
        async with (await self._pool()).connection() as link:
            timeline = self._timeline()
            values = [waiting.values for waiting in _still(batch) if waiting.timeline == timeline]
            try:
                return await database.commit_together(link, values)
            except (psycopg.DataError, psycopg.IntegrityError):
                return ()  # what one of them brings; alone, each learns whether it was its own


def _still(batch: list[_Waiting]) -> list[_Waiting]:
    """Return those of ``batch`` that somebody still waits for."""
    return [waiting for waiting in batch if not waiting.written.done()]


def _fail(batch: list[_Waiting], error: Exception) -> None:
    for waiting in _still(batch):
        waiting.written.set_exception(error)
