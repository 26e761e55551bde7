"""One SQL statement that is executed for every move: prepared once a connection, with nothing between us and libpq.

psycopg's cursors adapt values, count uses and build result objects anew for each call, which costs more than twice the
statement itself. What is written for each move therefore goes out by ``psycopg.pq``: its parameters are text, each
cast in the statement, and its answer is the number of rows. Everything else uses psycopg as everybody does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.errors import error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus, Format
from psycopg.rows import TupleRow

_PLACE: Final = re.compile(r"%\((\w+)\)s")


class Link(AsyncConnection[TupleRow]):
    """A connection that knows which statements it has prepared."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.prepared: set[bytes] = set()


class Statement:
    """``text`` with ``%(name)s`` in it, numbered as PostgreSQL numbers its parameters."""

    __slots__ = ("_names", "_query", "_title")

    def __init__(self, text: str) -> None:
        names: dict[str, int] = {}

        def number(found: re.Match[str]) -> str:
            return f"${names.setdefault(found[1], len(names) + 1)}"

        self._query = _PLACE.sub(number, text).encode()
        self._names = tuple(names)
        self._title = f"tabellone_{abs(hash(self._query)):x}".encode()

    async def run(self, link: Link, values: Mapping[str, Any]) -> int:
        """Execute it with ``values`` and return how many rows it wrote. Raises psycopg.Error.

        The connection must be ours alone and not inside a transaction.
        """
        await self.prepare(link)
        self.send(link, [_text(values[name]) for name in self._names])
        return await _answer(link)

    async def prepare(self, link: Link) -> None:
        """Let ``link`` know this statement, if it does not yet. Raises psycopg.Error."""
        if self._title not in link.prepared:
            link.pgconn.send_prepare(self._title, self._query)
            await _answer(link)
            link.prepared.add(self._title)

    def send(self, link: Link, given: Sequence[bytes | None]) -> None:
        """Hand it to libpq with its parameters in their order; what comes back is binary. Raises psycopg.Error."""
        link.pgconn.send_query_prepared(self._title, given, result_format=Format.BINARY)


@lru_cache(maxsize=32)
def statement(text: str) -> Statement:
    """The statement of this text."""
    return Statement(text)


async def _answer(link: Link) -> int:
    result = (await link.wait(execute(link.pgconn)))[-1]
    if result.status not in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
        raise error_from_result(result, encoding="utf-8")
    return result.command_tuples or 0


def _text(value: Any) -> bytes | None:
    """``value`` as PostgreSQL reads it."""
    if value is None or type(value) is bytes:
        return value
    if type(value) is str:
        return value.encode()
    if type(value) is bool:
        return b"t" if value else b"f"
    if isinstance(value, datetime):
        return value.isoformat().encode()
    if isinstance(value, int | float | UUID):
        return str(value).encode()
    raise TypeError(f"{type(value).__name__} has no text here")
