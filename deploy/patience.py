"""Bounded patience with slow clients, also where no nginx stands before the web process.

uvicorn alone waits for ever for a request that comes by drops, and for a client that takes nothing of its answer. Here
a connection is dropped if the head of a request, its body or the taking of an answer lasts too long. Streams and
sockets stay open as long as they like: what counts is that written bytes are taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEAD_SECONDS: float = 20.0
"""Limit of a request's first line and headers, from the connection or the request's first byte."""
BODY_SECONDS: float = 60.0
"""Limit of a request's body; the largest import then needs 1.4 Mbit/s."""
TAKING_SECONDS: float = 60.0
"""Limit for a client to take the buffered bytes (64 KiB) of its connection."""

_CONNECTIONS: Final[dict[tuple[str, int], Patient]] = {}
"""The connections of this process, by address and port of the client: an ASGI scope names no more."""


class Patient(asyncio.Protocol):
    """uvicorn's HTTP protocol with deadlines around it (``uvicorn --http deploy.patience:Patient``)."""

    transport: asyncio.Transport
    client: tuple[str, int] | None = None

    def __init__(self, **options: Any) -> None:
        self.http = AutoHTTPProtocol(**options)
        self.serving = False
        self.coming: asyncio.TimerHandle | None = None
        self.taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are no subclass
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):  # a UNIX socket has none: there is a proxy before it
            self.client = (str(peer[0]), int(peer[1]))
            _CONNECTIONS[self.client] = self
            self.expect(HEAD_SECONDS)
        self.http.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self.client and not self.serving and self.coming is None:
            self.expect(HEAD_SECONDS)
        self.http.data_received(data)

    def eof_received(self) -> None:
        self.http.eof_received()

    def pause_writing(self) -> None:
        self.taking = asyncio.get_running_loop().call_later(TAKING_SECONDS, self.drop)
        self.http.pause_writing()

    def resume_writing(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
        self.http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        self.http.connection_lost(exc)

    def expect(self, seconds: float) -> None:
        """Drop the connection unless ``arrived`` is called in time."""
        self.arrived()
        self.coming = asyncio.get_running_loop().call_later(seconds, self.drop)

    def arrived(self) -> None:
        if self.coming is not None:
            self.coming.cancel()
            self.coming = None

    def drop(self) -> None:
        upgraded = self.transport.get_protocol() is not self
        self.forget()
        if not upgraded:
            self.transport.abort()

    def forget(self) -> None:
        """Stop waiting."""
        self.arrived()
        if self.taking is not None:
            self.taking.cancel()
        if self.client is not None:
            _CONNECTIONS.pop(self.client, None)


def patient(inner: Application) -> Application:
    """Wrap ``inner`` so that ``Patient`` learns which part of a request it waits for."""

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        connection = _CONNECTIONS.get((client[0], client[1])) if client else None
        if connection is None or scope["type"] != "http":
            if connection is not None:
                connection.forget()  # a socket: its pings find the dead
            await inner(scope, receive, send)
            return

        async def received() -> MutableMapping[str, Any]:
            message = await receive()
            if not message.get("more_body"):
                connection.arrived()
            return message

        connection.serving = True
        connection.expect(BODY_SECONDS)
        try:
            await inner(scope, received, send)
        finally:
            connection.serving = False
            connection.arrived()

    return served
