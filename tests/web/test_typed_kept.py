"""What was typed into a form that cannot be taken is kept: an old session or token, a lost right, a row that moved."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client

from league.competitions.models import Competition, Staff
from league.competitions.verbs import drawing, entries, rounds
from league.players.models import User
from tests.cast import PASSWORD
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures
from tests.security.town import hire
from tests.typed import typed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
WORDS = "Two evenings at the bar,\nthen a final."
NAME = "A name that was typed"
SAME_SITE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def cup(cast):
    return competition(cast.organiser, places=4)


def path_of(cup):
    return f"/competitions/{cup.slug}/console/settings/"


def typed_on(client, cup):
    """What the organiser has typed on the page."""
    return typed_in(client.get(path_of(cup)).content.decode(), "name", name=NAME, description=WORDS)


def signed_in(user, **kwargs):
    client = Client(**kwargs)
    client.force_login(user, backend=BACKEND)
    return client


def text_of(answer):
    return unescape(answer.content.decode()).replace("\r\n", "\n")


def test_a_strangers_words_do_not_fill_the_disk(cast, cup, settings):
    settings.RATE_LIMITS, settings.LIMITS = True, {**settings.LIMITS, "typed": "2/m/visitor"}
    cache.clear()
    for _device in range(4):
        answer = Client().post(path_of(cup), {"name": NAME, "description": WORDS})
        assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    assert Session.objects.count() == 2


def test_an_old_session_keeps_it_through_the_sign_in(cast, cup):
    client = signed_in(cast.organiser)
    sent = typed_on(client, cup)
    client.logout()
    answer = client.post(path_of(cup), sent)
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    answer = client.post(answer["Location"], {"login": cast.organiser.username, "password": PASSWORD})
    assert answer["Location"] == path_of(cup)
    page = client.get(path_of(cup))
    assert WORDS in text_of(page) and page["Cache-Control"] == "no-store"
    again = typed_in(page.content.decode(), "description")
    assert client.post(path_of(cup), again).status_code == 302
    changed = Competition.objects.get(pk=cup.pk)
    assert (changed.name, changed.description.replace("\r\n", "\n")) == (NAME, WORDS)
    assert client.get(path_of(cup)).context["form"], "it is shown once"


def test_an_old_token_keeps_it(cast, cup):
    client = signed_in(cast.organiser, enforce_csrf_checks=True)
    sent = {**typed_on(client, cup), "csrfmiddlewaretoken": ["x" * 64]}
    answer = client.post(path_of(cup), sent, headers=SAME_SITE)
    assert answer.status_code == 403 and WORDS in text_of(answer)
    again = typed_in(answer.content.decode(), "description")
    assert again["csrfmiddlewaretoken"] != ["x" * 64]
    assert client.post(path_of(cup), again, headers=SAME_SITE).status_code == 302
    assert Competition.objects.get(pk=cup.pk).name == NAME


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}, {}], ids=str
)
def test_the_form_of_another_site_is_not_offered_to_be_sent(cast, cup, headers):
    client = signed_in(cast.organiser, enforce_csrf_checks=True)
    answer = client.post(path_of(cup), {"name": NAME, "description": WORDS}, headers=headers)
    assert answer.status_code == 403 and WORDS not in text_of(answer)


def test_a_lost_right_leaves_it_to_be_copied(cast, cup):
    hire(cup, {"anna": cast.anna}, co_organiser="anna")
    client = signed_in(cast.anna)
    sent = typed_on(client, cup)
    Staff.objects.all().delete()
    answer = client.post(path_of(cup), sent)
    assert answer.status_code == 404 and WORDS in text_of(answer)
    assert 'name="description"' not in re.sub(r"<meta [^>]*>", "", answer.content.decode())


def test_a_competition_that_began_meanwhile_leaves_it_on_the_page(cast, cup):
    client = signed_in(cast.organiser)
    sent = typed_on(client, cup)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo\nDora")
    drawing.draw(competition=cup, by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    answer = client.post(path_of(cup), sent)
    page = text_of(answer)
    assert answer.status_code == 200 and WORDS in page and "has started" in page


def test_a_button_that_is_refused_says_what_was_typed(cast, cup):
    client = signed_in(cast.organiser)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo")
    button = {"do": "deduct", "entrant": str(cup.entrants.get().pk), "points": "1", "reason": "He used a phone."}
    page = text_of(client.post(f"/competitions/{cup.slug}/console/press/", button, follow=True))
    assert "is not running" in page and "He used a phone." in page


def test_no_secret_is_kept(cast, client):
    path = "/accounts/password/change/"
    answer = client.post(path, {"oldpassword": "one long secret", "password1": "another long secret"})
    assert answer.status_code == 302 and "typed" not in client.session


def test_a_line_of_chat_that_is_refused_says_what_was_typed(cast):
    match = open_fixtures(running(cast.organiser, "cup", 2))[0].match
    client = signed_in(match.seats.get(side="home").user)
    line = "One line that is much too long. " * 8
    page = text_of(
        client.post(
            f"/matches/{match.pk}/chat/say/", {"room": "players", "text": line, "client_id": uuid4()}, follow=True
        )
    )
    assert "at most 200 characters" in page and line.strip() in page


def test_a_deletion_that_is_refused_says_the_reason(cast):
    User.objects.filter(pk__in=[cast.referee.pk, cast.stranger.pk]).update(is_moderator=True)
    sent = {"reason": "They asked us to."}
    page = text_of(signed_in(cast.referee).post(f"/moderation/players/{cast.stranger.pk}/erase/", sent, follow=True))
    assert sent["reason"] in page
    assert User.objects.get(pk=cast.stranger.pk).is_active


def test_times_of_a_check_in_that_is_over_stay_on_the_page(cast):
    cup = running(cast.organiser, "cup", 2)
    sent = {"do": "times", "opens_at": "2030-01-01T10:00", "closes_at": "2030-01-01T11:00"}
    answer = signed_in(cast.organiser).post(f"/competitions/{cup.slug}/entrants/check-in/", sent)
    page = text_of(answer)
    assert answer.status_code == 200 and "has started" in page and 'value="2030-01-01T10:00"' in page
