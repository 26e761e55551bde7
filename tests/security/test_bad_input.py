"""No input makes a 500: NUL characters, deep JSON, foreign hosts and bodies too large get 400 or 413."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re

import pytest
from django.conf import settings
from django.test import AsyncRequestFactory, Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from deploy import asgi, bad_input
from deploy.environment import ROOT
from matches.live import protocol

BACKEND = "django.contrib.auth.backends.ModelBackend"
PROBLEM = "application/problem+json"
DEEP = {"lists": "[" * 200_000, "objects": '{"a":' * 5_000}


@pytest.fixture(autouse=True)
def no_traceback(caplog):
    """Neither an error nor a traceback is logged."""
    yield
    for record in caplog.records:
        assert record.levelno < logging.ERROR and not record.exc_info, record.getMessage()


@pytest.fixture
def browser(cast):
    """Sign a player in with a client that shows a 500 as an answer."""
    client = Client(raise_request_exception=False)
    client.force_login(cast.anna, backend=BACKEND)
    return client


def refused(answer, status=400):
    """Return whether ``answer`` is a refusal in the form of its address: problem details, or the site's page."""
    if answer.status_code != status:
        return False
    if answer.wsgi_request.path.startswith("/api/"):
        return answer["Content-Type"] == PROBLEM and {"title", "detail", "code"} <= set(answer.json())
    return b'class="masthead"' in answer.content


