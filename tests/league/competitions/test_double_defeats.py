"""A match of a table that both sides lose three to nil: the goals count against each and for neither."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from league.competitions.errors import RulingRefused
from league.competitions.exchange.writing import exported
from league.competitions.models import Fixture, Group, ResultEntry
from league.competitions.verbs import rulings
from league.competitions.verbs.rulings import Consent, Score
from league.competitions.words.fixtures import entry_words
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture

BACKEND = "django.contrib.auth.backends.ModelBackend"
COLUMNS = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference", "points")


@pytest.fixture
def league(cast):
    return running(cast.organiser, "league", entrants=4, settings={"times": 1})


def first_of(league):
    return Fixture.objects.filter(tie__round__stage__competition=league).order_by("tie__round__number", "id").first()


def rows(league):
    table = Group.objects.get(stage__competition=league).table
    return {row["entrant"]: tuple(row[name] for name in COLUMNS) for row in table["rows"]}


def test_both_lose_by_three(league, cast):
    """Also where the table is made of rows alone, after one result more."""
    fixture = first_of(league)
    rulings.walkover(fixture=fixture, winner=None, conceded=True, by=cast.organiser, reason="a brawl", confirmed=True)
    expected = dict.fromkeys((str(fixture.home_id), str(fixture.away_id)), (1, 0, 0, 1, 0, 3, -3, 0))
    assert expected.items() <= rows(league).items()
    assert computed_again(league) == picture(league)
    others = Fixture.objects.filter(tie__round__stage__competition=league).exclude(pk=fixture.pk)
    other = others.exclude(home__in=(fixture.home, fixture.away)).exclude(away__in=(fixture.home, fixture.away)).get()
    rulings.enter_result(fixture=other, score=Score(1, 0), by=cast.organiser)
    assert expected.items() <= rows(league).items()
    assert computed_again(league) == picture(league)


def test_an_absence_of_both_counts_no_goals(league, cast):
    fixture = first_of(league)
    rulings.walkover(fixture=fixture, winner=None, by=cast.organiser, reason="rain", confirmed=True)
    assert rows(league)[str(fixture.home_id)] == (1, 0, 0, 1, 0, 0, 0, 0)


def test_it_can_be_corrected(league, cast):
    fixture = first_of(league)
    rulings.walkover(fixture=fixture, winner=None, conceded=True, by=cast.organiser, reason="a brawl", confirmed=True)
    rulings.enter_result(fixture=fixture, score=Score(2, 1), by=cast.organiser, reason="no brawl",
                         consent=Consent(confirmed=True))  # fmt: skip
    assert rows(league)[str(fixture.home_id)] == (1, 1, 0, 0, 2, 1, 1, 3)


def test_it_is_only_for_tables_without_a_winner(league, cast):
    cup = running(cast.organiser, "cup", entrants=4)
    for fixture, winner in ((first_of(league), "home"), (first_of(cup), None)):
        with pytest.raises(RulingRefused, match="only in a table, if nobody wins"):
            rulings.walkover(fixture=fixture, winner=winner, conceded=True, by=cast.organiser, reason="a brawl")


def test_the_api_gives_it_and_the_document_keeps_it(league, cast):
    client, fixture = APIClient(), first_of(league)
    client.force_login(cast.organiser, backend=BACKEND)
    body = {"winner": None, "conceded": True, "reason": "a brawl", "confirmed": True}
    assert (
        client.post(
            f"/api/v1/competitions/{league.pk}/fixtures/{fixture.pk}/walkover/", body, format="json"
        ).status_code
        == 200
    )
    assert rows(league)[str(fixture.home_id)] == (1, 0, 0, 1, 0, 3, -3, 0)
    assert [entry["how"] for entry in exported(league)["log"]] == ["double_defeat"]


def test_the_page_offers_it_and_says_it(league, cast):
    client, fixture = Client(), first_of(league)
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{league.slug}/console/{fixture.pk}/"
    assert 'value="both_lose"' in client.get(path).content.decode()
    body = {"do": "walkover", "winner": "both_lose", "reason": "a brawl", "confirmed": "yes"}
    assert client.post(path, body).status_code == 302
    assert rows(league)[str(fixture.home_id)] == (1, 0, 0, 1, 0, 3, -3, 0)
    shown = client.get(f"/competitions/{league.slug}/fixtures/{fixture.pk}/").content.decode()
    assert "a defeat of 3–0 for both: a brawl" in shown
    assert "awarded it 0–3 for both" in entry_words(ResultEntry.objects.get(fixture=fixture))
    cup = running(cast.organiser, "cup", entrants=4)
    path = f"/competitions/{cup.slug}/console/{first_of(cup).pk}/"
    assert 'value="both_lose"' not in client.get(path).content.decode()
