"""What a web process does beside answering: ``start`` and ``stop`` belong to the ASGI lifespan."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Final

from matches.calling import serve_from
from matches.feed import close_ear
from matches.hall import close_hall, hall
from matches.sweeper import Sweeper

_sweepers: dict[asyncio.AbstractEventLoop, Sweeper] = {}


YOUNG: Final = 50_000
"""Objects between two looks at the young ones. A large page makes tens of thousands that hold one another: with
Python's 700 they grow old while it is drawn, and are thrown away together in one long pause of everybody."""


def settle_memory() -> None:
    """What is loaded by now stays, and no later collection looks through it in the middle of a move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


async def start() -> None:
    """Begin to sweep, and serve the synchronous views of this process from the running loop."""
    if threading.current_thread() is threading.main_thread():  # a process of its own, not a test's server
        settle_memory()
    loop = asyncio.get_running_loop()
    sweeper = _sweepers[loop] = Sweeper(hall())
    await sweeper.start()
    serve_from(loop)


async def stop() -> None:
    """Close the sockets with a word, finish what is under way, give the connections back."""
    serve_from(None)
    sweeper = _sweepers.pop(asyncio.get_running_loop(), None)
    if sweeper is not None:
        await sweeper.stop()
    await close_hall()
    await close_ear()
