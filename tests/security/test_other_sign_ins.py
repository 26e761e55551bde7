"""Sign-in by OpenID Connect, against a provider in this process: who gets into which account."""

from __future__ import annotations

import re
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client

from league.players.models import User
from tests import oidc
from tests.cast import PASSWORD
from tests.security.test_guest_accounts import link_client, pupil_client, school  # noqa: F401  # the last: a fixture
from tests.security.test_school_doors import limited  # noqa: F401  # a fixture

LOGIN = "/accounts/oidc/club/login/"
ERROR = "/accounts/3rdparty/login/error/"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def club(settings):
    settings.OUTWARD_PRIVATE = True
    with oidc.serving() as provider:
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [provider.app()], "OAUTH_PKCE_ENABLED": True}}
        yield provider


def gone(client, **form):
    """The address of the provider's page, as the browser is led there."""
    page = client.post(LOGIN, form)
    assert page.status_code == 200 and page["Content-Type"].startswith("text/html")
    return unescape(re.search(r'http-equiv="refresh" content="0;url=([^"]+)"', page.content.decode())[1])


def returned(client, club, **form):
    """The answer to somebody who comes back from the provider."""
    return client.get(club.authorize(gone(client, **form)))


def user_of(client):
    return client.get("/").wsgi_request.user


def confirmed(user):
    return EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def test_there_is_nothing_of_it_without_a_provider(client, db):
    assert client.post(LOGIN).status_code == 404
    assert client.get("/accounts/3rdparty/signup/").status_code == 404
    assert "Sign in with Club" not in client.get("/accounts/login/").content.decode()


def test_a_first_sign_in_makes_an_account_with_a_name_of_ones_own(client, db, club):
    club.person = {"sub": "7", "email": "gina@example.org", "email_verified": True, "preferred_username": "gina.rossi"}
    assert "Sign in with Club login" in client.get("/accounts/login/").content.decode()
    answer = returned(client, club)
    assert answer.url == "/accounts/3rdparty/signup/" and not user_of(client).is_authenticated
    assert "gina.rossi" in client.get(answer.url).content.decode()
    client.post(answer.url, {"username": "Gina", "email": "gina@example.org"})
    user = user_of(client)
    assert (user.username, user.nickname, user.kind) == ("Gina", "Gina", User.Kind.ACCOUNT)
    assert not user.has_usable_password()
    assert EmailAddress.objects.get(user=user).verified, "the provider has confirmed it"
    (linked,) = SocialAccount.objects.all()
    assert linked.provider == "club" and set(linked.extra_data["userinfo"]) == {"sub", "email", "preferred_username"}
    again = Client()
    assert returned(again, club, next="/settings/").url == "/settings/"
    assert user_of(again) == user
    club.person = {"sub": "8"}
    other = Client()
    returned(other, club)
    assert not user_of(other).is_authenticated, "somebody else there is somebody else here"


def test_an_address_that_is_not_confirmed_there_is_not_confirmed_here(client, db, club):
    club.person = {"sub": "7", "email": "gina@example.org", "email_verified": False}
    client.post(returned(client, club).url, {"username": "Gina", "email": "gina@example.org"})
    assert not EmailAddress.objects.get(user=user_of(client)).verified


def test_an_address_taken_out_of_the_form_is_not_kept(client, db, club):
    club.person = {"sub": "7", "email": "gina@example.org", "email_verified": True}
    client.post(returned(client, club).url, {"username": "Gina", "email": ""})
    assert user_of(client).email == "" and not EmailAddress.objects.exists()


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("here", [True, False, None])
@pytest.mark.parametrize("real", [True, False])
def test_an_address_never_takes_over_an_account(client, cast, club, settings, there, here, real):
    """The attack: the provider says that the attacker has the address of an account here."""
    settings.EMAIL_IS_REAL = real
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional" if real else "none"
    settings.ACCOUNT_PREVENT_ENUMERATION = "strict" if real else True
    if here is not None:
        EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=here)
    club.person = {"sub": "666", "email": cast.anna.email, "email_verified": there}
    answer = returned(client, club)
    assert not user_of(client).is_authenticated
    if answer.status_code == 302 and "signup" in answer.url:
        client.post(answer.url, {"username": "Mallory", "email": cast.anna.email})
    assert user_of(client) != cast.anna
    assert not SocialAccount.objects.filter(user=cast.anna).exists()
    cast.anna.refresh_from_db()
    assert cast.anna.check_password(PASSWORD)
    if here:
        assert list(
            EmailAddress.objects.filter(email=cast.anna.email, verified=True).values_list("user", flat=True)
        ) == [cast.anna.pk]
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": cast.anna.email})
    if here and real:
        assert len(mail.outbox) == 1 and "Mallory" not in mail.outbox[0].body


