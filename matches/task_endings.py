"""Ending a task of the event loop for certain."""

from __future__ import annotations

import asyncio
from typing import Any


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel ``task`` until it is over. A library's time-out may swallow one cancellation; it will not swallow all."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=1)
    if not task.cancelled():
        task.exception()  # seen: it is over, and nobody waits for its outcome
