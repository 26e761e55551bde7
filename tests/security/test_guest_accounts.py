"""Guests, pupils and holders of personal links get a password and an address by signing up, and in no other way."""

from __future__ import annotations

import importlib
import re
from datetime import timedelta

import pytest
import requests
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.core import mail
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve
from django.utils import timezone

from league.classes import pins
from league.classes import verbs as classes
from league.competitions.verbs import entries
from league.players.accounts.account_pages import FOR_ALL, OF_PROVIDERS, PREFIX, PROVIDED, REPLACED, SIGN_IN_FIRST
from league.players.models import User
from league.players.verbs import guests
from tests.cast import PASSWORD
from tests.league.builders import competition

BACKEND = "django.contrib.auth.backends.ModelBackend"
ADDRESS = "kept@example.org"


@pytest.fixture
def school(cast):
    day = timezone.localdate() + timedelta(days=30)
    names = "Lea\nMax\nSofia"
    return classes.make(
        by=cast.organiser, name="Class 5b", game="super_goal", preset="league", names=names, delete_on=day
    )


def pupil_client(school, card=None):
    card = card or school.cards.first()
    client = Client()
    client.post(f"/class/card/{card.key}/", {"pin": pins.pin_of(card.nonce)})
    assert client.get("/").wsgi_request.user == card.user
    return client


def link_client(cast):
    cup = competition(cast.organiser)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")
    client = Client()
    client.post(f"/enter/{entrant.personal_key}/", {"do": "play"})
    return client


def guest_client(cast):
    client = Client()
    client.post("/guest/", {"nickname": "Gino"})
    return client


@pytest.fixture(params=["guest", "link", "pupil"])
def client_without_account(request, cast, school):
    makers = {"guest": guest_client, "link": link_client, "pupil": lambda _cast: pupil_client(school)}
    return makers[request.param](cast)


def test_a_pupil_keeps_no_way_in_by_an_address(school):
    """The attack: card, address, password, and then signing in with them after the teacher made a new PIN."""
    card = school.cards.first()
    client = pupil_client(school, card)
    client.post("/accounts/email/", {"email": ADDRESS, "action_add": ""})
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    classes.new_pin(card=card, by=school.competition.owner)
    back = Client()
    back.post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD})
    assert not back.get("/").wsgi_request.user.is_authenticated
    assert back.get(f"/competitions/{school.competition.slug}/").status_code == 404
    card.user.refresh_from_db()
    assert (card.user.email, card.user.has_usable_password()) == ("", False)
    assert not EmailAddress.objects.exists()


def allauth_routes():
    """Every route below ``accounts/``, whatever apps of allauth are installed, with something for its parameters."""

    def walk(patterns, before=""):
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                yield before + str(pattern.pattern), pattern
            else:
                yield from walk(pattern.url_patterns, before + str(pattern.pattern))

    return [(route, one) for route, one in walk(get_resolver().url_patterns) if route.startswith(PREFIX)]


ARGUMENTS = {"uidb36": "abc", "key": "def-ghi", "pk": "1", "provider_id": "club"}
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
CLUB = {
    "provider_id": "club",
    "name": "Club",
    "client_id": "tabellone",
    "secret": "secret",
    "settings": {"server_url": "https://id.example.org"},
}


def path_of(route):
    """The address of a route, with ``ARGUMENTS`` for its parameters."""
    route = re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", route).replace("^", "").replace("$", "")
    path = "/" + PARAMETER.sub(lambda found: ARGUMENTS[found[1]], route)
    resolve(path)
    return path


