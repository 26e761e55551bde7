"""Reliable cancellation of tasks of the event loop."""

import asyncio
from typing import Any


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel ``task`` until it ends: a library's time-out may swallow one cancellation, but not all."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=1)
    if not task.cancelled():
        task.exception()  # mark it as seen: nobody waits for its outcome