def every_address(patterns=None, before=""):
    """One path for each address of the site, with made-up arguments of the right form."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from every_address(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            route = re.sub(r"<uuid:\w+>", "00000000-0000-4000-8000-000000000000", route)
            route = re.sub(r"<int:\w+>", "1", route)
            yield "/" + re.sub(r"<[^>]+>", "made-up", route).replace("\\Z", "").strip("^$")


def known_parameters():
    """The names that views read of a query, out of their source."""
    reads = re.compile(r"""(?:GET|query_params|asked|given)\.(?:get|getlist)\(\s*["'](\w+)["']|GET\[["'](\w+)["']""")
    sources = itertools.chain.from_iterable((ROOT / room).rglob("*.py") for room in ("league", "matches", "deploy"))
    return sorted({first or second for file in sources for first, second in reads.findall(file.read_text())})


def test_no_address_breaks_on_a_nul(browser):
    names = known_parameters()
    assert {"q", "status", "page", "game", "after", "club", "next"} <= set(names)
    paths = sorted(set(every_address()))
    assert len(paths) > 150
    query = "&".join(f"{name}=%00" for name in names)
    for path in paths:
        assert refused(browser.get(f"{path}?{query}")), path
        if not path.startswith("/api/"):
            assert refused(browser.post(path, dict.fromkeys(names, "a\x00b"))), path


@pytest.mark.parametrize("name", ["q", "page"])
def test_a_search_with_a_nul_in_one_parameter(browser, name):
    for query in (f"{name}=%00", f"q=a&{name}=b%00c", f"{name}%00=1"):
        assert refused(browser.get(f"/search/?{query}")), query
    # A percent sign of its own followed by 00 is no NUL.
    assert browser.get(f"/search/?q=%2500&{name}=%2500").status_code in (200, 404)


@pytest.mark.parametrize("path", ["/competitions/a%00b/", "/api/v1/competitions/%00/", "/players/%00/", "/%00"])
def test_a_path_with_a_nul(browser, path):
    assert refused(browser.get(path))


def test_the_lists_of_the_api(browser):
    assert refused(browser.get("/api/v1/competitions/?status=%00"))
    body = json.dumps({"name": "a\0b", "game": "super_goal", "preset": "cup"})
    assert refused(browser.post("/api/v1/competitions/", body, content_type="application/json"))
    keyed = json.dumps({"na\0me": "x"})
    assert refused(browser.post("/api/v1/competitions/", keyed, content_type="application/json"))


def test_a_form_with_a_file_and_a_nul(browser):
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert refused(browser.post("/competitions/import/", {"file": file, "x": "a\0b"}))


def test_a_cookie_with_a_nul(db):
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "abc"
    client.cookies["sessionid"].set("sessionid", "x", '"abcdefgh\\000"')
    assert refused(client.get("/settings/"))


async def test_a_handshake_with_a_nul_is_refused(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    home = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    cookie = (b"cookie", b'sessionid="abcdefgh\\000"')
    for path, query, headers in (
        ("/ws/matches/\0/", b"", home),
        ("/ws/lobby/", b"x=%00", home),
        ("/ws/lobby/", b"", [*home, cookie]),
    ):
        sent = []

        async def receive():
            return {"type": "websocket.connect"}

        async def send(message, sent=sent):
            sent.append(message)

        scope = {"type": "websocket", "path": path, "query_string": query, "headers": headers}
        await asgi.application(scope, receive, send)
        assert sent == [{"type": "websocket.close"}]


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP)
def test_deep_json(browser, body):
    assert refused(browser.post("/api/v1/competitions/", body, content_type="application/json"))
    subscribed = browser.post(reverse("delivery:browser"), body, content_type="application/json")
    assert subscribed.status_code == 400
    with pytest.raises(protocol.BadFrame):
        protocol.read(f'{{"t": "move", "moves": [{body[:4000]}')


@pytest.mark.parametrize("host", ["evil.example", "localhost:8000", "a b", "cup.example.org.evil.example", "[::1"])
def test_a_foreign_host(db, settings, host):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["cup.example.org"], True
    client = Client(raise_request_exception=False, headers={"Host": host, "accept-language": "it"})
    page = client.get("/")
    assert refused(page) and 'lang="it"' in page.content.decode() and "default-src" in page["Content-Security-Policy"]
    assert refused(client.get("/api/v1/competitions/"))


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "chunked"])
@pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/competitions/"])
async def test_a_body_of_ten_megabytes(monkeypatch, path, declared):
    """The rest of it is read but kept nowhere, and the answer says why."""
    chunk, sent, written = b"x" * 1_000_000, [], []
    left = [{"type": "http.request", "body": chunk, "more_body": more} for more in [False] + [True] * 9]

    async def receive():
        return left.pop() if left else await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    real = asgi.django_application.read_body

    async def read_body(given):
        body = await real(given)
        written.append(len(body.read()))
        body.seek(0)
        return body

    monkeypatch.setattr(asgi.django_application, "read_body", read_body)
    headers = [(b"host", b"testserver"), (b"content-type", b"application/x-www-form-urlencoded")]
    headers += [(b"content-length", b"10000000")] if declared else [(b"transfer-encoding", b"chunked")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    await asgi.limit_body(asgi.django_application)(scope, receive, send)
    assert sent and sent[0]["status"] == 413
    answer = dict(sent[0]["headers"])
    assert not left and written[0] <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert answer[b"Content-Type"].decode().startswith(PROBLEM if path.startswith("/api/") else "text/html")


def test_only_the_imports_take_more():
    assert set(bad_input.IMPORTS) == {reverse("competitions:import"), reverse("api:import")}
    assert bad_input.body_limit("/competitions/import/") > 10_000_000
    assert bad_input.body_limit("/competitions/new/") == settings.DATA_UPLOAD_MAX_MEMORY_SIZE < 3_000_000


def test_a_form_with_too_many_fields_and_a_broken_one(browser):
    assert refused(browser.post("/competitions/new/", {f"f{number}": "" for number in range(1100)}))
    kind = "multipart/form-data; boundary=" + "x" * 300
    assert refused(browser.post("/competitions/new/", b"--x\r\nbroken", content_type=kind))


@pytest.mark.parametrize("charset", ["zip", "rot13", "idna", "undefined"])
def test_a_form_with_a_charset_that_is_none_of_texts(charset):
    form = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    request = AsyncRequestFactory().generic("POST", "/settings/", form, content_type=kind)
    assert bad_input.refusal_of(request) is bad_input.BROKEN_FORM


def test_a_form_with_files_is_no_subscription(browser):
    answer = browser.post(reverse("delivery:browser"), {"endpoint": "https://push.example/x"})
    assert answer.status_code == 415 and "application/json" in answer.json()["detail"]
