"""One rule, one sentence, at every door: making a competition, changing it, its page, the API, a document."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from league.competitions.errors import BadSetting
from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition
from league.competitions.verbs import create
from league.competitions.verbs.importing import take_in
from league.errors import out_of_bounds
from tests.typed import typed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
DAY = 86400


@dataclass(frozen=True)
class Rule:
    """``wrong`` is what no competition of ``preset`` may have; ``right`` what it has before."""

    name: str
    preset: str
    wrong: dict[str, Any]
    right: dict[str, Any] = field(default_factory=dict)
    page: dict[str, str] | None = None
    """What is typed on the page, if a field there has it; None: as ``wrong`` says."""
    doors: str = "page api document"

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


NOT_ON_THE_PAGE = "api document"
RULES = [
    Rule("a schedule needs a day", "cup", {"advance": "schedule"}, doors=NOT_ON_THE_PAGE),
    Rule("a day is not taken from a schedule", "cup", {"advance": "schedule", "starts_at": None},
         {"advance": "schedule", "starts_at": "2031-05-04T18:00:00Z"}, doors=NOT_ON_THE_PAGE),
    Rule("a match fits its round", "cup", {"move_seconds": DAY, "budget_seconds": 7 * DAY, "round_hours": 24},
         page={"clock": "slow", "round_hours": "24"}),
    Rule("a rest by silence needs a click", "evening", {"advance": "auto", "settings": {"silent": "rest"}},
         {"advance": "click"}),
    Rule("a house player has a name", "evening", {"settings": {"odd": "house_player"}}),
    Rule("away goals need two legs", "cup", {"settings": {"away_goals": True}}),
    Rule("away goals come first", "cup", {"settings": {"away_goals_in_extra_time": True}}),
    Rule("a replay is of one match", "cup", {"settings": {"legs": 2, "replay": True}}),
    Rule("a third place needs four", "cup", {"places": 3, "settings": {"third_place": True}}),
    Rule("four stay for a third place", "cup", {"places": 3}, {"settings": {"third_place": True}}),
    Rule("a bracket with losers is fixed", "cup", {"settings": {"consolation": "plate", "redraw": True}}),
    Rule("groups of two", "world_cup", {"places": 7}, {"places": 16}),
    Rule("qualifiers from a group", "world_cup", {"settings": {"through": 5}}, {"places": 16}),
    Rule("best of the next place", "world_cup", {"settings": {"best": 9}}, {"places": 16}),
    Rule("divisions of two", "divisions", {"places": 6, "settings": {"divisions": 4}}, {"places": 12}),
    Rule("pots of a league phase", "league_phase", {"places": 13}, {"places": 36}),
    Rule("places of a preset", "divisions", {"places": 5}, {"places": 12}),
    Rule("one place more than a bracket of four", "page", {"settings": {"through": 5}}, doors=NOT_ON_THE_PAGE),
    Rule("a table of a hundred", "own", {"places": 101}, {"places": 100, "stages": [{"format": "league"}]}),
    Rule("a knockout has no table", "cup", {"standings": "uefa-euro/2024"}, doors=NOT_ON_THE_PAGE),
    Rule("rules of Swiss rounds", "league", {"standings": "fide-swiss/2026"}, doors=NOT_ON_THE_PAGE),
    Rule("a knockout has no tie-breaks", "cup", {"criteria": ["wins"]}, doors="api"),
    Rule("tie-breaks of Swiss rounds", "league", {"criteria": ["wins", "buchholz"]}, doors="api"),
    Rule("tie-breaks that are known", "league", {"criteria": ["luck"]}, doors="api"),
    Rule("a tie-break once", "league", {"criteria": ["wins", "goals_for", "wins"]},
         page={"tie_break_1": "wins", "tie_break_2": "goals_for", "tie_break_3": "wins"}, doors="page api"),
    Rule("one person a side", "cup", {"side_size": 2}, doors=NOT_ON_THE_PAGE),
    Rule("a name", "cup", {"name": "ab"}, doors="page api"),
    Rule("a name that is seen", "cup", {"name": "Cup\u202e of Bari"}),
]  # fmt: skip


def made(cast: Any, rule: Rule) -> Competition:
    return create.create(by=cast.organiser, **{**_body(rule), **rule.right})


def _body(rule: Rule) -> dict[str, Any]:
    return {"name": "Saturday cup", "game": "super_goal", "preset": rule.preset, "places": 8}


def sentence_of(cast: Any, rule: Rule) -> str:
    with pytest.raises(BadSetting) as refused:
        create.create(by=cast.organiser, **{**_body(rule), **rule.right, **_with_settings(rule)})
    return str(refused.value)


def _with_settings(rule: Rule) -> dict[str, Any]:
    """``wrong``, with the settings that were right before."""
    settings = {**rule.right.get("settings", {}), **rule.wrong.get("settings", {})}
    return {**rule.wrong, **({"settings": settings} if settings else {})}


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_change_is_refused_as_making_it_is(cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    with pytest.raises(BadSetting) as refused:
        create.change(competition=cup, by=cast.organiser, **rule.wrong)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_the_api_refuses_with_the_same_sentence(cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    client = APIClient()
    client.force_login(cast.organiser, backend=BACKEND)
    answers = [
        client.post("/api/v1/competitions/", {**_body(rule), **rule.right, **_with_settings(rule)}),
        client.patch(f"/api/v1/competitions/{cup.pk}/", rule.wrong),
    ]
    for answer in answers:
        assert answer.status_code == 400 and answer["Content-Type"] == "application/problem+json"
        assert sentence in str(answer.json()["errors"]), answer.json()


@pytest.mark.parametrize("rule", [rule for rule in RULES if "page" in rule.doors.split()], ids=str)
def test_the_page_refuses_with_the_same_sentence(client, cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{cup.slug}/console/settings/"
    flat = {**rule.wrong, **rule.wrong.get("settings", {})}
    typed = {name: "on" if value is True else str(value) for name, value in flat.items() if name != "settings"}
    sent = typed_in(client.get(path).content.decode(), "name", **(typed if rule.page is None else rule.page))
    answer = client.post(path, sent)
    assert answer.status_code == 200 and sentence in unescape(answer.content.decode())


@pytest.mark.parametrize("rule", [rule for rule in RULES if "document" in rule.doors.split()], ids=str)
def test_a_document_is_refused_with_the_same_sentence(cast, rule):
    sentence, cup = sentence_of(cast, rule), made(cast, rule)
    document = exported(cup) | {"id": str(uuid4())}
    assert take_in(by=cast.organiser, document=document)[1], "the document is right before"
    document["id"] = str(uuid4())
    for name, value in rule.wrong.items():
        if name != "settings":
            document["competition"][name] = value
    for stage in document["stages"]:
        for name, value in rule.wrong.get("settings", {}).items():
            if name in stage["settings"]:
                stage["settings"][name] = value
    with pytest.raises(BadFile) as refused:
        take_in(by=cast.organiser, document=document)
    assert sentence in str(refused.value)
    assert not Competition.objects.filter(pk=document["id"]).exists()


def test_what_a_change_does_not_name_stays(cast):
    """Also within the settings of the stages and the options of the game; a best of three takes the place of legs."""
    cup = create.create(
        by=cast.organiser, name="Saturday cup", game="super_goal", preset="cup", places=8,
        options={"half_turns": 20}, settings={"legs": 2, "away_goals": True},
    )  # fmt: skip
    client = APIClient()
    client.force_login(cast.organiser, backend=BACKEND)
    change = {"options": {"length": "tournament"}, "settings": {"third_place": True}}
    body = client.patch(f"/api/v1/competitions/{cup.pk}/", change).json()
    assert (body["options"]["half_turns"], body["options"]["length"]) == (20, "tournament")
    assert (body["settings"]["legs"], body["settings"]["away_goals"], body["settings"]["third_place"]) == (
        2,
        True,
        True,
    )
    change = {"settings": {"best_of": 3, "away_goals": False}}
    body = client.patch(f"/api/v1/competitions/{cup.pk}/", change).json()
    assert (body["settings"]["legs"], body["settings"]["best_of"]) == (1, 3)


def test_bounds_that_are_equal_are_one_number():
    assert out_of_bounds(1, 1) == "Only 1 is possible here." and out_of_bounds(1, 3) == "Enter a number from 1 to 3."
