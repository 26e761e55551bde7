"""Settings: all told in docs/settings.md, loud when wrong, and fit for a server as they are."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest import mock
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from psycopg.conninfo import conninfo_to_dict

from deploy import backup, supervisor
from deploy.environment import ROOT
from deploy.plan import CannotRun, Plan
from deploy.variables import env_database, env_folder
from league.players.models import User

SERVER = {
    "SECRET_KEY": "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "DATABASE_URL": "postgresql://tabellone@127.0.0.1/tabellone",
    "VALKEY_URL": "redis://127.0.0.1:6379/0",
    "ALLOWED_HOSTS": "cup.example.org",
    "BEHIND_PROXY": "1",
}


def documented():
    """The variables in the tables of docs/settings.md, each with its section."""
    found, section = {}, ""
    for line in (ROOT / "docs" / "settings.md").read_text().splitlines():
        if line.startswith("## "):
            section = line[3:]
        if hit := re.match(r"\| `([A-Z_]+)` \|", line):
            assert hit[1] not in found, f"{hit[1]} is told twice"
            found[hit[1]] = section
    return found


def read_by(*names):
    """The variables that these files read."""
    pattern = r"""(?:\benv(?:_[a-z]+)?\(|environ\.get\(|environ\[|_yes\()\s*"([A-Z_]+)\""""
    return {name for file in names for name in re.findall(pattern, (ROOT / file).read_text())}


def manage(*arguments, **around):
    """``manage.py`` with these settings and no others."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=surroundings(**around),
        capture_output=True,
        text=True,
        check=False,
    )


def surroundings(**around):
    """Return these variables and what a process needs of this one's: where its modules lie compiled, too."""
    names = ("PATH", "HOME", "PYTHONPYCACHEPREFIX")
    return {name: os.environ[name] for name in names if name in os.environ} | around


def read(**around):
    """Return the settings that these variables make, read in this process: a new one takes half a second."""
    with mock.patch.dict(os.environ, surroundings(**around), clear=True):
        return runpy.run_path(str(ROOT / "deploy" / "settings.py"))


def refusal(**around):
    """Return the sentence with which the settings refuse these variables."""
    with pytest.raises(ImproperlyConfigured) as refused:
        read(**around)
    return str(refused.value)


def test_every_setting_is_documented_and_every_documented_one_is_read():
    told = {name for name in documented() if not name.startswith("OIDC_CLUB_")}  # named after a provider
    of_server = read_by("deploy/settings.py")
    of_make = read_by("deploy/plan.py", "deploy/environment.py", "deploy/backup.py", "deploy/restore.py")
    of_make |= read_by("deploy/releases.py", "tests/suite.py")
    of_make |= read_by("tests/sizes.py", "tests/browser/people.py", "engines/values/super_goal/table.py")
    assert of_server <= set(told), "in settings.py, not in docs/settings.md"
    assert set(told) - of_server - of_make - {"PYTHON", "TABELLONE_CASES"} == set(), "told, but nobody reads it"
    assert of_make - set(told) == {"XDG_RUNTIME_DIR"}


def test_a_server_passes_the_deployment_check():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **SERVER)
    assert done.returncode == 0, done.stderr


def test_the_deployment_check_can_fail():
    assert manage("check", "--deploy", "--fail-level", "WARNING", **SERVER, DEBUG="1").returncode


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "VALKEY_URL"])
def test_what_must_be_set_is_asked_for(name):
    assert (
        refusal(**{key: value for key, value in SERVER.items() if key != name}) == f"set {name} (see docs/settings.md)"
    )


def test_backups_of_each_night_go_where_make_backup_looks(monkeypatch, tmp_path):
    """Not every shell knows ``~`` in ``make up BACKUPS=~/backups``."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("BACKUPS", "~/backups")
    assert Path(env_folder("BACKUPS")) == backup.folder() == tmp_path / "backups"


@pytest.mark.parametrize("password", ["p@ss", "p/ss", "12/ss", "p%ss", "p#ss", "12#ss", "p?ss", "12?ss", "p ss"])
def test_a_password_that_breaks_its_address_is_told_of(monkeypatch, password):
    """Compose writes it as it is into the address. Django and libpq, which migrates, read some in different ways."""
    address = "postgresql://tabellone:{}@postgres:5432/tabellone"
    monkeypatch.setenv("DATABASE_URL", address.format(password))
    with pytest.raises(ImproperlyConfigured, match="%40 for @") as told:
        env_database("DATABASE_URL")
    assert password not in str(told.value)
    monkeypatch.setenv("DATABASE_URL", url := address.format(quote(password, safe="")))
    assert env_database("DATABASE_URL")["PASSWORD"] == conninfo_to_dict(url)["password"] == password


NO_BOOLEAN, NO_NUMBER = ("maybe", "2"), ("many", "-1", "1.5", "9999999")
NO_DAYS = ("soon", "0", "-1", "36501")
NO_ADDRESS = ("cup.example.org", "ftp://cup.example.org", "https://", "https://cup.example.org:port")
NO_DATABASE = ("mysql://user:hush@host/name", "postgresql://user:hush@host:port/name", "postgresql://host", "name", "")
WRONG = {
    "SECRET_KEY": ("abcde", "x" * 60, ""),
    "DATABASE_URL": NO_DATABASE,
    "DATABASE_REPLICA_URL": NO_DATABASE[:-1],
    "NEWER_DATA": NO_BOOLEAN,
    "VALKEY_URL": ("http://:hush@host", "redis://", "redis://:hush@host:port", "valkey"),
    "ALLOWED_HOSTS": ("https://cup.example.org", "cup.example.org:443", "a b"),
    "CSRF_TRUSTED_ORIGINS": ("cup.example.org", "https://cup.example.org/page", "ftp://x"),
    "EMAIL_URL": (
        "foo:bar",
        "mail.example.org",
        "smtp://user:hush@host:port",
        "submission:",
        "smtp://host?timeout=hush",
    ),
    "PUBLIC_URL": NO_ADDRESS,
    "SECURITY_CONTACT": ("security@example.org", "http://x"),
    "FROM_EMAIL": ("Cup", "cup@", "Cup <cup@example.org>\nBcc: all@example.org"),
    "PROXY_ADDRESSES": ("proxy", "10.0.0.0/99"),
    "STATIC_ROOT": (__file__,),
    "BACKUPS": (__file__,),
    "OUTWARD_SECONDS": ("0", "11", "soon"),
    "LIMITS": ("guest=many", "gests=1/m/address"),
    "LOG_LEVEL": ("LOUD", "info"),
    "LOG_FORMAT": ("xml",),
    "METRICS_PORT": ("-1", "70000", "x"),
    "METRICS_ADDRESS": ("here", "10.0.0.0/24", "1.2.3"),
    "SOURCE_URL": NO_ADDRESS,
    "SENTRY_DSN": NO_ADDRESS,
    "LAN_URL": NO_ADDRESS,
    "LOG_DAYS": NO_DAYS[:1] + NO_DAYS[2:],
    "ARCHIVE_HOURS": NO_NUMBER,
    "OIDC_PROVIDERS": ("My Club", "club"),
    **dict.fromkeys(("DRAFTS_PER_PERSON", "COMPETITIONS_PER_PERSON", "HOOKS_PER_PERSON"), NO_NUMBER),
    **dict.fromkeys(("PRACTICE_DAYS", "UNTIMED_DAYS", "GUEST_DAYS", "DELETION_DAYS"), NO_DAYS),
    **dict.fromkeys(("ARCHIVE_DAYS", "UNREAD_DAYS", "LEFTOVER_DAYS"), NO_DAYS),
    **dict.fromkeys(("ORGANISER_RESETS", "SECURE_COOKIES", "SSL_REDIRECT", "BEHIND_PROXY", "ACCESS_LOG"), NO_BOOLEAN),
    **dict.fromkeys(("DATABASE_POOL", "DATABASE_PREPARED", "PAGE_CACHE", "BOT_LADDER", "DEMO"), NO_BOOLEAN),
    **dict.fromkeys(("OUTWARD_PRIVATE", "RATE_LIMITS", "CELERY_EAGER", "DEBUG"), NO_BOOLEAN),
}
"""Variables of ``deploy.settings``, each with values that it must refuse."""
WRONG_OF_MAKE = {
    "PORT": ("0", "70000", "x"),
    "WEB": ("0", "33", "x"),
    "METRICS_PORT": ("70000", "x"),
    "LAN": ("maybe", "10.0.0", "1.2.3.999"),
    **dict.fromkeys(("DEMO", "SECURE_COOKIES", "SOLVE_VALUES", "BUILD_OFFLINE"), NO_BOOLEAN),
}
"""Variables of ``make up``, likewise."""
ANY = {
    "LEGAL_NOTICE", "TERMS", "CONTACT", "VALKEY_PREFIX", "OIDC_CLUB_SERVER", "OIDC_CLUB_NAME",
    "TABELLONE_VALUES", "TABELLONE_OFFLINE", "DATA", "FILE", "ARGS", "PYTHON", "TABELLONE_ENV", "TABELLONE_BROWSER",
    "TABELLONE_SLOW_BROWSER", "TABELLONE_CASES", "TABELLONE_TEST_SEED", "TABELLONE_LONG",
    "TABELLONE_DAY",
}  # fmt: skip
"""Texts and names of the operator's choice; folders and programs that their command looks for; variables of tests.

``OIDC_CLUB_SERVER`` is refused in a test of its own.
"""


def test_of_every_documented_variable_it_is_known_what_is_wrong():
    assert set(documented()) == set(WRONG) | set(WRONG_OF_MAKE) | ANY


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_value_stops_the_start_with_a_sentence(name, value):
    told = refusal(**{**SERVER, "SECURE_COOKIES": "0", name: value})
    assert name.removesuffix("S") in told or (name, value) == ("OIDC_PROVIDERS", "club"), told
    assert "hush" not in told, "a password stands in no log"
    assert len(told) > len(name) + 20, "it tells what is allowed"


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG_OF_MAKE.items() for value in values]
)
def test_a_wrong_variable_of_make_stops_it_with_a_sentence(name, value):
    around = mock.patch.dict(os.environ, surroundings(**{name: value}), clear=True)
    with around, pytest.raises(CannotRun) as refused:
        Plan.from_environment()
    assert name in str(refused.value) and "make up" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgresql://user:p%40ss@/name?host=one,two&target_session_attrs=read-write"),
        ("DATABASE_URL", "postgresql:///name?host=/var/run/postgresql"),
        ("DATABASE_URL", "postgres://user@[::1]:5432/name"),
        ("VALKEY_URL", "rediss://:password@host:6380/1"),
        ("VALKEY_URL", "unix:///run/valkey.sock?db=1"),
        ("ALLOWED_HOSTS", "localhost,[::1],.example.org,*,xn--bcher-kva.example"),
        ("CSRF_TRUSTED_ORIGINS", "https://*.example.org,http://laptop.local:8000"),
        ("EMAIL_URL", "submission://user:password@mail.example.org"),
        ("EMAIL_URL", "smtp://user:password@mail.example.org:465?ssl=True"),
        ("EMAIL_URL", "file:///var/mail"),
        ("FROM_EMAIL", "Coppa d'Inverno <cup@example.org>"),
        ("PUBLIC_URL", "https://example.org:8443/cup/"),
        ("METRICS_ADDRESS", "::"),
        ("GUEST_DAYS", "36500"),
        ("LOG_DAYS", "0"),
    ],
)
def test_a_right_value_is_taken(name, value):
    assert read(**{**SERVER, name: value})


def test_a_web_server_that_says_nothing_is_told_of(monkeypatch, tmp_path):
    """Nothing stands above then: the sentence itself tells what to look at."""
    monkeypatch.setenv("DATA", str(tmp_path))
    one = supervisor.Supervisor(Plan.from_environment())
    monkeypatch.setattr(supervisor, "SLOWEST_START", -1.0)
    monkeypatch.setattr(supervisor.Supervisor, "_answers", lambda *_: False)
    ended = SimpleNamespace(poll=lambda: None)
    one.processes.append(supervisor.Kept("web", ["true"], {}, child=ended))
    with pytest.raises(CannotRun, match=r"http://localhost:8000/livez did not answer .* VALKEY_URL") as refused:
        one._wait_for_page()
    assert "above" not in str(refused.value)
    monkeypatch.setattr(Plan, "check_ports", lambda self: None)
    ended.poll = lambda: -9
    with pytest.raises(CannotRun, match=r"signal 9.*too little memory"):
        one._wait_for_page()


def test_a_wrong_value_is_told():
    done = manage("check", **SERVER, SECURE_COOKIES="maybe")
    assert done.returncode and "SECURE_COOKIES must be 1 or 0, not 'maybe'" in done.stderr


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ("gests=1/m/address", "LIMITS knows no 'gests', only form, guest"),
        ("guest=1/m", "LIMITS, guest: '1/m' is no limit: write amount/period/whom"),
        ("guest=9/open/address", "LIMITS, guest: the period open is for streams"),
        ("streams=9/m/address", "LIMITS, streams: the period open is for streams"),
        ("guest=9/m/key", "LIMITS, guest: 'key' is for class"),
    ],
)
def test_a_wrong_limit_is_told(limits, told):
    assert told in refusal(**SERVER, LIMITS=limits)


def test_limits_are_changed_one_by_one():
    limits = read(**SERVER, LIMITS="guest=9/m/address ; search=8/h/visitor,7/d/account;")["LIMITS"]
    shown = limits["guest"], limits["search"], limits["club"]
    assert shown == ("9/m/address", "8/h/visitor,7/d/account", "5/h/account,20/d/address")


def test_resets_by_organisers_need_a_site_without_mail():
    """Without mail they are taken: the check of the providers below sets them too."""
    told = refusal(**SERVER, ORGANISER_RESETS="1", EMAIL_URL="submission://user:password@mail.example.org:587")
    assert "ORGANISER_RESETS=1 is for a site without mail" in told


def test_a_question_that_returns_is_planned_once(db):
    """The database knows it by its text with numbered places for its values, and takes each value it is asked with."""
    asked = [uuid4() for _ in range(8)]
    assert not any(User.objects.filter(pk=key).exists() for key in asked)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        kept = [row[0] for row in cursor.fetchall()]
    assert [text for text in kept if '"players_user"."id" = $2 LIMIT 1' in text], kept


def test_headers_of_every_page(db):
    answer = Client().get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in answer.headers["Permissions-Policy"]


def test_there_is_no_channel_layer():
    assert not hasattr(settings, "CHANNEL_LAYERS") or settings.CHANNEL_LAYERS == {}


def test_the_language_of_the_cookie_wins(db):
    client = Client(headers={"accept-language": "en"})
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    assert 'lang="it"' in client.get("/").content.decode()


def test_sign_in_is_limited(cast, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/m/key"}
    client = Client()
    told = [
        client.post("/accounts/login/", {"login": "anna", "password": f"wrong {turn}"}).content.decode()
        for turn in range(5)
    ]
    assert "Too many failed" in told[-1] and "Too many failed" not in told[0]


CLUB = {
    "OIDC_PROVIDERS": "my-club",
    "OIDC_MY_CLUB_SERVER": "https://id.example.org/realms/club",
    "OIDC_MY_CLUB_CLIENT": "tabellone",
    "OIDC_MY_CLUB_SECRET": "secret",
}


def test_providers_are_read_from_variables_of_their_own():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **SERVER, **CLUB, ORGANISER_RESETS="1")
    assert done.returncode == 0, done.stderr
    for name in list(CLUB)[1:]:
        fewer = {key: value for key, value in CLUB.items() if key != name}
        assert refusal(**SERVER, **fewer) == f"set {name} (see docs/settings.md)"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("OIDC_PROVIDERS", "My Club", "must be lower-case letters, digits and hyphens"),
        ("OIDC_MY_CLUB_SERVER", "http://id.example.org", "must begin with https://"),
    ],
)
def test_a_wrong_provider_stops_the_start(name, value, sentence):
    assert sentence in refusal(**SERVER, **{**CLUB, name: value})
