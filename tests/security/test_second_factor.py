"""Second factors: secrets at rest, the limit of codes, who needs one, who may take one."""

from __future__ import annotations

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import hotp_value
from allauth.mfa.utils import decrypt, encrypt
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from league.competitions.policy.access import Right, may
from league.moderation.models import Act
from league.players.models import User
from league.privacy.models import Deletion
from tests.cast import PASSWORD
from tests.league.builders import competition
from tests.security.test_school_doors import limited  # noqa: F401  # a fixture

BACKEND = "django.contrib.auth.backends.ModelBackend"


def code_now(secret, steps=0):
    return f"{hotp_value(secret, int(timezone.now().timestamp()) // 30 + steps):06}"


@pytest.fixture
def frozen(monkeypatch):
    """One moment for the whole test: a code must not change between showing and typing it."""
    with time_machine.travel("2026-03-01T12:00:10Z", tick=False):
        yield


def signed_in(name="anna"):
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def set_up(client):
    """Set up an app as a person does; return its secret."""
    page = client.get("/accounts/2fa/totp/activate/", follow=True)
    if "oldpassword" in page.content.decode() or page.redirect_chain:
        client.post(page.redirect_chain[-1][0], {"password": PASSWORD})
        page = client.get("/accounts/2fa/totp/activate/")
    secret = re.search(r"<code>([A-Z2-7]+)</code>", page.content.decode())[1]
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_now(secret)})
    assert answer.status_code == 302, answer.content.decode()
    return secret


@pytest.fixture
def anna(cast, frozen):
    """Anna with an app: her client, its secret."""
    client = signed_in()
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    return client, set_up(client)


def test_a_change_asks_for_the_password_first(cast):
    client = Client()
    client.force_login(cast.anna, backend=BACKEND)
    for path in ("totp/activate/", "webauthn/add/", "recovery-codes/generate/"):
        answer = client.get(f"/accounts/2fa/{path}")
        assert answer.status_code == 302 and answer.url.startswith("/accounts/reauthenticate/"), path
    answer = client.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    assert answer.url.startswith("/accounts/reauthenticate/")
    assert not Authenticator.objects.exists()


def test_the_second_step_is_asked_and_a_code_counts_once(cast, anna):
    _client, secret = anna
    other = signed_in()
    assert not other.get("/").wsgi_request.user.is_authenticated
    wrong = f"{(int(code_now(secret)) + 1) % 10**6:06}"
    assert other.post("/accounts/2fa/authenticate/", {"code": wrong}).status_code == 200
    assert other.post("/accounts/2fa/authenticate/", {"code": code_now(secret)}).status_code == 302
    assert other.get("/").wsgi_request.user == cast.anna
    third = signed_in()
    assert third.post("/accounts/2fa/authenticate/", {"code": code_now(secret)}).status_code == 200, "used already"


def test_a_recovery_code_opens_once(cast, anna):
    client, _secret = anna
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    code = re.search(r"<code>(\d{8})</code>", page)[1]
    for expected in (302, 200):
        other = signed_in()
        assert other.post("/accounts/2fa/authenticate/", {"code": code}).status_code == expected


def test_secrets_are_not_readable_in_the_database(cast, anna, settings):
    client, secret = anna
    codes = re.findall(r"<code>(\d{8})</code>", client.get("/accounts/2fa/recovery-codes/").content.decode())
    stored = " ".join(str(row.data) for row in Authenticator.objects.all())
    assert secret not in stored and not any(code in stored for code in codes)
    (row,) = Authenticator.objects.filter(type="totp")
    assert decrypt(row.data["secret"]) == secret
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, of another server" * 3
    assert decrypt(row.data["secret"]) == secret, "a key before this one still reads"
    settings.SECRET_KEY_FALLBACKS = []
    lost = {decrypt(row.data["secret"]) for _n in range(3)}
    assert secret not in lost and len(lost) == 3 and all(len(one) == 32 for one in lost), "nobody can guess them"


def test_a_short_text_survives_encryption(db):
    assert [decrypt(encrypt(text)) for text in ("", "è", "A" * 200)] == ["", "è", "A" * 200]


