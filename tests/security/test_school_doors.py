"""Attacks on the sign-in of a school class, by class-mates who know its code and everybody's name."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.classes import pins, verbs
from league.classes.errors import CardRefused
from league.classes.models import Card
from tests.league.classes.test_classes import BACKEND, school

pytestmark = pytest.mark.django_db


@pytest.fixture
def limited(settings):
    """Limits on, counted from nothing for this test."""
    settings.RATE_LIMITS = True
    settings.KEY_PREFIX = f"{settings.KEY_PREFIX}-{uuid.uuid4().hex}"
    return settings


def typed(code, name, pin, address="192.0.2.1"):
    """The answer to a card that is typed."""
    return Client(REMOTE_ADDR=address).post("/class/", {"code": code, "name": name, "pin": pin})


def told(answer):
    """The status and all that the form refuses."""
    return answer.status_code, answer.context["form"].errors.as_text()


def another(pin):
    """A PIN that is not this one."""
    return f"{(int(pin) + 1) % 10**6:06}"


def test_no_answer_tells_who_is_in_the_class(cast):
    school_class = school(cast)
    card = school_class.cards.select_related("entrant").first()
    right = pins.pin_of(card.nonce)
    answers = {told(typed(school_class.code, "Nobody of that name", "123456")) for _n in range(7)}
    answers |= {told(typed(school_class.code, card.entrant.name, another(right))) for _n in range(7)}
    answers |= {
        told(typed("AAAAAA", card.entrant.name, right)),
        told(typed(school_class.code, card.entrant.name, right)),
    }
    assert len(answers) == 1, answers
    assert "don’t match" in answers.pop()[1]


def test_class_mates_cannot_keep_a_card_out(client, cast):
    school_class = school(cast)
    card = school_class.cards.select_related("entrant").first()
    right = pins.pin_of(card.nonce)
    for _n in range(6):
        typed(school_class.code, card.entrant.name, another(right))
    assert typed(school_class.code, card.entrant.name, right).status_code == 200, "the typed way in is closed"
    answer = client.post(reverse("classes:card", args=[card.key]), {"pin": right})
    assert answer.status_code == 302, "the QR code of the card still opens it"


def test_wrong_pins_after_a_qr_code_close_that_way_alone(cast):
    school_class = school(cast)
    card = school_class.cards.select_related("entrant").first()
    right = pins.pin_of(card.nonce)
    for _n in range(5):
        with pytest.raises(CardRefused):
            verbs.sign_in(pin=another(right), key=card.key)
    with pytest.raises(CardRefused):
        verbs.sign_in(pin=right, key=card.key)
    assert verbs.sign_in(pin=right, code=school_class.code, name=card.entrant.name) == card.user


def test_pauses_double(cast):
    school_class = school(cast)
    card = school_class.cards.select_related("entrant").first()
    wrong = another(pins.pin_of(card.nonce))
    pauses = []
    for _n in range(3):
        for _try in range(5):
            with pytest.raises(CardRefused):
                verbs.sign_in(pin=wrong, code=school_class.code, name=card.entrant.name)
        card.refresh_from_db()
        pauses.append(round((card.closed_until - timezone.now()) / timedelta(minutes=1)))
        Card.objects.update(closed_until=timezone.now() - timedelta(seconds=1))
    assert pauses == [10, 20, 40]
    verbs.sign_in(pin=pins.pin_of(card.nonce), code=school_class.code, name=card.entrant.name)
    card.refresh_from_db()
    assert (card.wrong, card.closed_until, card.tried) == (0, None, 15)


@given(st.integers(5, 10**5))
def test_a_pause_is_never_shorter_than_the_one_before_nor_longer_than_a_day(wrong):
    assert timedelta(minutes=10) <= verbs.pause_after(wrong) <= verbs.pause_after(wrong + 5) <= timedelta(days=1)


def test_sixty_class_codes_are_not_looked_at(limited):
    answers = [typed(f"AAAA{n:02}", "Anybody", "123456") for n in range(60)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429] * 30
    assert 0 < int(answers[-1]["Retry-After"]) <= 600
    assert "Too many wrong names or PINs" in answers[-1].content.decode()


def test_many_addresses_do_not_try_one_class_for_ever(cast, limited):
    limited.LIMITS = {**limited.LIMITS, "class": "30/10m/address,3/10m/key"}
    school_class = school(cast)
    codes = [typed(school_class.code.lower(), "Nobody", "123456", f"192.0.2.{n}").status_code for n in range(5)]
    assert codes == [200] * 3 + [429] * 2
    card = school_class.cards.first()
    right = {"pin": pins.pin_of(card.nonce)}
    assert Client(REMOTE_ADDR="192.0.2.4").post(reverse("classes:card", args=[card.key]), right).status_code == 302


def test_a_class_that_signs_in_together_is_not_limited(cast, limited):
    limited.LIMITS = {**limited.LIMITS, "class": "2/10m/address,2/10m/key"}
    school_class = school(cast)
    for card in school_class.cards.select_related("entrant"):
        assert typed(school_class.code, card.entrant.name, pins.pin_of(card.nonce)).status_code == 302


def test_the_teacher_sees_wrong_pins_until_there_is_a_new_one(client, cast):
    school_class = school(cast)
    card = school_class.cards.select_related("entrant").first()
    client.force_login(cast.organiser, backend=BACKEND)
    page = reverse("classes:one", args=[school_class.competition.slug])
    assert "wrong PIN," not in client.get(page).content.decode()
    typed(school_class.code, card.entrant.name, another(pins.pin_of(card.nonce)))
    assert "1 wrong PIN," in client.get(page).content.decode()
    verbs.new_pin(card=card, by=cast.organiser)
    assert "wrong PIN," not in client.get(page).content.decode()
