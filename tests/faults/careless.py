"""The application without its first guard: a move is acknowledged and shown at once, and written a moment later.

The controls of the kills serve it: what was acknowledged in that moment must be missing afterwards, or the kills and
their check would show nothing. Nothing but the order of writing and telling is changed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from tests.live.application import application

# The application sets Django up before these are imported.
import matches.live.running as halls  # isort: skip
from matches.live import moves  # isort: skip
from matches.store.database import Connection  # isort: skip
from matches.live.running import Hall, hall  # isort: skip
from matches.store.statements import Statement, statement  # isort: skip

LATER = 5.0
"""Seconds between the acknowledgement and the writing."""


class Later:
    """A statement that says it is done and does its work later, in the order in which it was asked."""

    def __init__(self, text: str) -> None:
        self.whole: Statement = statement(text)

    async def run(self, _link: Connection, values: dict[str, Any]) -> int:
        """Promise the rows; write them when their time has come."""
        hall().spawn(self._write(hall(), values))
        return values["version"] - values["expected"]

    async def _write(self, here: Hall, values: dict[str, Any]) -> None:
        await asyncio.sleep(LATER)
        async with here.connection() as link:
            await self.whole.run(link, values)


moves.statement = Later  # type: ignore[assignment]
halls.PENS = 0  # type: ignore[misc]  # no ledger: every move goes by the statement above

__all__ = ["application"]
