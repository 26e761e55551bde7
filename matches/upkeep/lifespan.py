"""Start and stop of a web process, called by the ASGI lifespan."""

import asyncio
import gc
import threading
from itertools import count
from typing import Final

from django.core.signals import request_finished

from matches.feed import close_ear, ear
from matches.live.calling import serve_from
from matches.live.running import close_hall, hall
from matches.upkeep.sweeper import Sweeper

_sweepers: dict[asyncio.AbstractEventLoop, Sweeper] = {}
_before: list[tuple[int, int, int]] = []
"""The collector's thresholds before ``settle_memory``."""

YOUNG: Final = 100_000
"""Objects created within one answer before the collector interrupts it. With Python's 700, the objects of a large page
grow old while it is drawn, and are thrown away with all other old ones in one long pause."""
OLDER: Final = 25
"""Answers between two collections of what an earlier one has met. An answer's own request is still held while it is
collected, as are those that are being answered; if the next collection ended their youth, each would stay until the
full one, with all that it has made."""
ALL: Final = 500
"""Answers between two full collections of what was loaded later: they find what outlived the others."""

_answers = count(1)


def settle_memory() -> None:
    """Keep the pauses of Python's collector short, and out of the answers.

    A pause holds up everybody: the page that is drawn and the moves that wait. So what is loaded by now stays and is
    not looked through again; and what an answer left behind is thrown away as soon as it is sent, while it is still
    little and nobody waits for that answer any longer. A dozen pages, light and heavy, asked 64 times each in one
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

    What an answer holds while it ends (its request, and those of others) outlives that first look. It is looked at
    again after ``OLDER`` answers: as old as all else at once, it stayed for ``ALL``, and 500 answers left 100 MB. Six
    pages of a player, by turns, took 22.9 and 24.6 ms of the processor, so 1.7 ms less.
    """
    gc.collect()
    gc.freeze()
    _before[:] = [gc.get_threshold()]
    gc.set_threshold(YOUNG)
    request_finished.connect(_tidy, dispatch_uid="tidy")


def unsettle_memory() -> None:
    """Restore the thresholds (not what is frozen), for a process that goes on, as in tests."""
    request_finished.disconnect(dispatch_uid="tidy")
    if _before:
        gc.set_threshold(*_before.pop())


def _tidy(**_of: object) -> None:
    """Collect young objects after an answer, on the thread that made it."""
    number = next(_answers)
    gc.collect(2 if number % ALL == 0 else 1 if number % OLDER == 0 else 0)


async def start() -> None:
    """Start the sweep, and serve this process's synchronous views from the running loop."""
    if threading.current_thread() is threading.main_thread():  # a process of its own, not a test's server
        settle_memory()
    loop = asyncio.get_running_loop()
    sweeper = _sweepers[loop] = Sweeper(hall())
    await sweeper.start()
    serve_from(loop)


async def stop() -> None:
    """Close the sockets with a message, finish running work, give the connections back."""
    serve_from(None)
    sweeper = _sweepers.pop(asyncio.get_running_loop(), None)
    if sweeper is not None:
        await sweeper.stop()
    await close_hall()
    if sweeper is not None:  # after the last move: who counts as gone announces nothing
        await ear().sign_out(sweeper.hall.name)
    await close_ear()
