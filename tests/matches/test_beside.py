"""In a cup's semi-final the table tells how far the other one is."""

import pytest
from django.test import Client

from league.competitions.models import Fixture
from matches.models import Match
from tests.cast import account
from tests.league.builders import running

pytestmark = pytest.mark.django_db


def test_both_semi_finals_know_of_each_other(client: Client):
    running(account("olga"), preset="cup", entrants=4)
    first, second = (fixture.match for fixture in Fixture.objects.exclude(match=None).order_by("pk"))
    assert first.beside == [second.origin] and second.beside == [first.origin]
    page = client.get(f"/matches/{first.id}/").content.decode()
    names = [seat.name for seat in second.seats.order_by("-side")]
    assert "Meanwhile" in page and f"/matches/{second.id}/" in page and all(name in page for name in names)


def test_a_league_and_a_friendly_say_nothing(client: Client):
    running(account("olga"), preset="league", entrants=4)
    assert all(match.beside == [] for match in Match.objects.all())
    assert "Meanwhile" not in client.get(f"/matches/{Match.objects.first().pk}/").content.decode()
