"""The platform for the load driver with some of its private parts taken out, named by ``WITHOUT`` (commas between).

``batches`` writes moves that wait together by one statement of public means; ``ledger`` writes every move alone; ``statement`` writes it by psycopg's own ``execute``; ``rest`` takes a connection from
the pool for each; ``consumer`` reads by Channels' own dispatch, with ``hook`` not through its thread; ``gc`` leaves Python's collector as it is. ``wire`` is
taken out by the command of the server (``tests.benchmarks.driver.server``).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import psycopg

from tests.benchmarks.application import application

# The application sets Django up before these are imported.
import matches.live.running as running  # isort: skip
from channels.consumer import AsyncConsumer  # isort: skip
from channels.exceptions import StopConsumer  # isort: skip
from matches.live import moves  # isort: skip
from matches.store import database  # isort: skip
from matches.socket.consumers import CREDITS, MatchConsumer  # isort: skip
from matches.upkeep import lifespan  # isort: skip

WITHOUT = set(filter(None, os.environ.get("WITHOUT", "").split(",")))


class Plain:
    """The statement of a move, by psycopg's public means."""

    def __init__(self, text: str) -> None:
        self.text = text

    async def run(self, link: Any, values: Mapping[str, Any]) -> int:
        told = {name: value.decode() if type(value) is bytes else value for name, value in values.items()}
        return (await link.execute(self.text, told, prepare=True)).rowcount


class Batches:
    """The ledger by public means: moves that wait are written by one ``execute``."""

    def __init__(self, hall: Any, pens: int) -> None:
        self.hall = hall
        self._free = pens
        self._waiting: dict[UUID, Any] = {}
        self.used = True

    def write(self, match_id: UUID, change: Mapping[str, Any]) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self._waiting[match_id] = (change, answer, self.hall.timeline)
        if self._free:
            self._free -= 1
            self.hall.spawn(self._work())
        return answer

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._write()
        finally:
            self._free += 1

    async def _write(self) -> None:
        async with self.hall.connection() as link:
            batch = {m: self._waiting.pop(m) for m in tuple(self._waiting)[:32]}
            body = database.encode([change for change, _a, _t in batch.values()]).decode()
            try:
                cursor = await link.execute(database.COMMIT_TOGETHER, {"changes": body}, prepare=True)
                written = {row[0] for row in await cursor.fetchall()}
            except psycopg.OperationalError as error:
                for _c, answer, _t in batch.values():
                    answer.set_exception(error)
                raise
            for m, (_c, answer, _t) in batch.items():
                if not answer.done():
                    answer.set_result(m in written)

    async def settle(self) -> None:
        pass

    async def close(self) -> None:
        self.used = False


async def served(self: Any, scope: Any, receive: Any, send: Any) -> None:
    """``MatchConsumer``, called as Channels calls its consumers."""
    self.credits, self.credited = CREDITS, running.time.monotonic()
    try:
        await AsyncConsumer.__call__(self, scope, receive, send)
    except OSError:
        pass
    finally:
        await self.leave()


async def connected(self: Any, message: Any) -> None:
    await self.connect()


async def ended(self: Any, message: Any) -> None:
    raise StopConsumer


async def taken_back(self: Any, link: Any, well: bool) -> None:
    await self._give_back(link)


if "ledger" in WITHOUT:
    running.PENS = 0  # type: ignore[misc]
if "statement" in WITHOUT:
    moves.statement = Plain  # type: ignore[assignment]
if "rest" in WITHOUT:
    running.Hall.take_back = taken_back  # type: ignore[method-assign]
if "consumer" in WITHOUT:
    MatchConsumer.__call__ = served  # type: ignore[method-assign]
    MatchConsumer.dispatch = AsyncConsumer.dispatch  # type: ignore[method-assign]
    MatchConsumer.websocket_connect = connected  # type: ignore[method-assign]
    MatchConsumer.websocket_disconnect = ended  # type: ignore[method-assign]
if "hook" in WITHOUT:

    async def dispatched(self: Any, message: Any) -> None:
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def told(self: Any, message: Any) -> None:
        await self.receive(message.get("text"), message.get("bytes"))

    MatchConsumer.dispatch = dispatched  # type: ignore[method-assign]
    MatchConsumer.websocket_receive = told
if "batches" in WITHOUT:
    running.Ledger = Batches  # type: ignore[misc, assignment]
if "gc" in WITHOUT:
    lifespan.settle_memory = lambda: None


__all__ = ["application"]
