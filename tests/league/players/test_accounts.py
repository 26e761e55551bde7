"""Signing up keeps a guest's row; house bots are the same rows for ever."""

import pytest
from django.core.management import CommandError, call_command
from django.http import Http404
from django.urls import reverse

from engines import bots
from league.competitions.policy.personal_links import holder_by_key
from league.competitions.verbs.entries import enter_names
from league.players.models import User
from league.players.verbs import guests
from league.players.verbs.bots import HOUSE, ensure_bots
from tests.cast import PASSWORD
from tests.league.builders import competition

BACKEND = "django.contrib.auth.backends.ModelBackend"


def test_a_guest_who_signs_up_keeps_the_row(client, db):
    guest = guests.guest(nickname="Gino")
    client.force_login(guest, backend=BACKEND)
    answer = client.post(
        reverse("account_signup"), {"username": "gino_b", "email": "gino@example.org", "password1": PASSWORD}
    )
    assert answer.status_code == 302
    guest.refresh_from_db()
    assert (guest.kind, guest.username, guest.nickname) == (User.Kind.ACCOUNT, "gino_b", "Gino")
    assert guest.check_password(PASSWORD)
    assert User.objects.count() == 1


def test_a_typed_name_who_signs_up_keeps_the_place_and_ends_the_link(client, cast):
    cup = competition(cast.organiser)
    (entrant,) = enter_names(competition=cup, by=cast.organiser, names="Gino")
    assert holder_by_key(entrant.personal_key) == entrant
    key = entrant.personal_key
    client.force_login(entrant.player, backend=BACKEND)
    client.post(reverse("account_signup"), {"username": "gino_b", "email": "", "password1": PASSWORD})
    assert User.objects.get(username="gino_b") == entrant.player
    entrant.refresh_from_db()
    assert entrant.personal_key == ""
    with pytest.raises(Http404):
        holder_by_key(key)


def test_a_newcomer_is_called_by_the_username(client, db):
    client.post(reverse("account_signup"), {"username": "Teresa", "email": "", "password1": PASSWORD})
    assert User.objects.get().nickname == "Teresa"


def test_mail_is_written_in_the_language_of_the_browser_that_signed_up(client, db):
    client.cookies["zone"] = "America/Lima"
    fields = {"username": "gino_b", "email": "gino@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), fields, headers={"Accept-Language": "it"})
    gino = User.objects.get()
    assert (gino.language, gino.time_zone) == ("it", "America/Lima")
    client.post(reverse("account_logout"))
    client.cookies["zone"] = "Asia/Tokyo"
    client.post(reverse("account_login"), {"login": "gino_b", "password": PASSWORD}, headers={"Accept-Language": "es"})
    gino.refresh_from_db()
    assert (gino.language, gino.time_zone) == ("it", "America/Lima"), "what is known stays"


def test_a_language_chosen_before_signing_in_is_that_of_the_account(client, cast):
    User.objects.filter(pk=cast.anna.pk).update(language="en")
    client.post("/prefer/", {"language": "it"}, headers={"Sec-Fetch-Site": "same-origin"})
    client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD}, headers={"Accept-Language": "es"})
    cast.anna.refresh_from_db()
    assert cast.anna.language == "it"


def test_settings_are_saved_as_they_are_shown(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    client.cookies["zone"] = "America/Lima"
    shown = {"nickname": "anna", "language": "it", "theme": "", "mail": "on", "time_zone": "America/Lima"}
    assert client.post(reverse("players:settings"), shown, headers={"Accept-Language": "it"}).status_code == 302
    cast.anna.refresh_from_db()
    assert (cast.anna.language, cast.anna.time_zone) == ("it", "America/Lima")


def test_an_address_is_not_cut_to_another_one(client, db):
    given = {"username": "Teresa", "email": f"{'a' * 250}@example.org", "password1": PASSWORD}
    answer = client.post(reverse("account_signup"), given)
    assert answer.status_code == 200 and "email" in answer.context["form"].errors
    assert not User.objects.exists()


def test_a_username_keeps_the_rules_of_nicknames(client, db, settings):
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": []}]
    client.raise_request_exception = False
    client.post(reverse("account_signup"), {"username": "pаypal", "email": "", "password1": PASSWORD})
    assert not User.objects.exists()


def test_an_administrator_has_a_name_that_others_see(db, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    known = {"username": "root", "email": "root@example.org", "interactive": False}
    with pytest.raises(CommandError, match="nickname"):
        call_command("createsuperuser", **known)
    call_command("createsuperuser", **known, nickname="Rita")
    assert User.objects.get(username="root").nickname == "Rita"


def test_house_bots_are_made_once(db):
    first = ensure_bots()
    assert ensure_bots() == first
    assert User.objects.filter(kind=User.Kind.BOT).count() == len(HOUSE)
    assert {bot.bot for bot in first} == set(bots.LEVELS)
