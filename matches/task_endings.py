"""Reliable cancellation of tasks of the event loop."""

from __future__ import annotations

import asyncio
from typing import Any


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel ``task`` until it ends. A library's time-out may swallow one cancellation; it will not swallow all."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=1)
    if not task.cancelled():
        task.exception()  # mark it as seen: nobody waits for its outcome
