"""The door of support: 404 for everybody but staff, who give their second factor in this session."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.staticfiles.finders import find
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import connection
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.test import Client
from django.urls import get_resolver

from league.moderation.models import Act
from league.players.models import User
from league.support.rows import REGISTERED as SUPPORTS
from tests.cast import PASSWORD
from tests.security.test_second_factor import BACKEND, code_now, frozen, required, set_up, signed_in

pytestmark = pytest.mark.django_db
__all__ = ["frozen", "required"]

LISTS = ("/support/", "/support/players/user/", "/support/matches/match/", "/support/moderation/act/")


def pages(cast):
    return (*LISTS, f"/support/players/user/{cast.anna.pk}/", "/support/?q=anna", "/support/players/user/?q=anna")


def entered(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def appoint(user, **rights):
    User.objects.filter(pk=user.pk).update(**({"is_staff": True} | rights))
    return User.objects.get(pk=user.pk)


def test_nobody_else_finds_a_page(cast):
    banned = appoint(cast.organiser, banned=True)
    inside = appoint(cast.referee, is_staff=False, is_moderator=True)
    root = appoint(cast.bruno, is_staff=False, is_superuser=True)
    for client in (Client(), *map(entered, (cast.anna, inside, root, banned))):
        for path in pages(cast):
            answer = client.get(path)
            assert answer.status_code == 404 and b"support" not in answer.content.split(b"<main")[1][:400], path
    assert not Act.objects.exists()


def test_staff_without_a_factor_are_led_to_its_set_up(cast, required, frozen):
    appoint(cast.anna)
    client = signed_in()
    for path in pages(cast):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain == [("/accounts/2fa/", 302)], path
    assert not Act.objects.exists()


def test_the_factor_is_given_in_this_session(cast, required, frozen):
    """A session that was there before the factor, or came by a way that asks for none, is asked for it once."""
    appoint(cast.anna)
    client = signed_in()
    secret = set_up(client)
    for path in pages(cast):
        answer = client.get(path)
        assert answer.status_code == 302 and answer.url.startswith("/accounts/2fa/reauthenticate/?next="), path
    assert not Act.objects.exists()
    with time_machine.travel("2026-03-01T12:01:10Z", tick=False):  # the code of the set-up is spent
        url = client.get("/support/players/user/?q=anna").url
        assert "Support asks for your second factor" in client.get(url).content.decode()
        answer = client.post(url, {"code": code_now(secret), "next": "/support/players/user/?q=anna"})
        assert (answer.status_code, answer.url) == (302, "/support/players/user/?q=anna")
        for path in pages(cast):
            assert client.get(path).status_code == 200, path
    with time_machine.travel("2026-03-01T12:02:10Z", tick=False):
        other = signed_in()
        assert other.get("/support/").status_code == 404, "the second step of the sign-in is not done"
        other.post("/accounts/2fa/authenticate/", {"code": code_now(secret)})
        assert other.get("/support/").status_code == 200
        assert entered(User.objects.get(pk=cast.anna.pk)).get("/support/").status_code == 302, "without the code"


def test_a_passkey_is_asked_where_there_is_no_app(cast, required):
    Authenticator.objects.create(user=cast.anna, type="webauthn", data={"name": "Phone", "credential": {}})
    answer = entered(appoint(cast.anna)).get("/support/")
    assert (answer.status_code, answer.url) == (302, "/accounts/2fa/webauthn/reauthenticate/?next=%2Fsupport%2F")


def test_the_password_alone_does_not_open(cast, required, frozen):
    appoint(cast.anna)
    client = signed_in()
    set_up(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/support/"})
    assert client.get("/support/").status_code == 302


def test_a_session_of_another_person_opens_nothing(cast, required, frozen):
    """The records of a session are those of its person: whoever signs in after them has given nothing."""
    appoint(cast.anna)
    client = signed_in()
    secret = set_up(client)
    with time_machine.travel("2026-03-01T12:01:10Z", tick=False):
        url = client.get("/support/").url
        client.post(url, {"code": code_now(secret)})
        assert client.get("/support/").status_code == 200
        bruno = appoint(cast.bruno)
        client.force_login(bruno, backend=BACKEND)
        assert client.get("/support/").status_code == 302


def test_rights_end_at_once(cast):
    client = entered(appoint(cast.stranger))
    assert client.get("/support/").status_code == 200
    appoint(cast.stranger, is_staff=False)
    assert client.get("/support/").status_code == 404


def test_nothing_can_be_sent(cast):
    client = entered(appoint(cast.stranger, is_superuser=True))
    before = User.objects.get(pk=cast.anna.pk).__dict__ | {"_state": None}
    fields = {"nickname": "x", "action": "delete_selected", "_selected_action": str(cast.anna.pk), "_save": "1"}
    for path in pages(cast):
        for method in ("post", "put", "patch", "delete"):
            assert getattr(client, method)(path, fields).status_code == 405, (method, path)
        assert client.head(path).status_code == 200
    assert User.objects.get(pk=cast.anna.pk).__dict__ | {"_state": None} == before


def test_the_other_pages_of_djangos_admin_are_not_there(cast):
    client = entered(appoint(cast.stranger, is_superuser=True))
    row = f"/support/players/user/{cast.anna.pk}/"
    gone = ["login/", "logout/", "password_change/", "password_change/done/", "autocomplete/", "jsi18n/", "players/"]
    gone += [f"r/1/{cast.anna.pk}/", "players/user/add/", "admin/logentry/", "mfa/authenticator/", "sessions/session/"]
    paths = [f"/support/{path}" for path in gone] + [f"{row}{path}" for path in ("change/", "delete/", "history/")]
    for path in [*paths, "/support/players/user/x/", "/support/players/user/1/", "/admin/"]:
        assert client.get(path).status_code == 404, path
        assert client.post(path).status_code in (404, 405), path
    assert [url_pattern.name for url_pattern in get_resolver("league.support.urls").url_patterns[0].url_patterns] == [
        "index", "rows", "row", "row",
    ]  # fmt: skip


def test_ids_of_another_kind_name_no_row(cast):
    client = entered(appoint(cast.stranger))
    for path in (
        "players/user/1/",
        f"players/user/{10**50}/",
        f"moderation/act/{cast.anna.pk}/",
        f"moderation/act/{10**50}/",
    ):
        assert client.get(f"/support/{path}").status_code == 404, path


LOOKUPS = (
    "password__startswith=p", "password=x", "email__startswith=a", "is_staff=1", "is_staff__exact=1", "id__gt=0",
    "pk=1",
    "entries__personal_key__startswith=a", "resetrequest__digest=x", "authenticator__data__contains=a", "_popup=1",
    "_to_field=password", "_to_field=id", "o=1", "o=-2.3", "all=", "e=1", "_facets=True", "kind__exact=bot", "order=x",
    "_changelist_filters=q%3Da", "waiting__exact=1", "waiting=1", "user=1", "q__x=1",
)  # fmt: skip


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_only_known_lookups_are_answered(cast, lookup):
    client = entered(appoint(cast.stranger))
    assert client.get(f"/support/players/user/?{lookup}").status_code == 400
    row = client.get(f"/support/players/user/{cast.anna.pk}/?{lookup}")
    assert row.status_code == 200 and "!pbkdf2" not in row.content.decode(), "a row has no parameters"


def test_a_lookup_of_one_list_opens_no_other(cast):
    client = entered(appoint(cast.stranger))
    seats = "/support/matches/seat/"
    assert client.get(f"{seats}?user={cast.anna.pk}").status_code == 200
    for wrong in ("user__password__startswith=a", "user__email=a", f"user__in={cast.anna.pk}", "match__secret__value=a",
                  "invite=a", "invite__startswith=a", "match__isnull=1"):  # fmt: skip
        assert client.get(f"{seats}?{wrong}").status_code == 400, wrong
    for wrong in ("user=x", "user=1", f"match={uuid4()}x", "user="):
        assert client.get(f"{seats}?{wrong}").status_code == 404, wrong


def test_the_command_gives_and_takes_the_right(cast):
    client = entered(cast.anna)
    call_command("staff", "Anna")
    assert client.get("/support/").status_code == 200
    call_command("staff", "anna", end=True)
    assert client.get("/support/").status_code == 404
    with pytest.raises(CommandError, match="no account"):
        call_command("staff", "nobody")


def test_it_is_djangos_admin_without_its_log(db):
    assert [message for message in run_checks() if not message.is_silenced()] == []
    assert find("admin/css/base.css") is None
    with pytest.raises(TemplateDoesNotExist):
        get_template("admin/change_form.html")
    assert "django_admin_log" not in connection.introspection.table_names()
    assert all(re.fullmatch(r"[a-z_]+\.\w+", support.opts.label_lower) for support in SUPPORTS)
