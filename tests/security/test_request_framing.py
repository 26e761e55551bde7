"""Requests whose length two readers could see differently are refused: nothing behind one is taken for a request."""

from __future__ import annotations

import re
import socket
import threading
import time

import pytest
import uvicorn

from deploy import patience
from deploy.stores import free_port

BEHIND = b"GET /behind HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
LONG = str(len(BEHIND) + 5).encode()
EMPTY = b"0\r\n\r\n"
AMBIGUOUS = {
    "length and chunks": b"Content-Length: " + LONG + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + EMPTY,
    "chunks and a short length": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + EMPTY,
    "a blank before the colon": b"Content-Length: 5\r\nTransfer-Encoding : chunked\r\n\r\n" + EMPTY,
    "an unknown coding": b"Content-Length: 5\r\nTransfer-Encoding: xchunked\r\n\r\n" + EMPTY,
    "two codings": b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + EMPTY,
    "a folded line": b"Content-Length: 5\r\nTransfer-Encoding:\r\n chunked\r\n\r\n" + EMPTY,
    "two lengths": b"Content-Length: 0\r\nContent-Length: " + LONG + b"\r\n\r\n",
    "a length with a sign": b"Content-Length: +0\r\n\r\n",
    "a list of lengths": b"Content-Length: 0, " + LONG + b"\r\n\r\n",
    "a chunk beyond 64 bits": b"Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\nab\r\n" + EMPTY,
    "a line break in a chunk's extension": b"Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\nab\r\n" + EMPTY,
    "a bare return in a header": b"X: y\rContent-Length: 40\r\n\r\n",
    "a NUL in a header": b"X: y\0z\r\n\r\n",
}


@pytest.fixture
def server():
    """The port of a web process' server, and the paths that were asked for."""
    paths: list[str] = []

    async def application(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        paths.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    port = free_port()
    config = uvicorn.Config(
        patience.patient(application), port=port, http="deploy.patience:Patient", lifespan="off", log_level="critical"
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield port, paths
    running.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def answers(port, sent):
    """The statuses of what comes back on one connection, to its end."""
    with socket.create_connection(("localhost", port), timeout=20) as link:
        link.sendall(sent)
        parts = []
        while part := link.recv(65536):
            parts.append(part)
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", b"".join(parts))]


@pytest.mark.parametrize("case", AMBIGUOUS)
def test_an_ambiguous_request_ends_its_connection(server, case):
    port, paths = server
    assert answers(port, b"POST / HTTP/1.1\r\nHost: localhost\r\n" + AMBIGUOUS[case] + BEHIND) == [400]
    assert "/behind" not in paths


def test_two_plain_requests_are_two(server):
    port, paths = server
    assert answers(port, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab" + BEHIND) == [200, 200]
    assert paths == ["/", "/behind"]
