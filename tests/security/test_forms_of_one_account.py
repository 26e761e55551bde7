"""Two forms of one account at one moment: what each has checked still holds when it writes. The race is first shown to
be there with the lock off."""

from __future__ import annotations

import contextlib
import threading

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount
from django.contrib import auth
from django.test import Client

from league.players.accounts import urls
from league.players.accounts.adapter import AccountAdapter
from league.players.models import User
from league.players.verbs.guests import guest
from tests.cast import PASSWORD, Cast
from tests.league.competitions.test_races import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_hash")]

BACKEND = "django.contrib.auth.backends.ModelBackend"
LINKED = "/accounts/3rdparty/"


@pytest.fixture(params=[False, True], ids=["without_the_lock", "locked"])
def locked(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(urls, "_hold_account", lambda request: None)
    return request.param


@pytest.fixture(autouse=True)
def provided(settings):
    app = {"provider_id": "club", "name": "Club login", "client_id": "x", "settings": {"server_url": "http://x.test"}}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}


def seen_by_both(work):
    """``work``, after which two threads wait for each other, or for a second where one of them cannot come so far."""
    both = threading.Barrier(2)

    def meet(*given, **named):
        answer = work(*given, **named)
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1)
        return answer

    return meet


def signed_in(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def test_the_last_two_sign_ins_are_not_both_unlinked(locked, monkeypatch):
    user = User(kind=User.Kind.ACCOUNT, username="gina", nickname="Gina")
    user.set_unusable_password()
    user.save()
    rows = [SocialAccount.objects.create(user=user, provider="club", uid=uid, extra_data={}) for uid in "78"]
    checked = seen_by_both(DefaultSocialAccountAdapter.validate_disconnect)
    monkeypatch.setattr(DefaultSocialAccountAdapter, "validate_disconnect", checked)
    forms = [(signed_in(user), row.pk) for row in rows]
    together(*(lambda client=client, key=key: client.post(LINKED, {"account": key}) for client, key in forms))
    assert SocialAccount.objects.filter(user=user).count() == (1 if locked else 0)


def test_a_guest_signs_up_once(locked, monkeypatch):
    """Two tabs: the second made the first one's name and password its own, and both said that they were kept."""
    player = guest(nickname="Gino")
    forms = [(signed_in(player), name) for name in ("gino_a", "gino_b")]
    monkeypatch.setattr(AccountAdapter, "new_user", seen_by_both(AccountAdapter.new_user))
    together(
        *(
            lambda client=client, name=name: client.post("/accounts/signup/", {"username": name, "password1": PASSWORD})
            for client, name in forms
        )
    )
    names = {name for _client, name in forms if auth.authenticate(username=name, password=PASSWORD)}
    assert len(names) == (2 if locked else 1), "each name that was taken opens its account"


def test_no_recovery_codes_stay_without_a_factor(locked, monkeypatch):
    """The app and the passkey taken away at one moment: each form found the other factor, and kept the codes."""
    user = Cast.make().anna
    forms = [Client(), Client()]
    for client in forms:
        client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    key = Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    deleted = seen_by_both(Authenticator.delete)
    monkeypatch.setattr(Authenticator, "delete", deleted)
    together(
        lambda: forms[0].post("/accounts/2fa/totp/deactivate/"),
        lambda: forms[1].post(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/"),
    )
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    assert kinds == (set() if locked else {Authenticator.Type.RECOVERY_CODES})
