"""Attack: a provider of sign-ins that is silent, endless, malformed, or leads elsewhere."""

from __future__ import annotations

import http.client
import re
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core.cache import cache
from django.test import Client

from deploy import processes
from deploy.stores import free_port
from tests import oidc
from tests.live.sockets import cookie_of
from tests.security.test_lost_connections import AT_ONCE, ask, lent, wait_until_free
from tests.security.test_other_sign_ins import ERROR, LOGIN, club, gone, returned, user_of  # noqa: F401  # a fixture
from tests.security.test_outgoing_requests import dripping
from tests.server import Web, surroundings

DISCOVERY = "/.well-known/openid-configuration"
DEEP = b"[" * 100_000
ENDLESS = b'{"x": "' + b"x" * 30_000_000 + b'"}'


def without(name):
    return lambda told: {key: value for key, value in told.items() if key != name}


def having(**values):
    return lambda told: {**told, **values}


def signed(claims, algorithm="none", key=None):
    """A token of its own in the answer of the token's address."""
    return lambda told: {**told, "id_token": jwt.encode(claims, key, algorithm=algorithm)}


SPOILT = [
    *[
        (path, answer)
        for path in (DISCOVERY, "/token", "/userinfo")
        for answer in (b"", b"<html>", b"[]", b"null", b'"x"')
    ],
    *[(path, answer) for path in (DISCOVERY, "/token", "/userinfo") for answer in (DEEP, b"\xff\xfe{", ENDLESS)],
    *[
        (DISCOVERY, without(name))
        for name in ("issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint")
    ],
    *[(DISCOVERY, having(authorization_endpoint=address)) for address in (7, "", "javascript://x/%0aalert(1)", "//x")],
    *[(DISCOVERY, having(token_endpoint=address)) for address in (7, "", "ftp://x/", "file:///etc/passwd", "http://[")],
    (DISCOVERY, having(token_endpoint_auth_methods_supported=7)),
    (DISCOVERY, having(issuer=["a"])),
    ("/token", without("access_token")),
    ("/token", without("id_token")),
    ("/token", having(access_token={"a": 1})),
    ("/token", having(access_token="a\r\nX-Other: b")),
    ("/token", having(id_token=7)),
    ("/token", having(id_token="x.y.z")),
    ("/userinfo", without("sub")),
    ("/userinfo", having(sub=None)),
    ("/userinfo", having(sub="")),
    ("/userinfo", having(sub=7)),
    ("/userinfo", having(sub=["7"])),
    ("/userinfo", having(sub="7" * 100_000)),
    ("/userinfo", having(sub="7\x00")),
]


@pytest.mark.parametrize(("path", "answer"), SPOILT)
def test_what_nobody_understands_ends_in_a_page(client, db, club, path, answer):  # noqa: F811
    club.person = {"sub": "7", "email": "gina@example.org"}
    club.spoilt[path] = answer
    client.raise_request_exception = False
    page = client.post(LOGIN)
    if page.status_code == 200:
        assert path != DISCOVERY or b"url=javascript" not in page.content
        page = client.get(club.authorize(re.sub("&amp;", "&", re.search(r"url=([^\"]+)", page.content.decode())[1])))
    assert (page.status_code, page.get("Location")) in [(302, ERROR), (401, None)], page.content[:300]
    assert not user_of(client).is_authenticated and not SocialAccount.objects.exists()


NOW = int(time.time())
GOOD = {"iss": "", "aud": oidc.CLIENT, "sub": "7", "iat": NOW, "exp": NOW + 600}
FORGED = [
    {**GOOD, "exp": NOW - 10},
    {**GOOD, "exp": "never"},
    {**GOOD, "exp": float("inf")},
    {**GOOD, "nbf": NOW + 600},
    {**GOOD, "aud": [], "x": 1},
    {**GOOD, "aud": "another"},
    {**GOOD, "iss": "https://elsewhere.example"},
    {**GOOD, "sub": 7},
    {**GOOD, "sub": None},
    {key: value for key, value in GOOD.items() if key != "iss"},
    {key: value for key, value in GOOD.items() if key != "aud"},
    {key: value for key, value in GOOD.items() if key != "exp"},
    {**GOOD, "jti": "1", "exp": 10**30},
    {**GOOD, "jti": ["1"], "exp": NOW + 600.5, "sub": "8"},
]


@pytest.mark.parametrize("claims", FORGED)
def test_tokens_of_others_and_other_times_open_nothing(client, db, club, claims):  # noqa: F811
    claims = claims | ({"iss": club.url} if claims.get("iss") == "" else {})
    club.person = {"sub": "7"}
    club.spoilt["/token"] = signed(claims)
    client.raise_request_exception = False
    page = returned(client, club)
    assert (page.status_code, page.get("Location")) in [(302, ERROR), (401, None)], page.content[:300]
    assert not user_of(client).is_authenticated and not SocialAccount.objects.exists()


