"""What a web process does beside answering: ``start`` and ``stop`` belong to the ASGI lifespan."""

from __future__ import annotations

import asyncio
import gc
import threading
from itertools import count
from typing import Final

from django.core.signals import request_finished

from matches.feed import close_ear
from matches.live.calling import serve_from
from matches.live.running import close_hall, hall
from matches.upkeep.sweeper import Sweeper

_sweepers: dict[asyncio.AbstractEventLoop, Sweeper] = {}
_before: list[tuple[int, int, int]] = []
"""The collector's thresholds as they were before this process was settled."""

YOUNG: Final = 100_000
"""Objects that may be made within one answer before it is interrupted to look for rings of them. With Python's 700 what
a large page makes grows old while it is drawn, and is thrown away with all other old things in one long pause."""
ALL: Final = 500
"""Answers between two looks at everything that is not loaded for good: what was made for an answer while another one
ended is found then."""

_answers = count(1)


def settle_memory() -> None:
    """Keep the pauses of Python's collector short, and out of the answers.

    A pause holds up everybody: the page that is drawn and the moves that wait. So what is loaded by now stays and is
    not looked through again; and what an answer left behind is thrown away as soon as it is sent, while it is still
    little and nobody waits for that answer any more. A dozen pages, light and heavy, asked 64 times each in one
    process, gave in milliseconds of the processor (``p95``: the mean of theirs):

    ====================================  =============  =============  =====
    collector                             longest pause  pauses a page    p95
    ====================================  =============  =============  =====
    as Python has it                                278           14.1    132
    what is loaded is frozen                         65            6.0     90
    and 5,000 young objects, not 700                 56            4.0     83
    and 50,000                                       90            3.7     82
    and after each answer (this)                     12            1.6     71
    ====================================  =============  =============  =====
    """
    gc.collect()
    gc.freeze()
    _before[:] = [gc.get_threshold()]
    gc.set_threshold(YOUNG)
    request_finished.connect(_tidy, dispatch_uid="tidy")


def unsettle_memory() -> None:
    """As it was, but for what is frozen: for a process that goes on to do something else, as tests do."""
    request_finished.disconnect(dispatch_uid="tidy")
    if _before:
        gc.set_threshold(*_before.pop())


def _tidy(**_of: object) -> None:
    """After an answer was sent, on the thread that made it."""
    gc.collect(2 if next(_answers) % ALL == 0 else 1)


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
