"""The application without its first guard: a move is acknowledged and shown at once, and written a moment later.

The controls of the kills serve it: what was acknowledged in that moment must be missing afterwards, or the kills and
their check would show nothing. Nothing but the order of writing and telling is changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from tests.live.application import application

# The application sets Django up before these are imported.
from matches.store import database  # isort: skip
from matches.live.running import Hall, hall  # isort: skip
from matches.upkeep.sweeper import Sweeper  # isort: skip

LATER = 5.0
"""Seconds between the acknowledgement and the writing."""


commit = database.commit


async def later(_link: database.Connection, change: Mapping[str, Any]) -> int:
    """Promise the rows; write them when their time has come, in the order in which they were asked for."""
    hall().spawn(_write(hall(), change))
    return len(change["rows"])


async def later_together(link: database.Connection, changes: Sequence[Mapping[str, Any]]) -> set[UUID]:
    """Promise all of them."""
    for change in changes:
        await later(link, change)
    return {change["id"] for change in changes}


async def _write(here: Hall, change: Mapping[str, Any]) -> None:
    await asyncio.sleep(LATER)
    async with here.connection() as link:
        await commit(link, change)


async def _beat_alone(sweeper: Sweeper) -> None:
    """Beat, and leave the tables alone: a sweep compares them with rows that lag behind, takes that for a lost message,
    and the table goes back before anything is killed. So it does where a move finds no beat.
    """
    await sweeper.beat()


database.commit = later
database.commit_together = later_together
Sweeper.sweep = _beat_alone  # type: ignore[method-assign]

__all__ = ["application"]