def test_a_code_and_a_state_open_once_and_only_where_they_began(db, club):  # noqa: F811
    club.person = {"sub": "7"}
    victim, thief = Client(), Client()
    back = club.authorize(gone(victim))
    assert thief.get(back).status_code in (200, 401) and not user_of(thief).is_authenticated
    gone(thief)
    assert thief.get(back).status_code in (200, 401), "a state of one's own does not help"
    assert victim.get(back).url == "/accounts/3rdparty/signup/"
    victim.post("/accounts/3rdparty/signup/", {"username": "Gina"})
    assert user_of(victim).username == "Gina"
    victim.post("/accounts/logout/")
    assert victim.get(back).status_code in (200, 401) and not user_of(victim).is_authenticated


def test_a_code_of_another_person_is_not_taken_with_ones_own_state(db, club):  # noqa: F811
    """The attack: the victim's code, seen in an address, is put beside the thief's own state: PKCE refuses it."""
    club.person = {"sub": "7"}
    victim, thief = Client(), Client()
    stolen = re.search(r"code=([^&]+)", club.authorize(gone(victim)))[1]
    mine = re.sub(r"code=[^&]+", f"code={stolen}", club.authorize(gone(thief)))
    assert thief.get(mine).status_code in (200, 401) and not user_of(thief).is_authenticated


@pytest.mark.parametrize("path", [DISCOVERY, "/token", "/userinfo"])
def test_a_provider_does_not_send_us_elsewhere(client, db, club, path):  # noqa: F811
    club.person = {"sub": "7"}
    with oidc.serving() as elsewhere:
        asked = []
        elsewhere.answer = lambda method, where, form: asked.append((where, form)) or {"sub": "7"}
        club.moved[path] = f"{elsewhere.url}{path}"
        client.raise_request_exception = False
        page = client.post(LOGIN)
        if path != DISCOVERY:
            page = returned(client, club)
        assert (page.status_code, page.get("Location")) in [(302, ERROR), (401, None)]
        assert not asked


@pytest.mark.parametrize(
    ("said", "verified"), [("false", False), ("no", False), (1, False), ("true", True), (True, True)]
)
def test_an_address_is_confirmed_only_in_so_many_words(client, db, club, said, verified):  # noqa: F811
    club.person = {"sub": "7", "email": "gina@example.org", "email_verified": said}
    client.post(returned(client, club).url, {"username": "Gina", "email": "gina@example.org"})
    assert EmailAddress.objects.get(user=user_of(client)).verified is verified


@pytest.mark.parametrize("odd", [{"a": 1}, ["a"], 7, "x" * 5000, "a\x00b", "a\nb", None])
def test_odd_words_of_a_person_are_left_out(client, db, club, odd):  # noqa: F811
    club.person = {"sub": "7"}
    club.told = {"sub": "7", "preferred_username": odd, "email": odd, "name": odd, "given_name": odd, "picture": odd}
    answer = returned(client, club)
    assert answer.url == "/accounts/3rdparty/signup/"
    assert client.get(answer.url).status_code == 200
    client.post(answer.url, {"username": "Gina"})
    assert SocialAccount.objects.get().extra_data == {"userinfo": {"sub": "7"}}


def test_over_plain_http_nobody_is_asked(client, db, club, settings):  # noqa: F811
    settings.OUTWARD_PRIVATE = False
    assert client.post(LOGIN).url == ERROR
    settings.OUTWARD_PRIVATE = True
    page = gone(client)
    settings.OUTWARD_PRIVATE = False
    assert client.get(club.authorize(page)).url == ERROR


@pytest.fixture
def site():
    """A web process whose provider answers drop by drop, with the pool that it has in service."""
    with dripping(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{", pause=0.5) as drip:
        provider = {
            "OIDC_PROVIDERS": "club",
            "OIDC_CLUB_SERVER": f"http://127.0.0.1:{drip.port}",
            "OIDC_CLUB_CLIENT": oidc.CLIENT,
            "OIDC_CLUB_SECRET": oidc.SECRET,
            "OUTWARD_PRIVATE": "1",
        }
        port = free_port()
        around = surroundings("web", DATABASE_POOL="1", METRICS_PORT=str(port), LOG_LEVEL="ERROR", **provider)
        web = Web(around=around)
        web.command = processes.web(port=web.port)
        web.metrics_port, web.drip = port, drip
        web.start()
        try:
            yield web
        finally:
            web.stop()


@pytest.mark.django_db(transaction=True)
def test_a_provider_that_drips_holds_neither_the_site_nor_a_connection(site, cast):
    cache.clear()
    token, form = "t" * 32, {"Content-Type": "application/x-www-form-urlencoded"}
    cookie = f"{cookie_of(cast.anna)}; csrftoken={token}"
    body = urlencode({"csrfmiddlewaretoken": token}).encode()
    assert ask(site, "/matches/", cookie) == 200
    with ThreadPoolExecutor(2 * AT_ONCE) as threads:
        began = [threads.submit(ask, site, LOGIN, cookie, "POST", body, **form) for _ in range(2 * AT_ONCE)]
        deadline = time.monotonic() + 30
        while site.drip.opened < 2 * AT_ONCE:  # all of them wait for the provider at once
            assert time.monotonic() < deadline, f"only {site.drip.opened} have come to the provider"
            time.sleep(0.05)
        assert lent(site) == 0
        assert ask(site, "/matches/", cookie) == 200
        try:
            assert {request.result(40) for request in began} == {302}
        except (TimeoutError, http.client.HTTPException):
            pytest.fail("a drip has no end")
    wait_until_free(site)
