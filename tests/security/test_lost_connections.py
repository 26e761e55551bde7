"""Errors, refusals and people who leave cost no connection to the database: all are free again when they have ended."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import pytest
import websockets
from django.db import connection
from django.http import HttpResponse

from deploy import processes
from deploy.connections import returning_connections
from deploy.stores import free_port
from league.players.models import User
from tests.deploy.test_metrics import scraped
from tests.live.sockets import cookie_of
from tests.security.breaking import FAILURES
from tests.server import Web, surroundings

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 8
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def site():
    """A web process with the pool that it has in service, and its metrics."""
    metrics_port = free_port()
    around = surroundings("web", DATABASE_POOL="1", METRICS_PORT=str(metrics_port), LOG_LEVEL="ERROR")
    web = Web(around=around)
    web.command = processes.web(port=web.port)
    web.command[1:2] = ["tests.security.breaking:application", "--factory"]
    web.metrics_port = metrics_port
    web.start()
    try:
        ask_many(web, "/nope-x/", "", 40)  # starts the threads in which Django draws error pages
        yield web
    finally:
        web.stop()


def ask(web, address, cookie="", method="GET", body=b"", **headers):
    link = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
    with contextlib.closing(link):
        link.request(method, address, body, {"Host": "localhost", "Cookie": cookie, **headers})
        answer = link.getresponse()
        answer.read()
        return answer.status


def ask_many(web, address, cookie, count=AT_ONCE, **options):
    with ThreadPoolExecutor(count) as threads:
        return set(threads.map(lambda _: ask(web, address, cookie, **options), range(count)))


def lent(web):
    """Connections of pages' pool that are not free."""
    pools = scraped(web.metrics_port)["tabellone_pool_connections"]
    return next(value for labels, value in pools if labels == {"pool": "pages", "state": "used"})


def wait_until_free(web):
    """Wait until every connection is free; raise AssertionError if one stays away."""
    deadline = time.monotonic() + 20
    while lent(web):
        assert time.monotonic() < deadline, f"{lent(web):.0f} connections are not given back"
        time.sleep(0.05)


WRONG = {
    "/competitions/nope-x/": 404,
    "/nope-x/": 404,
    f"/matches/{NOBODY}/": 404,
    f"/players/{NOBODY}/": 404,
    "/competitions/nope-x/calendar.ics": 404,
    "/competitions/nope-x/announcements.atom": 404,
    "/cards/nope-x.png": 404,
    "/api/v1/nope-x/": 404,
    f"/api/v1/competitions/{NOBODY}/": 404,
    "/?x=%00": 400,
    "/support/": 404,
    "/static/nope-x.css": 404,
    **{f"/fails/{how}/": 0 for how in FAILURES},
    **{f"/fails/async/{how}/": 0 for how in FAILURES},
}
"""Addresses and the status of their answers (0: any error)."""


def test_an_error_page_that_asks_all_the_same_gives_its_connection_back(cast):
    """In a thread of its own, as Django draws it; one that was there before belongs to somebody else."""

    def page(request):
        assert User.objects.exists()
        return HttpResponse()

    def drawn(before):
        try:
            if before:
                connection.ensure_connection()
            returning_connections(page)(None)
            return connection.connection is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        assert [thread.submit(drawn, before).result() for before in (False, True)] == [False, True]


def test_wrong_addresses_give_their_connections_back(site, cast):
    cookie = cookie_of(cast.anna)
    for address, status in WRONG.items():
        statuses = ask_many(site, address, cookie)
        assert statuses == {status} if status else min(statuses) >= 400, address
    wait_until_free(site)


def test_a_guests_wrong_addresses_do_not_hold_up_others(site, cast):
    cookie = cookie_of(cast.anna)
    for _round in range(3):
        assert ask_many(site, "/competitions/nope-x/", cookie, 40) == {404}
    assert ask(site, "/matches/") == 200
    wait_until_free(site)


def test_refused_posts_give_their_connections_back(site, cast):
    cookie, form = cookie_of(cast.anna), "application/x-www-form-urlencoded"
    wrong_key = {"method": "POST", "body": b"name=x", "Content-Type": form}
    assert ask_many(site, "/settings/", cookie, **wrong_key) == {403}
    json = {"method": "POST", "body": b"{", "Content-Type": "application/json"}
    assert min(ask_many(site, "/api/v1/competitions/", cookie, **json)) >= 400
    unreadable = {"method": "POST", "body": b"--x", "Content-Type": "multipart/form-data; boundary="}
    assert min(ask_many(site, "/settings/", cookie, **unreadable)) >= 400
    wait_until_free(site)


def test_readers_who_leave_give_their_connections_back(site, cast):
    head = f"GET /matches/ HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie_of(cast.anna)}\r\n\r\n"
    for _round in range(4):
        for _reader in range(AT_ONCE):
            with socket.create_connection(("127.0.0.1", site.port)) as link:
                link.sendall(head.encode())
    assert ask(site, "/matches/") == 200
    wait_until_free(site)


def test_answers_that_nobody_takes_hold_no_connection(site, cast):
    head = f"GET /large/ HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie_of(cast.anna)}\r\n\r\n".encode()
    with contextlib.ExitStack() as opened:
        for _reader in range(AT_ONCE):
            link = opened.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=20))
            link.sendall(head)
            assert link.recv(1000).startswith(b"HTTP/1.1 200")
        wait_until_free(site)


def test_open_streams_hold_no_connection(site, cast):
    cookies = [cookie_of(cast.anna) for _device in range(AT_ONCE)]  # the first request of a session notes it
    topics = ["lobby", f"user:{cast.anna.pk}", f"match:{NOBODY}"]
    query = urllib.parse.urlencode([("topic", topic) for topic in topics])
    heads = [f"GET /feed/?{query} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n" for cookie in cookies]
    with contextlib.ExitStack() as opened:
        for head in heads:
            link = opened.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=20))
            link.sendall(head.encode())
            assert link.recv(4096).startswith(b"HTTP/1.1 200")
        wait_until_free(site)
    wait_until_free(site)


def test_refused_sockets_give_their_connections_back(site, cast):
    cookie = cookie_of(cast.anna)

    async def knock(address, origin):
        headers = {"Cookie": cookie}
        with contextlib.suppress(websockets.WebSocketException, OSError):
            async with websockets.connect(
                f"ws://localhost:{site.port}{address}", additional_headers=headers, origin=origin
            ) as link:
                await asyncio.wait_for(link.recv(), 20)

    async def knock_everywhere():
        for address in (f"/ws/matches/{NOBODY}/", "/ws/nope-x/"):
            for origin in (site.url, "http://elsewhere.example"):
                await asyncio.gather(*(knock(address, origin) for _ in range(AT_ONCE)))

    asyncio.run(knock_everywhere())
    wait_until_free(site)