def linked(cast, club, sub="7"):
    """Anna's client after she linked the provider."""
    client = Client()
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    confirmed(cast.anna)
    club.person = {"sub": sub}
    answer = returned(client, club, process="connect")
    if answer.url.startswith("/accounts/reauthenticate/"):
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_an_account_is_linked_while_signed_in_and_unlinked(cast, club):
    client = linked(cast, club)
    assert [row.user for row in SocialAccount.objects.all()] == [cast.anna]
    assert "another sign-in" in mail.outbox[-1].subject
    other = Client()
    returned(other, club)
    assert user_of(other) == cast.anna
    row = SocialAccount.objects.get()
    assert "Club login" in client.get("/accounts/3rdparty/").content.decode()
    client.post("/accounts/3rdparty/", {"account": row.pk})
    assert not SocialAccount.objects.exists() and "one sign-in less" in mail.outbox[-1].subject


def test_linking_asks_for_the_password(cast, club):
    client = Client()
    client.force_login(cast.anna, backend=BACKEND)
    assert returned(client, club, process="connect").url.startswith("/accounts/reauthenticate/")
    assert not SocialAccount.objects.exists()


def test_what_is_linked_elsewhere_is_not_linked_twice(cast, club):
    linked(cast, club)
    client = Client()
    client.post("/accounts/login/", {"login": "bruno", "password": PASSWORD})
    answer = returned(client, club, process="connect")
    if answer.url.startswith("/accounts/reauthenticate/"):
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert [row.user for row in SocialAccount.objects.all()] == [cast.anna]


def test_the_only_way_in_is_not_unlinked(client, db, club):
    club.person = {"sub": "7"}
    client.post(returned(client, club).url, {"username": "Gina"})
    client.post("/accounts/3rdparty/", {"account": SocialAccount.objects.get().pk})
    assert SocialAccount.objects.exists()


def test_a_guest_keeps_what_was_played(client, db, club):
    client.post("/guest/", {"nickname": "Gino"})
    guest = User.objects.get(nickname="Gino")
    club.person = {"sub": "7"}
    answer = returned(client, club)
    client.post(answer.url, {"username": "gino_b"})
    guest.refresh_from_db()
    assert (guest.kind, guest.username, guest.nickname) == (User.Kind.ACCOUNT, "gino_b", "Gino")
    assert SocialAccount.objects.get().user == guest and user_of(client) == guest


def test_nobody_without_an_account_links_one(cast, club, school):  # noqa: F811
    guest = Client()
    guest.post("/guest/", {"nickname": "Gino"})
    for client in (guest, link_client(cast), pupil_client(school)):
        returned(client, club, process="connect")
        assert not SocialAccount.objects.exists()


def test_a_pupil_makes_no_account_by_it(school, club):  # noqa: F811
    client = pupil_client(school)
    page = returned(client, club)
    assert page.status_code == 200 and "card of your class" in page.content.decode()
    assert user_of(client).sheltered and not SocialAccount.objects.exists()


def test_two_people_in_one_answer_are_refused(cast, club):
    """The attack: the id token is the attacker's, what is told of the person is the victim's."""
    linked(cast, club)
    club.person, club.told = {"sub": "666"}, {"sub": "7"}
    client = Client()
    assert returned(client, club).url == ERROR
    assert not user_of(client).is_authenticated


def test_a_strange_state_a_wrong_audience_and_no_answer_are_refused(client, db, club, settings):
    back = club.authorize(gone(client))
    stranger = Client()
    assert stranger.get(back).status_code in (200, 401) and not user_of(stranger).is_authenticated
    club.person = {"sub": "7", "aud": "another site"}
    assert returned(client, club).status_code in (200, 401)
    club.person = {"sub": "7", "iss": "https://elsewhere.example.org"}
    assert returned(client, club).status_code in (200, 401)
    assert not user_of(client).is_authenticated and "socialaccount_sociallogin" not in client.session
    assert client.get(f"{LOGIN}callback/?error=access_denied&state=x").status_code in (200, 302, 401)
    settings.SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {"APPS": [{**club.app(), "settings": {"server_url": "http://127.0.0.1:9"}}]}
    }
    assert client.post(LOGIN).url == ERROR
    assert client.get(ERROR).status_code == 401


def test_the_steps_are_limited(club, limited, db):  # noqa: F811
    limited.LIMITS = {**limited.LIMITS, "provider": "3/m/address"}
    codes = [Client(REMOTE_ADDR="192.0.2.1").get(LOGIN).status_code for _n in range(5)]
    assert codes == [200] * 3 + [429] * 2
    assert Client(REMOTE_ADDR="192.0.2.2").get(LOGIN).status_code == 200


def test_the_second_step_is_asked_here_too(cast, club):
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    linked(cast, club)
    TOTP.activate(cast.anna, generate_totp_secret())
    client = Client()
    assert returned(client, club).url == "/accounts/2fa/authenticate/"
    assert not user_of(client).is_authenticated
