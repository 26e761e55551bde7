"""The ASGI entry point: sockets of this site only, and background work between start and stop."""

from __future__ import annotations

import resource

import pytest

from deploy import asgi, open_files
from matches import feed


def headers(**values):
    return [(name.encode(), value.encode()) for name, value in values.items()]


@pytest.mark.parametrize(
    ("host", "origin", "allowed"),
    [
        ("localhost:8000", "http://localhost:8000", True),
        ("LOCALHOST:8000", "http://localhost:8000", True),
        ("localhost", "https://localhost", True),
        ("localhost:8000", "", False),
        ("localhost:8000", "null", False),
        ("localhost:8000", "http://localhost:9000", False),
        ("localhost:8000", "http://evil.example", False),
        ("evil.example", "http://evil.example", False),
        ("localhost:8000", "file://localhost:8000", False),
        ("localhost:8000", "http://localhost:8000.evil.example", False),
        ("localhost:8000", "https://cup.example.org", True),
    ],
)
def test_sockets_are_taken_from_this_site_only(settings, host, origin, allowed):
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://cup.example.org"]
    assert asgi.same_site(headers(host=host, origin=origin)) is allowed


def test_a_missing_origin_or_host_is_refused(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    assert not asgi.same_site(headers(host="localhost:8000"))
    assert not asgi.same_site(headers(origin="http://localhost:8000"))


class Talk:
    """One ASGI conversation: what is received is given, what is sent is kept."""

    def __init__(self, *messages):
        self.messages, self.sent = list(messages), []

    async def receive(self):
        return {"type": self.messages.pop(0)}

    async def send(self, message):
        self.sent.append(message)


async def test_a_stranger_is_refused_at_the_handshake(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    talk = Talk("websocket.connect")
    scope = {
        "type": "websocket",
        "path": "/ws/nothing/",
        "headers": headers(host="localhost", origin="http://evil.example"),
    }
    await asgi.application(scope, talk.receive, talk.send)
    assert talk.sent == [{"type": "websocket.close"}]


async def test_background_work_runs_between_start_and_stop(monkeypatch):
    done = []

    async def start():
        done.append("start")

    async def stop():
        done.append("stop")

    monkeypatch.setattr(asgi.lifespan, "start", start)
    monkeypatch.setattr(asgi.lifespan, "stop", stop)
    talk = Talk("lifespan.startup", "lifespan.shutdown")
    await asgi.application({"type": "lifespan"}, talk.receive, talk.send)
    assert done == ["start", "stop"]
    assert [message["type"] for message in talk.sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_work_that_does_not_start_stops_the_server(monkeypatch):
    async def start():
        raise RuntimeError("no ball")

    monkeypatch.setattr(asgi.lifespan, "start", start)
    talk = Talk("lifespan.startup")
    with pytest.raises(RuntimeError):
        await asgi.application({"type": "lifespan"}, talk.receive, talk.send)
    assert talk.sent == [{"type": "lifespan.startup.failed", "message": "RuntimeError('no ball')"}]


@pytest.fixture
def limited(monkeypatch):
    """Begin as a login shell does, with 1,024 open files; return the limits that the system has then."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, limits[1]))

    async def nothing():
        pass

    monkeypatch.setattr(asgi.lifespan, "start", nothing)
    monkeypatch.setattr(asgi.lifespan, "stop", nothing)
    yield limits
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


async def test_a_house_full_of_readers_has_a_file_for_each(limited):
    talk = Talk("lifespan.startup", "lifespan.shutdown")
    await asgi.application({"type": "lifespan"}, talk.receive, talk.send)
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert now == min(open_files.WANTED, most) and most == limited[1]
    assert open_files.WANTED > 2 * feed.READERS_LIMIT


def test_a_system_that_gives_few_files_is_told_of(monkeypatch, caplog):
    given = []
    monkeypatch.setattr(resource, "getrlimit", lambda _of: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _of, limits: given.append(limits))
    open_files.raise_limit()
    assert given == [(4096, 4096)] and "4096" in caplog.text
