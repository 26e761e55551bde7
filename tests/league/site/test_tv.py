"""TV: which match a channel shows, where it goes afterwards, and what it shows while nothing is live."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match


def live(home, away, minutes=1, **values):
    """A match of FUBA that has run for so many minutes."""
    sides = [who if isinstance(who, Sitter) else Sitter(user=who) for who in (home, away)]
    match = open_match(Opening(game="fuba", home=sides[0], away=sides[1]))
    begun = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match.pk).update(status="live", snapshot={}, started_at=begun, **values)
    return match


def shown(client, query=""):
    answer = client.get(f"/tv/fuba/{query}")
    return answer.get("Location", "").removeprefix("/matches/").removesuffix("/?tv=fuba")


@pytest.fixture
def bots():
    return [Sitter(bot="random", name=name) for name in ("Terzino", "Rimpallo")]


def test_a_competition_goes_before_people_and_people_before_bots(client, cast, bots):
    of_bots = live(*bots, minutes=30)
    assert shown(client) == str(of_bots.pk)
    of_people = live(cast.anna, cast.bruno)
    assert shown(client) == str(of_people.pk)
    longer = live(cast.anna, cast.referee, minutes=20)
    assert shown(client) == str(longer.pk), "of two alike the one that has run longer"
    fixture = live(*bots, origin="fixture:1")
    assert shown(client) == str(fixture.pk)
    assert shown(client, f"?after={fixture.pk}") == str(longer.pk)


@pytest.mark.parametrize(
    "values",
    [{"listed": False}, {"mode": "practice"}, {"move_seconds": 86400}, {"status": "paused"}, {"game": "dom_jim"}],
)
def test_what_is_no_match_to_watch_is_not_shown(client, cast, values):
    live(cast.anna, cast.bruno)
    Match.objects.update(**values)
    answer = client.get("/tv/fuba/")
    assert answer.status_code == 200 and "begins here by itself" in answer.content.decode()


def test_a_pause_goes_on_by_itself_when_a_match_begins(client, cast):
    assert client.get("/tv/fuba/").status_code == 200
    match = live(cast.anna, cast.bruno)
    answer = client.get("/tv/fuba/", headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == f"/matches/{match.pk}/?tv=fuba"


def test_another_game_is_no_channel(client, db):
    assert client.get("/tv/chess/").status_code == 404
