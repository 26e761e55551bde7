"""/livez and /readyz, and the page of an error."""

from __future__ import annotations

import logging
import time

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path

from deploy import errors, health, log_lines
from deploy.environment import ROOT
from deploy.tasks import heartbeat


def broken(request):
    raise RuntimeError("the ball burst")


def away(request):
    raise OperationalError("the server closed the connection: host=10.0.0.1 password=secret")


urlpatterns = [
    path("broken/", broken),
    path("away/", away),
    path("api/broken/", broken),
    path("fine/", lambda request: HttpResponse("fine")),
]
handler500 = errors.server_error


@pytest.fixture(autouse=True)
def no_heartbeat():
    cache.delete(health.HEARTBEAT)


def test_live_without_a_database():
    assert Client().get("/livez").content == b"ok\n"


def test_ready_when_every_part_is(db):
    heartbeat()
    answer = Client().get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "ready": True,
        "database": "ok",
        "migrations": "ok",
        "rules": "ok",
        "valkey": "ok",
        "beat": "ok",
    }


def test_not_ready_without_a_heartbeat(db, caplog):
    answer = Client().get("/readyz")
    assert not caplog.records  # asked every few seconds while things start: no error
    assert (answer.status_code, answer.json()["beat"]) == (503, "no sign of beat and worker for 60 s")
    cache.set(health.HEARTBEAT, time.time() - 61)
    assert not Client().get("/readyz").json()["ready"]


def test_not_ready_without_a_migration(db):
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder.Migration.objects.filter(app="matches").order_by("name").last().delete()
    assert Client().get("/readyz").json()["migrations"] == "1 not applied: run manage.py migrate"


@override_settings(
    CACHES={"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
)
def test_not_ready_without_valkey(db):
    assert Client().get("/readyz").json()["valkey"] == "Valkey does not answer"


def test_not_ready_without_a_database(monkeypatch):
    def fail():
        raise OperationalError("host=10.0.0.1 password=secret")

    monkeypatch.setitem(health.CHECKS, "database", fail)
    monkeypatch.setitem(health.CHECKS, "migrations", fail)
    monkeypatch.setitem(health.CHECKS, "rules", fail)
    answer = Client().get("/readyz")
    assert answer.json()["database"] == "the database does not answer"
    assert "secret" not in answer.content.decode()


def test_parts_may_be_asked_alone(db):
    answer = Client().get("/readyz?only=database,migrations")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "database": "ok", "migrations": "ok"})
    answer = Client().get("/readyz?only=beat")
    assert (answer.status_code, set(answer.json())) == (503, {"ready", "beat"})
    answer = Client().get("/readyz?only=databse")
    assert answer.status_code == 400
    assert answer.json()["error"] == "only knows database, migrations, rules, valkey, beat, not databse"


@override_settings(ROOT_URLCONF=__name__)
def test_an_error_shows_a_number_that_the_log_has_too(caplog):
    answer = Client(raise_request_exception=False).get("/broken/")
    page = answer.content.decode()
    assert answer.status_code == 500 and "ball burst" not in page and "Retry-After" not in answer
    number = answer.wsgi_request.error_id
    assert number in page
    record = next(record for record in caplog.records if record.name == "django.request")
    assert log_lines.WithErrorId().filter(record) and log_lines.WithErrorId().filter(record)
    assert record.getMessage().count(f"[{number}]") == 1
    assert record.levelno == logging.ERROR


@override_settings(ROOT_URLCONF=__name__)
def test_a_database_that_is_away_says_when_to_come_back():
    answer = Client(raise_request_exception=False).get("/away/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "secret" not in answer.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_the_api_gets_problem_details():
    answer = Client(raise_request_exception=False).get("/api/broken/")
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["status"], answer.json()["code"]) == (500, "broken")
    assert answer.json()["error_id"] == answer.wsgi_request.error_id


@pytest.mark.parametrize("host", ["localhost:8000", "10.0.0.7:8000", "evil.example", "not a host", ""])
def test_probes_answer_whatever_host_is_asked(db, settings, caplog, host):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["cup.example.org"], True
    heartbeat()
    for probe in ("/livez", "/readyz"):
        assert Client().get(probe, headers={"Host": host}).status_code == 200, probe
    assert not caplog.records


async def test_the_server_answers_the_probe_of_the_container(settings):
    """The address in Containerfile and compose.yaml, under the name of a real site."""
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["cup.example.org"], True
    for file in ("Containerfile", "compose.yaml"):
        assert "http://localhost:8000/livez" in (ROOT / "deploy" / file).read_text()
    answer = await AsyncClient().get("/livez")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
