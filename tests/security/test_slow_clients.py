"""Slow clients: a request by drops, an answer that nobody takes. The bare web process drops them, and nobody else."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest
import uvicorn
import websockets

from deploy import asgi, patience, processes
from deploy.stores import free_port

SOON = 0.4
HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n"


async def application(scope, receive, send):
    """Reads what is sent; ``/large`` answers without end, ``/quiet`` with a word now and one much later."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": "here"})
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})
    if scope["path"] == "/large":
        for _piece in range(2000):
            await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    elif scope["path"] == "/quiet":
        await send({"type": "http.response.body", "body": b"now", "more_body": True})
        await asyncio.sleep(4 * SOON)
    await send({"type": "http.response.body", "body": b"end"})


@pytest.fixture
def port(monkeypatch) -> Iterator[int]:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "TAKING_SECONDS"):
        monkeypatch.setattr(patience, name, SOON)
    number = free_port()
    config = uvicorn.Config(
        patience.patient(application),
        port=number,
        http="deploy.patience:Patient",
        ws="websockets-sansio",
        lifespan="off",
        log_level="error",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield number
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive() and not patience._CONNECTIONS


async def dropped(port: int, talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]) -> bool:
    """Tell whether the server lets the connection go while ``talk`` goes on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(30):
            await talk(reader, writer)
            while await reader.read(100_000):
                pass
    except ConnectionError:
        pass
    finally:
        writer.close()
    return True


async def by_drops(writer: asyncio.StreamWriter, words: bytes) -> None:
    for byte in words:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(SOON / 4)


async def says_nothing(_reader, _writer):
    pass


async def sends_its_head_by_drops(_reader, writer):
    await by_drops(writer, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 4000)
    raise AssertionError("the whole head was waited for")


async def sends_its_body_by_drops(_reader, writer):
    writer.write(HEAD)
    await by_drops(writer, b"a" * 49)
    raise AssertionError("the whole body was waited for")


async def sends_its_second_head_by_drops(reader, writer):
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"end")
    await sends_its_head_by_drops(reader, writer)


@pytest.mark.parametrize(
    "talk", [says_nothing, sends_its_head_by_drops, sends_its_body_by_drops, sends_its_second_head_by_drops]
)
def test_who_sends_slowly_is_dropped(port, talk):
    assert asyncio.run(dropped(port, talk))


def test_who_takes_nothing_of_the_answer_is_dropped(port):
    async def scenario() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
        writer.write(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.sleep(5 * SOON)
        taken = 0
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            while True:
                taken += len(await reader.readexactly(1000))
        writer.close()
        return taken

    assert asyncio.run(scenario()) < 200_000_000


def test_a_quiet_stream_and_a_socket_stay_open(port):
    async def scenario() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /quiet HTTP/1.1\r\nHost: localhost\r\n\r\n")
        async with websockets.connect(f"ws://127.0.0.1:{port}/") as link:
            await reader.readuntil(b"end")
            await link.send("still?")
            assert await link.recv() == "here"
        writer.close()

    asyncio.run(scenario())


def test_the_web_process_runs_with_it():
    command = " ".join(processes.web())
    assert "--http deploy.patience:Patient" in command
    assert asgi.application.__qualname__.startswith("patient.")
