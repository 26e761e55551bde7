"""Tie-breaks that an organiser chooses in place of those of published rules."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Fixture, Group
from league.competitions.setup import tie_breaks
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import create, rulings
from league.competitions.verbs.rulings import Score
from league.competitions.words.criteria import criteria_words, tie_break_words
from league.seasons.verbs.archives import _rules
from league.standings.criteria import CRITERIA, HEAD_TO_HEAD
from league.standings.presets import PRESETS as RULES
from league.standings.table import Rules
from tests.league.builders import running

TABLES = [key for key, preset in PRESETS.items() if preset.has_table]


def made(cast, preset="league", places=8, **values):
    return create.create(by=cast.organiser, name="Own rules", game="super_goal", preset=preset, places=places, **values)


def signed_in(cast):
    client = APIClient()
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_it_works(cast):
    league = made(cast, criteria=["wins", "head_to_head", "away_goals_for"])
    assert league.criteria == ["points", "wins", HEAD_TO_HEAD, "away_goals_for", "lots"]
    assert (league.points, league.standings) == ([3, 1, 0], "")


@pytest.mark.parametrize("preset", TABLES)
def test_what_can_be_chosen_is_taken_and_all_else_is_refused_with_it(cast, preset):
    row = Competition(preset=preset, criteria=[])
    allowed = tie_breaks.choices(PRESETS[preset])
    tie_breaks.take(row, allowed)
    Rules.of({"criteria": row.criteria})
    assert (row.criteria[0], row.criteria[-1], len(row.criteria)) == ("points", "lots", len(allowed) + 2)
    for key in CRITERIA.keys() - {"points", "lots", *allowed}:
        with pytest.raises(BadSetting, match=", ".join(allowed)) as refused:
            tie_breaks.take(row := Competition(preset=preset, criteria=[]), ["wins", key])
        assert (refused.value.field, row.criteria) == ("criteria", [])
    assert ("buchholz" in allowed) == (preset in ("swiss", "evening", "own") or "swiss" in preset), preset


WRONG = [
    ["wins", "points"], ["lots", "wins"], [7], [None], [["wins"]], [{"head_to_head": []}],
    [{"head_to_head": ["buchholz"]}], [{"head_to_head": ["played"]}], [{"head_to_head": 7}], [{"wins": 1}],
    [{"head_to_head": [["points"]]}], [{"head_to_head": ["points", "points"]}], [{"head_to_head": ["wins"], "when": 1}],
    [{"head_to_head": ["wins"], "once_each_pair_met": "2"}], [{"head_to_head": ["wins"], "once_each_pair_met": 99}],
    ["head_to_head", HEAD_TO_HEAD], [{"head_to_head": ["wins"]}, {"head_to_head": ["wins"], "once_each_pair_met": 0}],
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_list_without_its_order_or_shape_is_refused(cast, wrong):
    with pytest.raises(BadSetting) as refused:
        made(cast, criteria=wrong)
    assert refused.value.field == "criteria"
    answer = signed_in(cast).post(
        "/api/v1/competitions/",
        {"name": "Own rules", "game": "super_goal", "preset": "league", "places": 8, "criteria": wrong},
    )
    assert answer.status_code == 400 and answer.json()["errors"]


def test_the_api_takes_what_it_shows_and_goes_back_to_the_rules(cast):
    client = signed_in(cast)
    cup = made(cast, "world_cup")
    path = f"/api/v1/competitions/{cup.pk}/"
    shown = client.patch(path, {"criteria": ["goals_for", "head_to_head", "losses"]}).json()
    assert (shown["criteria"], shown["standings"]) == (["points", "goals_for", HEAD_TO_HEAD, "losses", "lots"], "")
    assert client.patch(path, {"criteria": shown["criteria"]}).json()["criteria"] == shown["criteria"]
    assert client.patch(path, {"name": "Other name"}).json()["criteria"] == shown["criteria"]
    back = client.patch(path, {"criteria": []}).json()
    assert (back["criteria"], back["standings"]) == (RULES["fifa-world-cup/2022"]["criteria"], "fifa-world-cup/2022")
    other = client.patch(path, {"standings": "fide-round-robin/2023", "criteria": ["wins"]}).json()
    assert (other["criteria"], other["points"], other["standings"]) == (["points", "wins", "lots"], [1, 0.5, 0], "")
    assert client.patch(path, {"standings": "house/1"}).json()["criteria"] == RULES["house/1"]["criteria"]


def test_the_list_of_presets_says_what_can_be_chosen(cast):
    listed = {preset["key"]: preset["criteria"] for preset in signed_in(cast).get("/api/v1/presets/").json()}
    assert listed["cup"] == []
    assert "buchholz" in listed["swiss"] and "buchholz" not in listed["league"]


def test_the_table_is_ranked_and_explained_by_them(client, cast):
    """All are level on points; those who were away twice scored there once more."""
    league = running(cast.organiser, "league", 4, settings={"times": 1}, criteria=["away_goals_for", "goals_for"])
    for fixture in Fixture.objects.filter(tie__round__stage__competition=league).order_by("tie__round__number", "id"):
        rulings.enter_result(fixture=fixture, score=Score(1, 1), by=cast.organiser)
    stored = Group.objects.get(stage__competition=league).table
    steps = {step["decided_by"] for block in stored["blocks"] for step in block["steps"]}
    assert steps <= {"away_goals_for", "goals_for", "lots"} and "away_goals_for" in steps
    page = client.get(f"/competitions/{league.slug}/rules/").content.decode()
    assert page.index("away goals scored") < page.index("goals scored</li>") < page.index("drawing of lots")
    assert "Own tie-breaks" in page
    assert _rules(league)["name"] == "Own tie-breaks"


def test_rules_that_are_published_are_not_called_own(client, cast):
    for preset in TABLES:
        more = {"stages": [{"format": "league"}]} if preset == "own" else {}
        row = made(cast, preset, places=PRESETS[preset].places, **more)
        assert not tie_breaks.is_own(row), preset


def test_what_a_document_brought_may_stay_but_is_not_chosen_anew(cast):
    league = made(cast)
    Competition.objects.filter(pk=league.pk).update(criteria=["points", "coefficient", "lots"], standings="")
    league = create.change(competition=league, by=cast.organiser, criteria=["wins", "coefficient"])
    assert league.criteria == ["points", "wins", "coefficient", "lots"]
    assert tie_breaks.repeatable(league) == []
    with pytest.raises(BadSetting):
        made(cast, criteria=["coefficient"])


def test_points_are_not_said_to_separate_equal_points(cast):
    league = running(cast.organiser, "league")
    assert league.criteria[0] == "points"
    assert tie_break_words(league) == criteria_words(league)[1:]
