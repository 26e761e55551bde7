"""A real server in this process, and clients that speak the protocol as a browser does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn
import websockets
from django.test import Client

from deploy.stores import free_port
from matches.models import Match


@contextlib.contextmanager
def serving(loop: str = "auto") -> Iterator[int]:
    """The ASGI application on a free port, in a thread called "server", on ``loop`` as uvicorn names it; its port."""
    from deploy.asgi import application

    port = free_port()
    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=port,
        log_level="error",
        lifespan="on",
        ws_per_message_deflate=False,
        http="deploy.patience:Patient",
        ws="websockets-sansio",
        timeout_graceful_shutdown=5,  # as the platform runs it
        loop=loop,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="server")
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        assert thread.is_alive() and time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server did not stop"


def cookie_of(user: Any) -> str:
    """The session cookie of ``user``, signed in as a browser is."""
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={browser.cookies['sessionid'].value}"


@dataclass
class Table:
    """One socket: what it was sent, and the state that a client makes of it."""

    link: Any
    frames: list[dict[str, Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    v: int = -1
    came: int = -1
    """The last version that was sent on this socket: older than ``v`` where the server did not know that one yet."""
    timeline: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    noted: Callable[..., None] | None = None
    """Takes down each version that is shown (``History.note``, for one client and socket)."""

    async def read(self, timeout: float = 30) -> dict[str, Any]:
        """The next frame; positions are folded into ``state``, and a gap in ``v`` is an error."""
        text = await asyncio.wait_for(self.link.recv(), timeout)
        frame = json.loads(text)
        self.texts.append(text)
        self.frames.append(frame)
        if frame["t"] == "full" or (frame["t"] == "step" and frame["v"] > self.came):
            if self.noted:
                whole, lines = frame["t"] == "full", json.dumps(frame["lines"])
                self.noted("shown", v=frame["v"], timeline=frame["timeline"], whole=whole, lines=lines)
            self.came = frame["v"]
        if frame["t"] == "step" and frame["v"] > self.v:
            assert frame["v"] == self.v + 1, f"a gap: {self.v} -> {frame['v']}"
        if frame["t"] == "full" and frame["timeline"] != self.timeline:  # whatever it was before
            self.v, self.timeline, self.state = frame["v"], frame["timeline"], frame
        elif frame["t"] in ("full", "step") and frame["v"] >= self.v:
            self.v, self.state = frame["v"], {**self.state, **frame}
        return frame

    async def until(self, kind: str, timeout: float = 30, **wanted: Any) -> dict[str, Any]:
        """Read up to a frame of this kind with these values."""
        end = time.monotonic() + timeout
        while True:
            frame = await self.read(max(0.01, end - time.monotonic()))
            if frame["t"] == kind and all(frame.get(key) == value for key, value in wanted.items()):
                return frame

    async def until_live(self) -> dict[str, Any]:
        """Read until the match is being played."""
        while self.state.get("status") != "live":
            await self.read()
        return self.state

    async def until_v(self, v: int, timeout: float = 60) -> None:
        """Read until the table shows version ``v``, by whatever frame."""
        end = time.monotonic() + timeout
        while self.v < v:
            await self.read(max(0.01, end - time.monotonic()))

    async def say(self, **frame: Any) -> None:
        await self.link.send(json.dumps(frame, default=str))

    async def move(self, *moves: dict[str, Any], v: int | None = None, client_id: Any = None, **more: Any) -> str:
        """Send moves (the first choice there is, if none is named); returns their client id."""
        sent = list(moves) or [self.state["choices"][0]["move"]]
        client_id = str(client_id or uuid.uuid4())
        await self.say(t="move", id=client_id, v=self.v if v is None else v, moves=sent, **more)
        return client_id


@contextlib.asynccontextmanager
async def sit(
    port: int,
    match: Match,
    cookie: str = "",
    v: int | None = None,
    origin: str | None = "same",
    again: bool = False,
    protocol: int | None = None,
    timeline: int | None = None,
    patience: float = 10,
) -> AsyncIterator[Table]:
    """A socket at ``match``; ``again``: the same page as before, back after a cut; ``protocol``: its version.

    ``timeline``: that of the last frame; ``patience``: seconds that the handshake may take.
    """
    said = {"v": v, "protocol": protocol, "timeline": timeline}
    asked = "&".join([f"{name}={value}" for name, value in said.items() if value is not None] + ["again"] * again)
    address = f"ws://127.0.0.1:{port}/ws/matches/{match.pk}/" + (f"?{asked}" if asked else "")
    headers = {"Cookie": cookie} if cookie else {}
    if origin == "same":
        origin = f"http://127.0.0.1:{port}"
    settled = {"compression": None, "ping_interval": None, "max_queue": None, "open_timeout": patience}
    async with websockets.connect(address, additional_headers=headers, origin=origin, **settled) as link:
        yield Table(link)


async def play_out(*tables: Table, limit: int = 500, pause: float = 0) -> None:
    """Let the seats move by their first choice until the match is over, each from its own frames.

    With ``pause`` they think that many seconds before each move.
    """

    async def one(table: Table) -> None:
        for _ in range(limit):
            if table.state.get("status") == "finished":
                return
            if table.state.get("choices"):
                before = table.v
                if pause:
                    await asyncio.sleep(pause)
                await table.move()
                while table.v == before:
                    await table.read()
            else:
                await table.read()

    await asyncio.gather(*(one(table) for table in tables))
