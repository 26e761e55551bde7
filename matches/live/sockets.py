"""One connection to a match: a bounded queue of frames and the task that sends them.

A mover never waits for somebody else's network: each socket has its own queue, and one that reads too slowly is closed
and resumes by its version.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from engines.core.seats import Seat
from matches.live import protocol
from matches.live.frames import View
from matches.task_endings import end

SOCKET_QUEUE: Final = 256
"""Frames that may wait for one socket; a slower one is closed and resumes by its version."""


class Socket:
    __slots__ = (
        "_close",
        "_queue",
        "_ready",
        "_send",
        "_task",
        "attends",
        "closing",
        "device",
        "elsewhere",
        "held",
        "official",
        "seat",
        "seats",
        "user",
        "v",
        "view",
    )

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        seat: Seat | None,
        *,
        seats: tuple[Seat, ...] = (),
        user: str | None = None,
        device: str = "",
    ) -> None:
        self._send, self._close = send, close
        self.seat = seat
        """The seat that moves from here; on a screen for two people the first of both."""
        self.seats = seats or ((seat,) if seat else ())
        self.user, self.device = user, device
        """The user's id (None: not signed in) and browser."""
        self.held: Seat | None = None
        """On a screen for two people: the seat in front of it."""
        self.elsewhere = False
        """Its user plays on another device now: it looks on."""
        self.view: View = seat or "public"
        self.v = -1
        """The last queued version."""
        self.official = False
        """Rules at this table, and so reads both rooms of its chat."""
        self.attends = False
        """Has been sent what it missed of the chat, and gets each line from there on."""
        self._queue: deque[str] = deque()
        self._ready = asyncio.Event()
        self.closing: int | None = None
        self._task = asyncio.create_task(self._write(), name="socket")

    @property
    def both(self) -> bool:
        return len(self.seats) > 1

    def put(self, frame: str) -> None:
        """Queue ``frame``; a full queue closes the socket."""
        if self.closing is not None:
            return
        if len(self._queue) >= SOCKET_QUEUE:
            self._queue.clear()
            self.shut(protocol.CLOSE_LATER, protocol.bye("slow", 1000))
            return
        self._queue.append(frame)
        self._ready.set()

    def shut(self, code: int, last: str | None = None) -> None:
        """Close the socket once the queue (and ``last``) is sent."""
        if self.closing is None:
            if last is not None:
                self._queue.append(last)
            self.closing = code
            self._ready.set()

    async def _write(self) -> None:
        # uvicorn's ClientDisconnected is an OSError; a closed socket raises RuntimeError.
        with contextlib.suppress(OSError, RuntimeError):
            while True:
                while self._queue:
                    await self._send(self._queue.popleft())
                if self.closing is not None:
                    await self._close(self.closing)
                    return
                self._ready.clear()
                await self._ready.wait()

    async def stop(self) -> None:
        """End the writer: the connection is gone."""
        self.closing = self.closing or 1006
        await end(self._task)
