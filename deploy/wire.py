"""How frames leave: uvicorn's own WebSocket protocol, with the frames of one turn of the loop written by one call.

A write to a socket costs more than all that a frame costs before it. A mover is sent the step and the acknowledgement
in the same turn; three hundred spectators are sent the same text. So a text is made a frame once, frames are held until
the loop's next turn, and a socket that is not in arrears is written to at once, without waking a task
(``scope["extensions"]["tabellone.now"]``). Whatever is not a text on an open connection is uvicorn's business.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

NOW: Final = "tabellone.now"
"""The extension of the ASGI scope: ``(text) -> bool``, False where the caller must wait its turn by ``send``."""
SHORT: Final = 200
"""Shorter texts (acknowledgements, pongs) are for one socket alone and not worth remembering."""
TEXT: Final = 0x81
"""A final frame of text."""


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


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._held: list[bytes] = []

    async def run_asgi(self) -> None:
        """Serve the connection; the application is told of ``now``."""
        self.scope["extensions"][NOW] = self.now  # type: ignore[assignment]  # uvicorn names only its own
        await super().run_asgi()

    def now(self, text: str) -> bool:
        """Send ``text`` without waiting; False, and nothing sent, where the connection is closing or in arrears."""
        if not self.writable.is_set() or not self._open:
            return False
        if not self._held:
            self.loop.call_soon(self._flush)
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
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server ends: what is held goes out before the close."""
        self._flush()
        super().shutdown()

    def _flush(self) -> None:
        held, self._held = self._held, []
        if held and not self.transport.is_closing():
            self.transport.write(held[0] if len(held) == 1 else b"".join(held))