def test_codes_cannot_be_tried_for_ever(cast, anna, limited, settings):  # noqa: F811
    """An attacker with the password tries codes from many addresses: the account's own counter stops that."""
    _client, secret = anna
    wrong = f"{(int(code_now(secret)) + 1) % 10**6:06}"
    answers = []
    for n in range(12):
        other = Client(REMOTE_ADDR=f"192.0.2.{n}")
        other.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
        answers.append(other.post("/accounts/2fa/authenticate/", {"code": wrong}).content.decode())
    assert ["Too many wrong codes" in answer for answer in answers] == [False] * 10 + [True] * 2
    other = Client(REMOTE_ADDR="192.0.2.99")
    other.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert other.post("/accounts/2fa/authenticate/", {"code": code_now(secret)}).status_code == 200, "closed for all"


@pytest.fixture
def required(settings):
    settings.FACTOR_REQUIRED = True


def test_moderators_are_led_to_the_set_up(cast, required, frozen):
    User.objects.filter(pk=cast.anna.pk).update(is_moderator=True)
    client = signed_in()
    for path in ("/moderation/", "/moderation/audit/", f"/moderation/players/{cast.bruno.pk}/"):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain == [("/accounts/2fa/", 302)], path
        assert "begin once you have set up a second factor" in answer.content.decode()
    refused = client.get("/api/v1/moderation/cases/")
    assert (refused.status_code, refused.json()["code"]) == (403, "second_factor")
    for path in ("/", "/competitions/", "/settings/", "/notices/", "/api/v1/competitions/"):
        assert client.get(path).status_code == 200, "nothing else is closed"
    set_up(client)
    assert client.get("/moderation/").status_code == 200
    assert "begin once" not in client.get("/").content.decode()


def test_rights_of_staff_wait_too(cast, required, frozen):
    cup = competition(cast.organiser)
    User.objects.filter(pk=cast.anna.pk).update(is_staff=True)
    assert not may(User.objects.get(pk=cast.anna.pk), cup, Right.RUN)
    client = signed_in()
    page = client.get(f"/competitions/{cup.slug}/console/")
    assert page.status_code == 404 and "/accounts/2fa/" in page.content.decode(), "the page says what is missing"
    set_up(client)
    assert may(User.objects.get(pk=cast.anna.pk), cup, Right.RUN)


def test_nobody_else_needs_one_nor_anybody_on_a_laptop(cast, settings):
    for required in (True, False):
        settings.FACTOR_REQUIRED = required
        for changes in ({}, {"is_staff": True}, {"is_superuser": True}, {"is_moderator": True}):
            assert User(**changes).lacks_factor == (required and bool(changes))


def test_an_administrator_takes_the_factors_and_the_owner_is_told(cast, anna, django_capture_on_commit_callbacks):
    client, _secret = anna
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        call_command("remove_factors", "ANNA", "rang her at the club")
    assert not Authenticator.objects.exists()
    assert not client.get("/").wsgi_request.user.is_authenticated, "whoever has the phone is out"
    (act,) = Act.objects.all()
    assert (act.by, act.verb, act.subject, act.reason) == (None, "factors", cast.anna, "rang her at the club")
    (sent,) = mail.outbox
    assert sent.to == [cast.anna.email] and "no second factor any more" in sent.subject
    assert signed_in().get("/").wsgi_request.user == cast.anna
    User.objects.filter(pk=cast.bruno.pk).update(is_moderator=True)
    assert "rang her at the club" in signed_in("bruno").get("/moderation/audit/").content.decode()
    call_command("remove_factors", "anna", "again")
    assert Act.objects.count() == 1 and len(mail.outbox) == 1
    for wrong in (("nobody", "a good reason"), ("anna", "")):
        with pytest.raises(CommandError):
            call_command("remove_factors", *wrong)


def test_without_a_password_the_code_is_asked_before_the_account_is_deleted(cast, anna):
    """Who comes by another site's sign-in has no password: the second factor stands before deletion all the same."""
    client, secret = anna
    User.objects.filter(pk=cast.anna.pk).update(password="!none")
    client = Client()
    client.force_login(User.objects.get(pk=cast.anna.pk), backend=BACKEND)
    page = client.get("/settings/delete/", follow=True)
    assert page.redirect_chain, "the code is asked first"
    assert client.post("/settings/delete/").status_code == 302
    assert not Deletion.objects.exists()
    path = page.redirect_chain[-1][0]
    assert path.startswith("/accounts/2fa/reauthenticate/")
    with time_machine.travel("2026-03-01T12:01:10Z", tick=False):  # the code of the set-up is spent
        assert client.post(path, {"code": code_now(secret)}).url == "/settings/data/", "it goes on from there"
    assert Deletion.objects.get().user == cast.anna
