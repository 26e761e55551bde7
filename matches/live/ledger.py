"""The ledger of a process: moves that wait at the same instant are written by one statement, each answered on its own.

A statement costs its round trip whether it carries one move or thirty: the send, the wait, the commit's flush to disk.
So whoever decides hands its change in and waits; at the end of the loop's turn all that wait go out together, as one
parameter, on a connection that the loop listens to without being asked again for each answer. Rows that somebody else
holds are skipped and not waited for, so no match waits for another's lock; a match that was not written (its row held,
its version gone, or the statement failed for whatever one of them brought) writes alone, as if there were no ledger.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import psycopg
from psycopg.errors import error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from matches.store import database
from matches.store.statements import statement

if TYPE_CHECKING:
    from matches.live.running import Hall

log = logging.getLogger("matches.live.ledger")

PENS: Final = 2
"""Statements that may be under way at once: while the disk has one, the moves of a second are gathered."""
LINES: Final = 32
"""Moves in one statement."""
ANSWER_SECONDS: Final = 15.0
"""How long a statement may take: a database that is silent for longer is lost, whatever its connection says."""
CLOSE_SECONDS: Final = 3.0
"""How long a process that ends waits for the statements that are under way."""

Answer = asyncio.Future[bool]
"""True: written. False: not, for a reason of this match or another's: write alone. Raises what lost the database."""


class Pen:
    """One connection of the ledger, listened to for as long as it is here."""

    __slots__ = ("_answers", "_ledger", "_loop", "_pushing", "_result", "_since", "link", "socket")

    def __init__(self, ledger: Ledger, link: database.Connection) -> None:
        self._ledger, self.link = ledger, link
        self._loop = asyncio.get_running_loop()
        self._answers: dict[bytes, Answer] | None = None
        self._result: PGresult | None = None
        self._pushing = False
        """psycopg sends what is under way, and hears the answer to it."""
        self._since = 0.0
        """When what is under way was sent (monotonic)."""
        self.socket = link.pgconn.socket
        self._loop.add_reader(self.socket, self._heard)

    def write(self, body: bytes, answers: dict[bytes, Answer]) -> None:
        """Send the moves of ``body``, whose matches wait for ``answers``."""
        self._answers, self._since = answers, time.monotonic()
        try:
            statement(database.COMMIT_TOGETHER).send(self.link, [body])
            whole = self.link.pgconn.flush() == 0
        except psycopg.Error as error:
            self._lost(error)
            return
        if not whole:
            # More than the kernel takes at once: psycopg's own way waits for both directions.
            self._loop.remove_reader(self.socket)
            self._pushing = True
            self._ledger.hall.spawn(self._push())

    async def _push(self) -> None:
        try:
            try:
                self._result = (await self.link.wait(execute(self.link.pgconn)))[-1]
            finally:
                self._pushing = False
        except psycopg.Error as error:
            self._lost(error)
        except BaseException:
            self._lost(psycopg.OperationalError("the statement was given up"))
            raise
        else:
            self._loop.add_reader(self.socket, self._heard)
            self._done()

    def look(self) -> None:
        """Ask the connection without having been told that there is something to hear; give up one that is silent."""
        if self._pushing:
            return
        self._heard()
        if self._answers is not None and time.monotonic() - self._since > ANSWER_SECONDS:
            self._lost(psycopg.OperationalError("the database does not answer"))

    def _heard(self) -> None:
        """The database said something, or is gone.

        A socket that reports an error is not listened to any more by uvloop (libuv stops its poll), though what came
        before the error was all that could be read as yet: whoever still waits after this listens anew.
        """
        pgconn, waits = self.link.pgconn, self._answers
        try:
            pgconn.consume_input()
            while self._answers is not None and not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    self._done()
                else:
                    self._result = result
        except psycopg.Error as error:
            self._lost(error)
            return
        if self._answers is waits:
            self._loop.remove_reader(self.socket)
            self._loop.add_reader(self.socket, self._heard)

    def _done(self) -> None:
        """The statement is over: everybody gets an answer, and the next may have the pen."""
        answers, self._answers = self._answers or {}, None
        result, self._result = self._result, None
        if result is not None and result.status == ExecStatus.TUPLES_OK:
            for row in range(result.ntuples):
                answer = answers.pop(result.get_value(row, 0) or b"", None)
                if answer is not None and not answer.done():
                    answer.set_result(True)
        elif result is not None:
            error = error_from_result(result, encoding="utf-8")
            if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
                _fail(answers.values(), error)
        for answer in answers.values():
            if not answer.done():
                answer.set_result(False)
        self._ledger.take_back(self)

    def _lost(self, error: psycopg.Error) -> None:
        """The connection is of no use any more; what became of the statement nobody here knows."""
        answers, self._answers = self._answers or {}, None
        self._result = None
        self._ledger.lose(self)
        _fail(answers.values(), error)

    def refuse(self, answers: dict[bytes, Answer]) -> None:
        """Nothing of this is sent: everybody writes alone."""
        self._answers = answers
        self._done()

    def give_up(self) -> None:
        """The process ends and the database has not answered."""
        self._lost(psycopg.OperationalError("this process ends"))

    def rest(self) -> database.Connection:
        """The connection, not listened to any more."""
        self._loop.remove_reader(self.socket)
        return self.link


