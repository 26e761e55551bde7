"""Attack: addresses of web hooks that answer a byte a second, to hold the workers that all others wait for."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

from deploy import health
from engines.core.text import text
from league import outgoing
from league.competitions.models import ResultEntry
from league.delivery import hooks, outward
from league.players.verbs.notify import notify
from tests.league.builders import running
from tests.league.delivery.far import far_away
from tests.league.tables import finish, open_fixtures
from tests.server import Workers
from tests.smtp import mail_server

HOSTS, HOOKS_A_HOST = 10, 2
PATIENCE = 25
"""Seconds; a worker that waits for such an address is killed after 30."""


@dataclass
class Drip:
    """A server that sends ``first`` at once and then a byte each ``pause`` seconds for ``lasts`` seconds."""

    first: bytes
    pause: float
    lasts: float
    last: bytes = b""
    port: int = 0
    opened: int = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        ends = time.monotonic() + self.lasts
        try:
            writer.write(self.first)
            while time.monotonic() < ends:
                await writer.drain()
                await asyncio.sleep(self.pause)
                writer.write(b"x")
            writer.write(self.last)
            await writer.drain()
        except (OSError, asyncio.CancelledError):
            return
        finally:
            writer.close()


@contextmanager
def dripping(first=b"HTTP/1.1 200 OK\r\nX-Slow: ", *, pause=1.0, lasts=300.0, last=b"\r\n\r\n"):
    """A Drip on every address of loopback."""
    drip = Drip(first, pause, lasts, last)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(drip.answer, "0.0.0.0", 0))
    drip.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield drip
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def wait_until(condition, what: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere loopback has one address")
@pytest.mark.django_db(transaction=True)
def test_results_mail_and_readiness_go_on_while_twenty_hooks_drip(cast, settings):
    settings.OUTWARD_PRIVATE = True
    EmailAddress.objects.create(user=cast.bruno, email=cast.bruno.email, verified=True, primary=True)
    cups = [running(cast.organiser) for _ in range(HOSTS * HOOKS_A_HOST // hooks.MOST)]
    with dripping() as drip, far_away() as chat, mail_server() as box:
        for number in range(HOSTS * HOOKS_A_HOST):
            url = f"http://127.0.0.{2 + number % HOSTS}:{drip.port}/{number}"
            hooks.set_hook(competition=cups[number // hooks.MOST], url=url, by=cast.organiser)
        workers = Workers(
            outward=True,
            app="tests.faults.hurried",
            extra={
                "OUTWARD_PRIVATE": "1",
                "OUTWARD_SECONDS": "1",
                "EMAIL_URL": f"smtp://127.0.0.1:{box.port}",
            },
        )
        workers.start()
        try:
            wait_until(lambda: drip.opened >= 2, "requests to the addresses that drip", 90)  # processes start
            cup, began = running(cast.anna), time.time()
            hooks.set_hook(competition=cup, url=f"{chat.url}/good", by=cast.anna)
            finish(open_fixtures(cup)[0].match, 2, 1)
            notify(users=[cast.bruno], kind="news", message=text("The draw is done"), url="/", key="a letter")
            wait_until(lambda: ResultEntry.objects.filter(competition=cup).exists(), "a result that is collected")
            wait_until(lambda: box.letters, "a mail")
            wait_until(lambda: cache.get(health.HEARTBEAT, 0) > began, "a sign of beat and worker")
            wait_until(lambda: len(chat.came) >= 2, "the message of a hook that answers")
            assert health.readiness()["beat"] == "ok"
        finally:
            workers.kill()


@pytest.mark.parametrize(
    ("scheme", "first"),
    [
        ("http", b""),
        ("http", b"HTTP/1.1 200 OK\r\nX-Slow: "),
        ("https", b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc\x03\x03"),  # a hello of TLS that is 16 KiB long
    ],
)
def test_a_request_has_one_deadline_however_the_bytes_come(settings, scheme, first):
    """Each byte comes in time, and the whole answer does not: it takes three seconds."""
    settings.OUTWARD_PRIVATE, settings.OUTWARD_SECONDS = True, 0.5
    with dripping(first, pause=0.1, lasts=3) as drip, pytest.raises(outgoing.TooSlow):
        outward.post(f"{scheme}://127.0.0.1:{drip.port}/", b"x", {})


def test_a_name_server_that_is_silent_holds_nobody(settings, monkeypatch):
    settings.OUTWARD_SECONDS = 0.3
    answered = threading.Event()
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: answered.wait(30) and [])
    with pytest.raises(outgoing.TooSlow):
        outward.post("https://slow.example.org/", b"x", {})
    answered.set()


def test_nobody_listens_is_refused(settings):
    settings.OUTWARD_PRIVATE = True
    with pytest.raises(outgoing.Unreachable) as caught:
        outward.post("http://127.0.0.1:9/", b"x", {})
    assert not isinstance(caught.value, outgoing.TooSlow)
