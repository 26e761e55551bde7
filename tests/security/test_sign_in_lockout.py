"""Wrong passwords close a name for the address that they come from, not for everybody."""

from __future__ import annotations

import pytest
from django.conf import settings as configured
from django.core.cache import cache
from django.test import Client

from deploy import settings as deployed
from tests.cast import PASSWORD

CLOSED = "Too many failed"


@pytest.fixture
def limits(settings):
    """The limits of a server, which tests are free of."""
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = deployed.SIGN_IN_LIMITS
    yield
    cache.clear()


def tried(address, password, name="anna", client=None):
    client = client or Client()
    return client.post("/accounts/login/", {"login": name, "password": password}, REMOTE_ADDR=address)


def is_closed(answer):
    return answer.status_code == 200 and CLOSED in answer.content.decode()


def test_a_stranger_does_not_keep_the_owner_out(cast, limits):
    """The attack: six wrong passwords from anywhere, and the right one is refused at home."""
    answers = [tried("203.0.113.7", f"wrong {turn}") for turn in range(6)]
    assert is_closed(answers[-1]) and not is_closed(answers[0])
    assert is_closed(tried("203.0.113.7", PASSWORD)), "closed for that address"
    assert tried("198.51.100.9", PASSWORD).status_code == 302


def test_one_household_is_one_address(cast, limits):
    for turn in range(6):
        answer = tried(f"2001:db8:1:2::{turn + 1}", f"wrong {turn}")
    assert is_closed(answer)
    assert tried("2001:db8:1:3::1", PASSWORD).status_code == 302


def test_many_addresses_together_are_stopped(cast, limits, settings):
    settings.ACCOUNT_RATE_LIMITS = {**deployed.SIGN_IN_LIMITS, "login_failed_anywhere": "12/h/key"}
    answers = [tried(f"203.0.113.{turn}", f"wrong {turn}") for turn in range(13)]
    assert is_closed(answers[-1]) and not is_closed(answers[-2])
    assert tried("203.0.113.200", PASSWORD, "bruno").status_code == 302, "another name is open"


def test_one_address_alone_never_closes_a_name_for_all():
    """The hourly tries of one address on a name, fifteen times, are those of everybody."""
    limits = deployed.SIGN_IN_LIMITS
    near = [rate.split("/") for rate in limits["login_failed_here"].split(",")]
    (an_hour,) = [int(count) for count, span, _per in near if span == "h"]
    everywhere, span, _per = limits["login_failed_anywhere"].split("/")
    assert span == "h" and int(everywhere) >= 15 * an_hour


def test_who_signs_in_is_not_counted(cast, limits):
    client = Client()
    for _turn in range(8):
        assert tried("192.0.2.4", PASSWORD, client=client).status_code == 302
        client.post("/accounts/logout/")


def test_the_limits_are_those_of_a_server():
    assert deployed.RATE_LIMITS is False and configured.ACCOUNT_RATE_LIMITS is False, "off in tests"
    assert set(deployed.SIGN_IN_LIMITS) >= {"login_failed", "login_failed_here", "login_failed_anywhere"}
