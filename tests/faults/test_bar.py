"""A Tabellone that runs on a laptop in a bar, two web processes and the Wi-Fi: looked at, and ended when all looked."""

from __future__ import annotations

import http.cookiejar
import re
import socket
import time
import urllib.parse
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from deploy.stores import free_port
from tests.faults.household import Household, refused

pytestmark = pytest.mark.faults

PATIENCE = 60
"""Seconds for an answer. The first page of a new process takes 3 to 6 s of a slow processor that does nothing else."""


@pytest.fixture(scope="module")
def bar():
    """A household of two web processes that runs in a network, for tests that change nothing in it."""
    one = Household()
    while not free(one.port + 1):
        one.port = free_port()
    one.start(LAN="127.0.0.2", WEB="2")
    yield one
    one.end()
    one.clear()


def free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_two_web_processes_run_and_end_together(bar):
    """The second half is the fixture's: its end leaves nothing."""
    for port in (bar.port, bar.port + 1):
        with urllib.request.urlopen(f"http://localhost:{port}/livez", timeout=PATIENCE) as answer:
            assert answer.status == 200
    assert sum(re.search(r"^\d+ web1? |uvicorn deploy", line) is not None for line in bar.processes()) == 2


def test_in_a_bar_phones_sign_up_and_connect_over_plain_http(bar):
    """The address stands for the laptop's on the Wi-Fi: another one than localhost, without HTTPS."""
    site = f"http://127.0.0.2:{bar.port}"
    deadline = time.monotonic() + PATIENCE
    while bar.told().count("█") <= 50:  # the picture comes after the address
        assert time.monotonic() < deadline, bar.told()
        time.sleep(0.05)
    assert f"For phones on this Wi-Fi: {site}/" in bar.told()
    jar = http.cookiejar.CookieJar()
    phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    assert f"{site}/" in phone.open(f"{site}/lan/", timeout=PATIENCE).read().decode()
    phone.open(f"{site}/accounts/signup/", timeout=PATIENCE).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"csrfmiddlewaretoken": token, "username": "Tanja", "password1": "calcio a nove mani"}
    sent = urllib.request.Request(f"{site}/accounts/signup/", urllib.parse.urlencode(form).encode())
    sent.add_header("Origin", site)
    phone.open(sent, timeout=PATIENCE).close()
    session = next(cookie for cookie in jar if cookie.name == "sessionid")
    assert not session.secure
    assert "/accounts/login/" not in phone.open(f"{site}/settings/", timeout=PATIENCE).geturl()
    # A socket from that page is taken as far as the match, which does not exist; one from elsewhere is refused at once.
    nothing = f"ws://127.0.0.2:{bar.port}/ws/matches/00000000-0000-7000-8000-000000000000/"
    cookie = {"Cookie": f"sessionid={session.value}"}
    with connect(nothing, origin=site, additional_headers=cookie) as socket, pytest.raises(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    for origin in (None, "http://evil.example", f"http://127.0.0.2:{bar.port + 2}"):
        with pytest.raises(InvalidStatus) as refused, connect(nothing, origin=origin):
            pass
        assert refused.value.response.status_code == 403


def test_a_second_start_says_where_the_first_one_is(bar):
    told = refused(bar, PORT="1")
    assert "runs already" in told
    assert f"http://localhost:{bar.port}/" in told
