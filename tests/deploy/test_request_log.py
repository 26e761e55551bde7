"""Ids of requests, lines of the log, and reports to services outside."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import subprocess
import sys
import uuid

import pytest
from django.conf import settings
from django.test import Client

from deploy import reporting
from deploy.environment import ROOT
from deploy.log_lines import JsonFormatter, WithContext
from deploy.request_log import with_request_id
from matches.log_context import MATCH, REQUEST
from tests.deploy.test_settings import SERVER, refusal


async def through(peer, path="/", given=b"", kind="http"):
    """The ids that the application saw, and the header that the client got."""
    seen, sent = {}, []

    async def inner(scope, receive, send):
        seen.update(request=REQUEST.get(), match=MATCH.get())
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        sent.append(dict(message.get("headers", ())).get(b"x-request-id"))

    headers = [(b"x-request-id", given)] if given else []
    scope = {"type": kind, "path": path, "client": (peer, 4000), "headers": headers}
    await with_request_id(inner)(scope, None, send)
    return seen["request"], seen["match"], sent[0]


async def test_only_a_trusted_proxy_names_a_request_and_is_told_its_name(settings):
    settings.BEHIND_PROXY, settings.PROXY_ADDRESSES = True, ["10.0.0.0/24"]
    assert await through("10.0.0.7", given=b"abc-12345678") == ("abc-12345678", "", b"abc-12345678")
    for wrong in (b"", b"short", b"with space 123", b"\xff" * 12, b"x" * 65, b'"},{"a":"b'):
        name, _match, told = await through("10.0.0.7", given=wrong)
        assert len(name) == 16 and told == name.encode()
    name, _match, told = await through("10.0.1.7", given=b"abc-12345678")
    assert name != "abc-12345678" and told is None
    settings.BEHIND_PROXY = False
    name, _match, told = await through("10.0.0.7", given=b"abc-12345678")
    assert name != "abc-12345678" and told is None


@pytest.mark.parametrize("before", ["/matches/", "/ws/matches/", "/api/v1/matches/"])
async def test_the_match_of_a_request_is_known(before):
    match = str(uuid.uuid4())
    for kind in ("http", "websocket"):
        assert (await through("127.0.0.1", f"{before}{match}/", kind=kind))[1] == match
    assert (await through("127.0.0.1", f"{before}join/"))[1] == ""


@pytest.fixture
def lines():
    """What the console of a JSON log shows."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(WithContext())
    handler.setFormatter(JsonFormatter())
    logging.getLogger().addHandler(handler)
    logger, level = logging.getLogger("deploy.access"), logging.getLogger("deploy.access").level
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    logger.setLevel(level)
    logging.getLogger().removeHandler(handler)


def test_a_line_for_each_request_names_no_person_and_no_secret(cast, lines, settings):
    settings.ACCESS_LOG = True
    client = Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    client.get("/enter/very-secret-key/?token=hidden", headers={"user-agent": "Anna's phone", "referer": "/s/other/"})
    told = lines()
    access = next(line for line in told if line["logger"] == "deploy.access")
    assert access["view"] == "players:enter" and access["status"] == 404 and access["user"] == str(cast.anna.pk)
    assert access["method"] == "GET" and access["duration_ms"] >= 0
    assert set(access) <= {
        "time",
        "level",
        "logger",
        "message",
        "request",
        "match",
        "method",
        "view",
        "status",
        "duration_ms",
        "user",
    }
    whole = json.dumps(told)
    for secret in ("very-secret", "hidden", "anna", "Anna", "127.0.0.1", "/s/other"):
        assert secret not in whole
    assert any(line["logger"] == "django.request" and "players:enter" in line["message"] for line in told)


def test_nobody_is_looked_up_for_a_line(db, lines, settings, django_assert_num_queries):
    settings.ACCESS_LOG = True
    with django_assert_num_queries(0):
        Client().get("/static/nothing.css")
    (access,) = [line for line in lines() if line["logger"] == "deploy.access"]
    assert access["view"] == "static" and "user" not in access


def test_without_the_setting_there_is_no_line(db, lines):
    assert not settings.ACCESS_LOG
    Client().get("/games/")
    assert not [line for line in lines() if line["logger"] == "deploy.access"]


def test_lines_of_a_request_and_of_a_match_say_so(lines):
    one, two = REQUEST.set("abc-12345678"), MATCH.set("some-match")
    try:
        raise ValueError("broken – è così")
    except ValueError:
        logging.getLogger("matches").exception("it %s", "failed")
    finally:
        REQUEST.reset(one), MATCH.reset(two)
    line = lines()[0]
    assert (line["request"], line["match"], line["message"], line["level"]) == (
        "abc-12345678",
        "some-match",
        "it failed",
        "ERROR",
    )
    assert "broken – è così" in line["error"]


