"""Scorers at a real table: optional, told by page or API, checked, in the log, and an award where all are told."""

from __future__ import annotations

import pytest
from django.utils import translation

from league.competitions.errors import RulingRefused
from league.competitions.models import Fixture, ResultEntry
from league.competitions.verbs import rulings
from league.competitions.verbs.rulings import Score
from league.competitions.words.fixtures import entry_words
from league.competitions.words.scorers import name_of_scorer, read, words
from league.seasons.derivation.awards import awards_of
from tests.league.builders import running

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def league(cast):
    return running(cast.organiser, "league", entrants=3, settings={"times": 1})


def fixtures(row):
    rows = Fixture.objects.filter(tie__round__stage__competition=row).select_related("home", "away")
    return list(rows.order_by("tie__round__number"))


def test_what_is_typed():
    assert read(" 9, 9;wing \n") == ["9", "9", "wing"] and read(" ") == []
    assert words({"home": ["9", "9"], "away": []}) == "9, 9 – ·" and words({"home": [], "away": []}) == ""
    with translation.override("it"):
        assert name_of_scorer("9") == "numero 9" and name_of_scorer("Wing") == "Wing"


def test_by_the_page(client, cast, league):
    fixture = fixtures(league)[0]
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{league.slug}/console/{fixture.pk}/"
    fields = {"do": "result", "home_goals": 2, "away_goals": 1, "home_scorers": "9, 9, 7", "away_scorers": "10"}
    assert b"You named 3 scorers for 2 goals" in client.post(path, fields).content
    client.post(path, {**fields, "home_scorers": "9, 9"})
    entry = ResultEntry.objects.get()
    assert entry.scorers == {"home": ["9", "9"], "away": ["10"]} and "scored by 9, 9 – 10" in entry_words(entry)
    assert b'value="9, 9"' in client.get(path).content, "a correction begins with what stands"
    assert b"scored by 9, 9" in client.get(f"/competitions/{league.slug}/fixtures/{fixture.pk}/").content


def test_goals_are_enough(cast, league):
    for fixture in fixtures(league):
        rulings.enter_result(fixture=fixture, score=Score(2, 1), by=cast.organiser)
    league.refresh_from_db()
    assert league.status == "finished" and "piece" not in {award.key for award in awards_of(league)}
    assert set(ResultEntry.objects.values_list("scorers", flat=True)) == {None}


def test_the_top_scorer_follows_where_every_goal_is_told(cast, league):
    first, second, third = fixtures(league)
    for fixture, score, scorers in (
        (first, (2, 1), {"home": ["9", "9"], "away": ["wing"]}),
        (second, (1, 0), {"home": ["4"], "away": []}),
        (third, (0, 0), {"home": [], "away": []}),
    ):
        score_told = Score(*score, scorers=scorers)
        rulings.enter_result(fixture=fixture, score=score_told, by=cast.organiser)
    league.refresh_from_db()
    award = next(one for one in awards_of(league) if one.key == "piece")
    assert award.holders == (first.home,) and award.reason == f"number 9 ({first.home}): 2 goals"
    few = Score(2, 1, scorers={"home": ["9"], "away": ["wing"]})
    rulings.enter_result(fixture=first, score=few, by=cast.organiser, reason="one was an own goal")
    assert "piece" not in {one.key for one in awards_of(league)}, "not of half of the goals"


@pytest.mark.parametrize(
    "scorers",
    [{"home": ["9"] * 3, "away": []}, {"home": [""], "away": []}, {"home": ["x" * 25], "away": []}, {"middle": []}],
)
def test_scorers_that_cannot_be_are_refused(cast, league, scorers):
    with pytest.raises(RulingRefused):
        rulings.enter_result(fixture=fixtures(league)[0], score=Score(2, 0, scorers=scorers), by=cast.organiser)
    assert not ResultEntry.objects.exists()


def test_by_the_api(client, cast, league):
    fixture = fixtures(league)[0]
    client.force_login(cast.organiser, backend=BACKEND)
    api = f"/api/v1/competitions/{league.pk}/"
    body = {"home": 1, "away": 0, "scorers": {"home": ["keeper"], "away": []}}
    answer = client.post(f"{api}fixtures/{fixture.pk}/result/", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    [entry] = client.get(f"{api}results/").json()["results"]
    assert entry["scorers"] == {"home": ["keeper"], "away": []}
