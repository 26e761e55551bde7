"""The application, but now and then it shows everybody a position once more after the one that came behind it."""

from __future__ import annotations

from typing import Any

from tests.live.application import application

# The application sets Django up before this is imported.
from matches.live.runtime import Runtime  # isort: skip

EVERY = 5
"""Versions after which it happens again."""
take = Runtime.take


def rewinding(runtime: Runtime, change: Any) -> None:
    before = runtime._full({socket.view for socket in runtime.sockets})
    take(runtime, change)
    if runtime.row.version % EVERY == 0:
        for socket in runtime.sockets:
            socket.put(before[socket.view])


Runtime.take = rewinding  # type: ignore[method-assign]

__all__ = ["application"]
