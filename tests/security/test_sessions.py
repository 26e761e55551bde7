"""A session ends with what opened it: another PIN, another personal link, eight hours at a school's computer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.classes import pins
from league.classes import verbs as classes
from league.competitions.verbs import entries
from league.players.models import User
from tests.cast import PASSWORD
from tests.league.builders import competition


@pytest.fixture
def card(cast):
    day = timezone.localdate() + timedelta(days=30)
    school = classes.make(
        by=cast.organiser, name="Class 5b", game="super_goal", preset="league", names="Lea\nMax\nSofia", delete_on=day
    )
    return school.cards.select_related("user", "school__competition").first()


def shown(card):
    client = Client()
    client.post(f"/class/card/{card.key}/", {"pin": pins.pin_of(card.nonce)})
    return client


def somebody(client):
    return client.get("/").wsgi_request.user.is_authenticated


def test_a_new_pin_ends_the_sessions_of_the_old_one(cast, card):
    client = shown(card)
    page = f"/competitions/{card.school.competition.slug}/"
    assert client.get(page).status_code == 200
    fresh = classes.new_pin(card=card, by=cast.organiser)
    assert client.get(page).status_code == 404 and not somebody(client)
    assert shown(fresh).get(page).status_code == 200


def test_a_pupils_session_ends_with_the_browser_and_after_eight_hours(card):
    client = shown(card)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["max-age"] == "" and cookie["expires"] == "", "the browser forgets it when it is closed"
    row = Session.objects.get(session_key=cookie.value)
    left = row.expire_date - timezone.now()
    assert timedelta(hours=7, minutes=59) < left <= timedelta(hours=8)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not somebody(client)


@pytest.fixture
def ugo(cast):
    cup = competition(cast.organiser)
    return entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")[0]


def played(entrant):
    client = Client()
    client.post(f"/enter/{entrant.personal_key}/", {"do": "play"})
    return client


def test_a_new_personal_link_ends_the_sessions_of_the_old_one(cast, ugo):
    client = played(ugo)
    assert somebody(client)
    entries.new_personal_key(entrant=ugo, by=cast.organiser)
    assert not somebody(client)
    ugo.refresh_from_db()
    assert somebody(played(ugo))


def test_the_guests_own_browser_stays(cast):
    cup = competition(cast.organiser)
    own = Client()
    own.post("/guest/", {"nickname": "Gino"})
    entrant = entries.enter(competition=cup, player=User.objects.get(nickname="Gino"))
    by_link = played(entrant)
    entries.new_personal_key(entrant=entrant, by=cast.organiser)
    assert somebody(own) and not somebody(by_link)


def test_who_signs_up_in_a_session_of_a_link_stays_signed_in(cast, ugo):
    client = played(ugo)
    client.post("/accounts/signup/", {"username": "ugo_b", "email": "", "password1": PASSWORD})
    assert client.get("/").wsgi_request.user.username == "ugo_b"
    assert int(client.cookies[settings.SESSION_COOKIE_NAME]["max-age"]) > 100 * 24 * 3600


def test_a_session_costs_no_query_more(card, django_assert_num_queries):
    client = shown(card)
    with django_assert_num_queries(2):  # the session and its user
        assert client.get("/app.webmanifest").wsgi_request.user.is_authenticated


async def test_an_asynchronous_view_keeps_the_session_of_a_link(transactional_db):
    """Django asks the backend anew there: a page that followed the feed signed its reader out."""
    from asgiref.sync import sync_to_async
    from django.contrib.auth import aget_user
    from django.http import HttpRequest

    from tests.cast import Cast

    def opened():
        cup = competition(Cast.make().organiser)
        entrant = entries.enter_names(competition=cup, by=cup.owner, names="Ugo")[0]
        return entrant, played(entrant).session

    entrant, session = await sync_to_async(opened)()
    request = HttpRequest()
    request.session = session
    assert (await aget_user(request)).pk == entrant.player_id


async def test_a_socket_ends_with_the_link_too(transactional_db):
    """The handshake reads the session by the same rule."""
    from asgiref.sync import sync_to_async
    from channels.auth import get_user

    from tests.cast import Cast

    def opened():
        cast = Cast.make()
        cup = competition(cast.organiser)
        entrant = entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")[0]
        return cast, entrant, played(entrant)

    cast, entrant, client = await sync_to_async(opened)()
    scope = {"session": await sync_to_async(lambda: client.session)()}
    assert (await get_user(scope)).pk == entrant.player_id
    await sync_to_async(entries.new_personal_key)(entrant=entrant, by=cast.organiser)
    scope = {"session": await sync_to_async(lambda: client.session)()}
    assert not (await get_user(scope)).is_authenticated
