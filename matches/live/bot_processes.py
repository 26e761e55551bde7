"""Computation of bots' moves: in two threads, and for searching bots in a process.

A search holds Python's lock while it runs; in another process it cannot slow anybody's move. The process is started by
the first decision that needs it. It gets a view, the legal moves and a seed, never a position or a secret, and ends
with this one, even when this one is killed.
"""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar

from engines import bots
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from matches.live import bot_process_setup

log = logging.getLogger("matches.live.bots")

T = TypeVar("T")

SEARCHING = frozenset({"expert", "master"})
"""Levels that think in the other process."""


class Thinking:
    """The threads and the process of one ``Hall``."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")
        self.process: ProcessPoolExecutor | None = None
        self.busy = 0
        """Moves and analyses that are computed or wait for it."""

    async def choose(self, game: str, bot: str, view: Wire, seat: Seat, moves: Sequence[Move], seed: int) -> Move:
        """Return the move of ``bot`` (``engines.bots.choose``). If the process dies, a thread does the work."""
        work = partial(bots.choose, game, bot, view, seat, moves, seed)
        if bot == "random" or len(moves) == 1:
            return work()
        if bots.level_of(bot) in SEARCHING:
            return await self.apart(work)
        return await self._run(self.threads, work)

    async def apart(self, work: Callable[[], T]) -> T:
        """Return ``work()``, done in the process; in a thread if the process dies."""
        if self.process is None:
            self.process = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), bot_process_setup.begin)
        process = self.process
        try:
            return await self._run(process, work)
        except BrokenProcessPool:
            log.warning("the bots' process has ended; a thread thinks instead, the next search starts another")
            if self.process is process:
                self.process = None
        return await self._run(self.threads, work)

    async def _run(self, executor: Executor, work: Callable[[], T]) -> T:
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work)
        finally:
            self.busy -= 1

    def close(self) -> None:
        """End the threads and the process; drop what has not begun."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        if self.process is not None:
            # One that waits ends in 50 ms, and then gives its semaphores back: else Python warns of them at our end.
            self.process.shutdown(wait=not self.busy, cancel_futures=True)
            self.process = None
