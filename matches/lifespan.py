"""What a web process does beside answering: ``start`` and ``stop`` belong to the ASGI lifespan."""

from __future__ import annotations

import asyncio
import gc
import threading

from matches.calling import serve_from
from matches.feed import close_ear
from matches.hall import close_hall, hall
from matches.sweeper import Sweeper

_sweepers: dict[asyncio.AbstractEventLoop, Sweeper] = {}


async def start() -> None:
    """Begin to sweep, and serve the synchronous views of this process from the running loop."""
    if threading.current_thread() is threading.main_thread():  # a process of its own, not a test's server
        gc.collect()
        gc.freeze()  # what is loaded by now stays: no later collection looks through it in the middle of a move
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