@pytest.mark.parametrize("provider", [False, True])
def test_every_page_of_accounts_is_closed_to_who_has_none(client_without_account, settings, provider, monkeypatch):
    apps = [CLUB] if provider else []
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": apps}}
    monkeypatch.setattr(requests.Session, "get", unreachable)
    routes = allauth_routes()
    names = {one.name for _route, one in routes}
    listed = FOR_ALL | PROVIDED | REPLACED | SIGN_IN_FIRST
    assert len(routes) >= 30 and names >= listed, "the lists name pages that there are"
    for route, one in routes:
        path = path_of(route)
        answers = [client_without_account.get(path)]
        if one.name != "account_logout":  # what followed would be asked by nobody
            answers.append(client_without_account.post(path))
        for answer in answers:
            if one.name in SIGN_IN_FIRST:
                assert answer.status_code == 302 and answer.url.startswith("/accounts/login/"), path
            elif one.name not in (FOR_ALL | PROVIDED if provider else FOR_ALL):
                assert answer.status_code == 404, path
            else:
                assert answer.status_code != 404, path
    assert client_without_account.get("/").wsgi_request.user.is_authenticated


def unreachable(*_args, **_kwargs):
    raise requests.ConnectionError


def test_pages_of_other_sign_ins_are_there_with_a_provider_alone(client, cast, settings):
    client.force_login(cast.anna, backend=BACKEND)
    of_providers = [route for route, one in allauth_routes() if one.name in PROVIDED or route.startswith(OF_PROVIDERS)]
    assert len(of_providers) >= 6
    for route in of_providers:
        assert client.get(path_of(route)).status_code == 404, route
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [CLUB]}}
    assert client.get("/accounts/3rdparty/").status_code == 200
    assert client.get("/accounts/sessions/").status_code == 404, "the site has its own"


def test_accounts_have_their_pages(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    for path in ("/accounts/email/", "/accounts/password/change/", "/accounts/reauthenticate/", "/accounts/2fa/"):
        assert client.get(path).status_code == 200, path


def kept_row(cast):
    """A guest as the pages of old left one: with an address and a password."""
    guest = guests.guest(nickname="Gino")
    guest.email = ADDRESS
    guest.set_password(PASSWORD)
    guest.save()
    EmailAddress.objects.create(user=guest, email=ADDRESS, primary=True, verified=True)
    return guest


def test_a_guest_does_not_sign_in_by_an_address_that_was_kept(client, cast):
    kept_row(cast)
    client.post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD})
    assert not client.get("/").wsgi_request.user.is_authenticated


def test_no_reset_goes_to_a_guest(client, cast):
    guest = kept_row(cast)
    client.post("/accounts/password/reset/", {"email": ADDRESS})
    assert not [sent for sent in mail.outbox if "/password/reset/key/" in sent.body]
    key = f"{user_pk_to_url_str(guest)}-{default_token_generator.make_token(guest)}"
    page = client.get(f"/accounts/password/reset/key/{key}/", follow=True)
    assert b"password1" not in page.content, "a link that was mailed before is dead"


def test_the_migration_cleans_what_was_kept(cast, school):
    from django.apps import apps

    guest, pupil = kept_row(cast), school.cards.first().user
    before = pupil.password
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True)
    migration = importlib.import_module("league.players.migrations.0008_only_accounts_sign_in")
    migration.clean(apps, None)
    guest.refresh_from_db()
    pupil.refresh_from_db()
    cast.anna.refresh_from_db()
    assert (guest.email, guest.has_usable_password()) == ("", False)
    assert list(EmailAddress.objects.values_list("user", flat=True)) == [cast.anna.pk]
    assert pupil.password != before, "sessions of pupils from before end with it"
    assert cast.anna.check_password(PASSWORD) and cast.anna.email


def test_signing_up_is_still_how_a_guest_gets_a_password(client, cast):
    client.post("/guest/", {"nickname": "Gino"})
    guest = User.objects.get(nickname="Gino")
    client.post("/accounts/signup/", {"username": "gino_b", "email": ADDRESS, "password1": PASSWORD})
    guest.refresh_from_db()
    assert guest.kind == User.Kind.ACCOUNT and guest.check_password(PASSWORD)
