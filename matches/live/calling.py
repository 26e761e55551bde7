"""Calls of a match's asynchronous verbs from synchronous code (pages, the API, commands)."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from matches import feed
from matches.live.running import Hall, close_hall, hall, set_hall

T = TypeVar("T")

WAIT_SECONDS = 30
"""Seconds that a page waits for the serving loop."""

_serving: asyncio.AbstractEventLoop | None = None


def serve_from(loop: asyncio.AbstractEventLoop | None) -> None:
    """Set the loop on which this process serves sockets; synchronous callers are sent there."""
    global _serving
    _serving = loop


def start_soon(start: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Start ``start()`` on this process's serving loop, if there is one, without waiting for it."""
    if _serving is not None and _serving.is_running():
        asyncio.run_coroutine_threadsafe(_keep_task(start), _serving)


async def _keep_task(start: Callable[[], Coroutine[Any, Any, None]]) -> None:
    hall().spawn(start())


def call(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` and return its result: on this process's serving loop, else on a new one.

    ``work`` reads and writes by its own connection: what it needs must be committed, not inside the caller's
    transaction. It must take its hall from ``matches.live.running.hall()`` when it runs.
    """
    if _serving is not None and _serving.is_running():
        return asyncio.run_coroutine_threadsafe(work, _serving).result(timeout=WAIT_SECONDS)
    answers: list[T] = []
    failed: list[BaseException] = []

    async def once() -> T:
        set_hall(Hall(min_pool=1, max_pool=1))
        try:
            answer = await work
            await hall().drain()
            return answer
        finally:
            await close_hall()
            await feed.close_ear()

    def run() -> None:
        try:
            answers.append(asyncio.run(once()))
        except BaseException as error:  # passed on to the caller's thread, whatever it is
            failed.append(error)

    thread = threading.Thread(target=run, name="call")
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return answers[0]
