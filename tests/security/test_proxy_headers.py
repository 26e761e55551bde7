"""Headers of a proxy are believed only with BEHIND_PROXY, and only from the addresses that are named."""

from __future__ import annotations

import http.client
import uuid

import pytest

from deploy import asgi
from tests.deploy.test_settings import SERVER, refusal
from tests.server import Web, surroundings

LIMIT = 120
"""Requests a minute of the API from one address (``DEFAULT_THROTTLE_RATES``)."""


def forged(turn):
    address = f"198.51.100.{turn}"
    return {"X-Forwarded-For": address, "X-Real-IP": address, "Forwarded": f"for={address}"}


def statuses(port, count):
    """Status of each of ``count`` API requests, every one with another forged address."""
    connection = http.client.HTTPConnection("localhost", port, timeout=30)
    answers = []
    for turn in range(count):
        connection.request("GET", "/api/v1/games/", headers=forged(turn))
        answer = connection.getresponse()
        answer.read()
        answers.append(answer.status)
    connection.close()
    return answers


@pytest.mark.parametrize("proxy", [{}, {"BEHIND_PROXY": "1", "PROXY_ADDRESSES": "192.0.2.7"}], ids=["none", "another"])
def test_forged_addresses_are_limited_as_the_one_that_sends_them(transactional_db, proxy):
    server = Web(around=surroundings("web", RATE_LIMITS="1", VALKEY_PREFIX=f"proxy-{uuid.uuid4().hex}", **proxy))
    server.start()
    try:
        answers = statuses(server.port, LIMIT + 10)
    finally:
        server.stop()
    assert answers[0] == 200 and answers.count(429) >= 10, answers


async def seen(peer, headers, kind="http"):
    """Return the client and the scheme that the application is told."""
    told = {}

    async def inner(scope, receive, send):
        told.update(client=scope["client"][0], scheme=scope["scheme"])

    scheme = "http" if kind == "http" else "ws"
    scope = {"type": kind, "client": (peer, 1234), "scheme": scheme, "headers": headers}
    await asgi.behind_proxy(inner)(scope, None, None)
    return told


HEADERS = [(b"x-forwarded-for", b"203.0.113.9, 198.51.100.4"), (b"x-forwarded-proto", b"https")]


@pytest.mark.parametrize(
    ("behind", "peer", "believed"),
    [
        (False, "127.0.0.1", False),
        (True, "127.0.0.1", True),
        (True, "10.1.2.3", True),
        (True, "10.1.3.3", False),
        (True, "203.0.113.80", False),
    ],
)
async def test_scheme_and_client_come_from_named_proxies_alone(settings, behind, peer, believed):
    settings.BEHIND_PROXY = behind
    settings.PROXY_ADDRESSES = ["127.0.0.1", "10.1.2.0/24"]
    # What the proxy saw stands last; what its client claimed stands before it.
    assert await seen(peer, HEADERS) == (
        {"client": "198.51.100.4", "scheme": "https"} if believed else {"client": peer, "scheme": "http"}
    )
    assert (await seen(peer, HEADERS, "websocket"))["scheme"] == ("wss" if believed else "ws")


def test_a_forwarded_host_is_never_believed(client, db):
    page = client.get("/competitions/", headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "666"})
    assert page.status_code == 200 and b"evil.example" not in page.content and b":666" not in page.content


@pytest.mark.parametrize("wrong", ["*", "proxy.example.org", "10.0.0.0/99"])
def test_a_wrong_address_is_told(wrong):
    told = refusal(**SERVER, PROXY_ADDRESSES=wrong)
    assert "PROXY_ADDRESSES must be IP addresses or networks" in told and repr(wrong) in told