def _fail(answers: Iterable[Answer], error: Exception) -> None:
    for answer in answers:
        if not answer.done():
            answer.set_exception(error)


class Ledger:
    """What waits to be written in one hall."""

    def __init__(self, hall: Hall, pens: int) -> None:
        self.hall = hall
        self._free = pens
        """Pens that may still be taken from the pool."""
        self._pens: list[Pen] = []
        """Those that write nothing now."""
        self._busy: set[Pen] = set()
        self._waiting: dict[UUID, tuple[Mapping[str, Any], Answer, int]] = {}
        """Each with the history of the database that it goes on from (``Hall.timeline``)."""
        self._called = False
        self.used = pens > 0
        """A pool of one connection has none to spare: everybody writes alone."""

    def write(self, match_id: UUID, change: Mapping[str, Any]) -> Answer:
        """Have ``change`` (the values of ``database.COMMIT_TOGETHER``) written with whatever else waits. Lock held."""
        loop = asyncio.get_running_loop()
        answer: Answer = loop.create_future()
        self._waiting[match_id] = (change, answer, self.hall.timeline)
        if not self._called and (self._pens or self._free):
            self._called = True
            loop.call_soon(self._go)
        return answer

    def _go(self) -> None:
        """Send what has come together in this turn of the loop."""
        self._called = False
        while self._waiting and self._pens:
            self._give(self._pens.pop())
        if self._waiting and self._free:
            self._free -= 1
            self.hall.spawn(self._fetch())

    async def _fetch(self) -> None:
        """One more pen, for what waits."""
        try:
            link = await self.hall.lend()
            try:
                await statement(database.COMMIT_TOGETHER).prepare(link)
                pen = Pen(self, link)
            except BaseException:
                await self.hall.take_back(link, well=False)
                raise
        except Exception as error:  # the pool's own errors among them: whoever waits is told
            self._free += 1
            waiting, self._waiting = self._waiting, {}
            _fail([answer for _change, answer, _timeline in waiting.values()], error)
        except BaseException:
            self._free += 1
            raise
        else:
            self._give(pen)

    def _give(self, pen: Pen) -> None:
        """Let ``pen`` write the first of what waits."""
        changes: list[Mapping[str, Any]] = []
        answers: dict[bytes, Answer] = {}
        for match_id in tuple(self._waiting)[:LINES]:
            change, answer, timeline = self._waiting.pop(match_id)
            if answer.done():
                continue  # nobody waits any more: it was not sent, so it is not written
            if timeline != self.hall.timeline:
                answer.set_result(False)  # made for a position that a lost database had: to be decided anew
            else:
                changes.append(change)
                answers[match_id.bytes] = answer
        if changes:
            self._busy.add(pen)
            try:
                body = database.encode(changes)
            except Exception:
                log.exception("moves that cannot be written as JSON: each is written alone")
                pen.refuse(answers)
            else:
                pen.write(body, answers)
        else:
            self._pens.append(pen)

    def take_back(self, pen: Pen) -> None:
        """``pen`` has written."""
        self._busy.discard(pen)
        self._pens.append(pen)
        self._go()

    def lose(self, pen: Pen) -> None:
        """``pen`` has lost its database."""
        self._busy.discard(pen)
        if pen in self._pens:
            self._pens.remove(pen)
        self._free += 1
        self.hall.throw_away(pen.rest())
        if self._waiting and not self._called:
            self._called = True
            asyncio.get_running_loop().call_soon(self._go)

    async def settle(self) -> None:
        """Give the connections that write nothing now back to the pool, which ends the old ones; ask the others."""
        for pen in tuple(self._busy):
            pen.look()
        links = [pen.rest() for pen in self._pens]  # all at once: while one is given back, another may be lost
        self._free += len(links)
        self._pens = []
        for link in links:
            await self.hall.take_back(link, well=True)

    async def close(self) -> None:
        """Take nothing any more, and let what is under way come to its end."""
        self.used = False
        waiting, self._waiting = self._waiting, {}
        _fail(
            [answer for _change, answer, _timeline in waiting.values()], psycopg.OperationalError("this process ends")
        )
        deadline = time.monotonic() + CLOSE_SECONDS
        while self._busy and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        for pen in tuple(self._busy):
            pen.give_up()
