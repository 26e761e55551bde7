"""How frames leave and come: uvicorn's own WebSocket protocol, with less between the loop and the application.

A write to a socket costs more than all that a frame costs before it. A mover is sent the step and the acknowledgement
in the same turn; three hundred spectators are sent the same text. So a text is made a frame once, frames are held
until the loop's next turn, which one call begins for all connections, and a socket that is not in arrears is written
to at once, without waking a task (``scope["extensions"]["tabellone.now"]``). What comes is cut into frames here: a
whole text is handed on as it is, and reading is stopped only where the application is behind, not for every message.
Whatever is not a text on an open connection is uvicorn's and websockets' business, frame by frame.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from functools import lru_cache
from typing import Any, Final
from weakref import WeakKeyDictionary

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # C where it was built, else Python
from websockets.protocol import State

log = logging.getLogger("deploy.wire")

NOW: Final = "tabellone.now"
"""The extension of the ASGI scope: ``(text) -> bool``, False where the caller must wait its turn by ``send``."""
SHORT: Final = 200
"""Shorter texts (acknowledgements, pongs) are for one socket alone and not worth remembering."""
TEXT: Final = 0x81
"""A final frame of text."""
MASKED: Final = 0x80
"""The bit of a frame's second byte that every client's frame has."""
BEHIND: Final = 16
"""Messages that may wait for the application; with more, nothing is read until it has taken them."""


def framed(text: str) -> bytes:
    """``text`` as one frame from a server, which masks nothing (RFC 6455, 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return struct.pack("!BB", TEXT, size) + data
    if size < 65536:
        return struct.pack("!BBH", TEXT, 126, size) + data
    return struct.pack("!BBQ", TEXT, 127, size) + data


_shared = lru_cache(maxsize=16)(framed)


def cut(data: bytes, start: int) -> tuple[int, int] | None:
    """Where the content of the frame at ``start`` begins and ends, as far as ``data`` says; None: not yet."""
    have = len(data) - start
    if have < 2:
        return None
    size, begin = data[start + 1] & 0x7F, start + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        if have < 2 + wide:
            return None
        size, begin = int.from_bytes(data[begin : begin + wide], "big"), begin + wide
    if data[start + 1] & MASKED:
        begin += 4
    return begin, begin + size


class Turn:
    """The connections of one loop that hold frames: they are written to together, at its next turn."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[Wire] = []

    def wait(self, wire: Wire) -> None:
        """``wire`` holds its first frame of this turn."""
        if not self._waiting:
            wire.loop.call_soon(self._end)
        self._waiting.append(wire)

    def _end(self) -> None:
        waiting, self._waiting = self._waiting, []
        for wire in waiting:
            try:
                wire.flush()
            except Exception:  # one connection's trouble is no other's
                log.exception("a frame could not be written")


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turn] = WeakKeyDictionary()


def turn_of(loop: asyncio.AbstractEventLoop) -> Turn:
    """The one of ``loop``, which is that of a whole process."""
    found = _turns.get(loop)
    if found is None:
        found = _turns[loop] = Turn()
    return found


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._turn = turn_of(self.loop)
        self._held: list[bytes] = []
        self._rest = b""
        """The beginning of a frame whose end has not come yet."""
        self._cut = True
        """Frames are cut here; once something else went to websockets, it has to go on."""

    def data_received(self, data: bytes) -> None:
        """What the client sent: whole texts to the application, the rest to websockets."""
        if self._cut and self.handshake_complete:
            self._receive(self._rest + data if self._rest else data)
        else:
            self._cut = self._cut and not self.handshake_initiated
            super().data_received(data)

    def _receive(self, data: bytes) -> None:
        start = 0
        while self._open:
            found = cut(data, start)
            if found is None:
                break
            begin, end = found
            if end - begin > self.config.ws_max_size:
                self._cut = False  # websockets says so, and closes
                break
            if end > len(data):
                break
            text = self._text(data, start, begin, end)
            if text is None:
                super().data_received(data[start:end])
            else:
                self._hand_on(text)
            start = end
        self._rest = data[start:]
        if self._rest and not (self._cut and self._open):
            self._cut, rest, self._rest = False, self._rest, b""
            super().data_received(rest)

    def _text(self, data: bytes, start: int, begin: int, end: int) -> str | None:
        """The text of a frame; None where it is something else, or not as it should be."""
        if data[start] != TEXT or not data[start + 1] & MASKED or self.conn.current_size is not None:
            return None
        try:
            return apply_mask(data[begin:end], data[begin - 4 : begin]).decode()
        except UnicodeDecodeError:
            return None

    def _hand_on(self, text: str) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > BEHIND:
            self.read_paused = True
            self.transport.pause_reading()

    async def run_asgi(self) -> None:
        """Serve the connection; the application is told of ``now``."""
        self.scope["extensions"][NOW] = self.now  # type: ignore[assignment]  # uvicorn names only its own
        await super().run_asgi()

    def now(self, text: str) -> bool:
        """Send ``text`` without waiting; False, and nothing sent, where the connection is closing or in arrears."""
        if not self.writable.is_set() or not self._open:
            return False
        if not self._held:
            self._turn.wait(self)
        self._held.append(framed(text) if len(text) < SHORT else _shared(text))
        return True

    @property
    def _open(self) -> bool:
        return (
            self.handshake_complete
            and not self.disconnected
            and not self.close_sent
            and self.initial_response is None
            and self.conn.state is State.OPEN
        )

    async def send(self, message: Any) -> None:
        """As uvicorn's, in order with what is held. Raises ClientDisconnected."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is not None and self._open:
            await self.writable.wait()
            if self.disconnected:
                raise ClientDisconnected
            if self.now(text):
                return
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server ends: what is held goes out before the close."""
        self.flush()
        super().shutdown()

    def flush(self) -> None:
        """Write what is held."""
        held, self._held = self._held, []
        if held and not self.transport.is_closing():
            self.transport.write(held[0] if len(held) == 1 else b"".join(held))
