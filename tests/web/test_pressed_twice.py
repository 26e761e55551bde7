"""A form sent twice: a browser without a script sends each tap, and the second makes nothing more."""

from datetime import date, timedelta

import pytest
import redis
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league import presses
from league.arenas.models import Arena
from league.classes.models import SchoolClass
from league.clubs.models import Club
from league.competitions.models import Competition, Letter
from league.competitions.verbs import invitations
from league.events.models import Event
from league.lessons.models import Lesson
from league.players.models import ApiToken, User
from league.players.verbs import robots
from league.series.models import Series
from tests.league.builders import competition
from tests.web.test_competitions import as_

pytestmark = pytest.mark.django_db


@pytest.fixture
def mails(settings):
    settings.EMAIL_IS_REAL = True


NAMED = {"name": "Twice  tapped", "game": "super_goal"}
CLASS = {**NAMED, "preset": "league", "names": "Ada\nBea\nCleo"}
DAY = date(2027, 5, 8)
FORMS = {
    "clubs:new": (Club, {**NAMED, "visibility": "public", "joining": "open"}),
    "competitions:new": (Competition, {**NAMED, "format": "cup", "places": "8", "pace": "one_evening"}),
    "series:new": (Series, {**NAMED, "scale": "wins"}),
    "events:new": (
        Event,
        {**NAMED, "first_day": DAY, "last_day": DAY, "opens": "9:00", "closes": "20:00", "time_zone": "UTC"},
    ),
    "arenas:new": (Arena, {**NAMED, "minutes": "60", "pace": "blitz"}),
    "classes:new": (SchoolClass, CLASS),
    "lessons:mine": (Lesson, {"title": "Twice tapped"}),
    "players:bots": (User, {"do": "make", "nickname": "Twice  tapped"}),
}


@pytest.mark.parametrize("address", FORMS)
def test_a_form_sent_twice_makes_one(client, cast, address):
    model, said = FORMS[address]
    if model is SchoolClass:
        said = {**said, "delete_on": (timezone.now() + timedelta(days=90)).date().isoformat()}
    before, browser = model.objects.count(), as_(client, cast.organiser)
    answers = [browser.post(reverse(address), said) for _tap in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302], answers[0].content.decode()
    assert answers[0].url == answers[1].url
    assert model.objects.count() == before + 1


@pytest.mark.parametrize("door", ["enter", "invited"])
def test_a_guest_who_taps_twice_is_one_entrant_and_both_answers_know_the_guest(client, cast, mails, door):
    cup = competition(cast.organiser, by_invitation=door == "invited")
    if door == "invited":
        (invitation,) = invitations.invite(competition=cup, by=cast.organiser, names="Gino")
        address = reverse("competitions:invited", args=[invitation.key])
    else:
        address = reverse("competitions:enter", args=[cup.slug])
    said = {"do": "guest", "nickname": "Gino", "email": "gino@example.org", "csrfmiddlewaretoken": "of-one-page"}
    taps = [Client(), Client()]  # the second is sent before the cookies of the first answer are there
    for tap in taps:
        tap.post(address, said)
    entrant = cup.entrants.get()
    assert [tap.session["_auth_user_id"] for tap in taps] == [str(entrant.player_id)] * 2
    assert Letter.objects.filter(entrant=entrant).count() == 1
    Client().post(address, said | {"csrfmiddlewaretoken": "of-another-page"})
    assert cup.entrants.count() == 1


def test_a_token_asked_for_twice_is_one_and_the_last_answer_shows_it(client, cast):
    bot, browser = robots.make_bot(owner=cast.organiser, nickname="Robot"), as_(client, cast.organiser)
    for _tap in range(3):
        answer = browser.post(reverse("players:bots"), {"do": "token", "id": str(bot.pk)})
    token = robots.token_of(answer.context["token"])
    assert token == ApiToken.objects.get(user=bot)


def test_another_form_and_another_person_make_more(client, cast):
    _model, said = FORMS["clubs:new"]
    for user, more in ((cast.organiser, {}), (cast.anna, {}), (cast.organiser, {"csrfmiddlewaretoken": "anew"})):
        assert as_(client, user).post(reverse("clubs:new"), said | more).status_code == 302
    assert Club.objects.count() == 3


def test_a_form_is_saved_without_valkey(client, cast, monkeypatch):
    def down(*_args):
        raise redis.ConnectionError

    monkeypatch.setattr(presses.cache, "get", down)
    monkeypatch.setattr(presses.cache, "set", down)
    _model, said = FORMS["clubs:new"]
    assert as_(client, cast.organiser).post(reverse("clubs:new"), said).status_code == 302