def test_a_server_logs_json_only():
    """Everything that uvicorn and Django write of a start, a refused host and an error is JSON."""
    code = (
        "import django, logging; django.setup(); "
        "logging.getLogger('uvicorn.error').error('x'); logging.getLogger('uvicorn.access').info('/enter/secret'); "
        "logging.getLogger('django.request').warning('y')"
    )
    around = {**os.environ, **SERVER, "DJANGO_SETTINGS_MODULE": "deploy.settings", "LOG_FORMAT": "json"}
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=around, capture_output=True, text=True, check=True
    )
    told = [json.loads(line) for line in process.stderr.splitlines()]
    assert [line["message"] for line in told] == ["x", "y"]


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be text or json, not 'xml'"),
        ("METRICS_PORT", "70000", "METRICS_PORT must be a whole number from 0 to 65535"),
    ],
)
def test_a_wrong_value_is_told(variable, value, sentence):
    assert sentence in refusal(**SERVER, **{variable: value})


@pytest.mark.parametrize(
    ("variable", "package", "extra"),
    [
        ("SENTRY_DSN", "sentry_sdk", "sentry"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry.sdk", "opentelemetry"),
    ],
)
def test_a_missing_package_is_told(variable, package, extra):
    code = (
        "import importlib.util as u; found = u.find_spec; "
        f"u.find_spec = lambda name, *rest: None if name == {package!r} else found(name, *rest); "
        "import django; django.setup()"
    )
    around = {**os.environ, **SERVER, "DJANGO_SETTINGS_MODULE": "deploy.settings", variable: "http://key@127.0.0.1:1/1"}
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=around, capture_output=True, text=True)
    assert process.returncode
    assert (
        f"{variable} is set, but {package} is not installed: pip install --require-hashes -r requirements/{extra}.txt"
        in process.stderr
    )
    del around[variable]
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=around, capture_output=True).returncode == 0


def test_an_error_is_reported_without_people():
    """Through the real package, up to the door of its transport."""
    code = """
import json, django, sentry_sdk
from sentry_sdk.transport import Transport
seen = []
class Kept(Transport):
    def capture_envelope(self, envelope): seen.append(envelope.get_event())
begin = sentry_sdk.init
sentry_sdk.init = lambda **given: begin(**given, transport=Kept)
django.setup()
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["testserver"]
from django.urls import path
def broken(request, key): secret_name = "anna"; raise RuntimeError("the ball burst")
import deploy.urls; deploy.urls.urlpatterns.insert(0, path("broken/<str:key>/", broken))
Client(raise_request_exception=False).get("/broken/very-secret/?token=hidden", HTTP_COOKIE="sessionid=abc", secure=True)
print(json.dumps(seen, default=str))
"""
    around = {
        **os.environ,
        **SERVER,
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "SENTRY_DSN": "http://key@127.0.0.1:1/1",
    }
    around["DATABASE_POOL"] = "0"
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=around, capture_output=True, text=True, check=True
    )
    events = json.loads(process.stdout.splitlines()[-1])
    assert any("the ball burst" in json.dumps(event["exception"]) for event in events if event)
    for secret in ("very-secret", "hidden", "sessionid=abc", "127.0.0.1:1"):
        assert secret not in process.stdout, secret
    assert '"anna"' not in process.stdout


@pytest.mark.parametrize(("error", "lines"), [(asyncio.CancelledError(), 0), (RuntimeError("the ball burst"), 1)])
def test_a_client_that_leaves_writes_no_error(caplog, error, lines):
    loop = asyncio.new_event_loop()
    loop.call_exception_handler({"message": "exception in shielded future", "exception": error})
    loop.close()
    assert len(caplog.records) == lines


def test_a_trace_holds_no_address():
    class Span:
        attributes = {"http.url": "http://x/enter/secret/", "http.status_code": 200, "net.peer.ip": "10.1.2.3"}

        def is_recording(self):
            return True

        def set_attribute(self, name, value):
            self.attributes[name] = value

    class Request:
        resolver_match = type("Found", (), {"view_name": "players:enter"})

    span = Span()
    reporting.without_address(span, Request(), None)
    assert span.attributes == {"http.url": "players:enter", "http.status_code": 200, "net.peer.ip": ""}
