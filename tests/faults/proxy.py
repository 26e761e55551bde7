"""A network that fails, in front of a server: it cuts connections, swallows what the server said, or goes silent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass
class Network:
    """A TCP proxy to ``target`` on loopback."""

    target: int
    port: int = 0
    swallow: bytes = b""
    """Bytes from the server with these in them are lost, and the connection with them, as often as ``losses`` says."""
    losses: int = 0
    lost: int = 0
    patience: float | None = None
    """A connection on which the server says nothing for so many seconds is cut, as reverse proxies do."""
    silent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set: nothing is carried any more, and nobody is told (a half-open connection)."""
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    def cut(self) -> None:
        """End every connection that is there, without a word."""
        for writer in self._writers:
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:  # nobody is there now
            writer.transport.abort()
            return
        pair = {writer, back}
        self._writers |= pair
        ways = [
            asyncio.create_task(self._carry(reader, back, down=False)),
            asyncio.create_task(self._carry(there, writer, down=True)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in pair:
                end.transport.abort()
            self._writers -= pair

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, down: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await asyncio.wait_for(reader.read(65536), self.patience if down else None):
                if self.silent.is_set():
                    await asyncio.Event().wait()
                if down and self.lost < self.losses and self.swallow in data:
                    self.lost += 1
                    return
                writer.write(data)
                await writer.drain()


@contextlib.asynccontextmanager
async def network(target: int, **how: object) -> AsyncIterator[Network]:
    """A proxy on a free port, until the end of the block."""
    made = Network(target, **how)  # type: ignore[arg-type]
    server = await asyncio.start_server(made._serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        made.cut()
        await asyncio.sleep(0.1)
