"""The application, but spectators are shown a move a moment before it is written: a kill lets them have seen more."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.live.application import application

# The application sets Django up before these are imported.
from matches.live import moves  # isort: skip
from matches.live.runtime import Runtime  # isort: skip

AHEAD = 0.3
"""Seconds that spectators are ahead."""
commit = moves.commit


async def hasty(runtime: Runtime, change: Any) -> bool:
    for step in change.steps:
        shown = runtime._frames("step", step.state, step.v, step.lines, {"public"})
        for socket in runtime.sockets:
            if socket.view == "public" and socket.v < step.v:
                socket.v = step.v
                socket.put(shown["public"])
    await asyncio.sleep(AHEAD)
    return await commit(runtime, change)


moves.commit = hasty

__all__ = ["application"]
