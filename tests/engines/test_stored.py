"""The stored matches replay with the current engines, step by step; a changed ruling is told with its remedy."""

from __future__ import annotations

import copy
import json

import pytest

import engines
from tests import cases
from tests.engines import stored

FILES = sorted(stored.FOLDER.glob("*.json"))


def load(name: str) -> dict:
    return json.loads((stored.FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", cases.built())
def test_every_wanted_match_is_there(slug):
    assert [name for name in stored.WANTED[slug] if not stored.path(slug, name).exists()] == []


def test_the_corpus_knows_every_end():
    """Every way to win that a game has stands in its corpus, but a walkover: random play sends nobody off for long."""
    ends = {(sheet["game"], sheet["result"]["how"]) for sheet in (load(file.name)["sheet"] for file in FILES)}
    for slug in cases.built():
        assert {"regulation", "aggregate", "away_goals", "shootout", "resignation"} <= {
            how for game, how in ends if game == slug
        }
    assert {("dom_jim", "goal_limit"), ("six_a_side", "goal_limit"), ("six_a_side", "golden_goal")} <= ends
    assert {(slug, "extra_time") for slug in cases.built() if slug != "super_goal"} <= ends


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_stored_match(file):
    assert list(stored.differences(load(file.name))) == []


def test_files_are_small_and_as_the_script_writes_them():
    for file in FILES:
        words = file.read_text(encoding="utf-8")
        assert stored.lines(json.loads(words)) == words
        assert len(words) < 100_000


def changed_move(match):
    match["sheet"]["moves"][3]["rolled"] = [1, 1, 1, 1, 1, 1, 1, 1]


def changed_event(match):
    match["events"][5] = [{"type": "never"}]


def changed_position(match):
    match["states"][4] = "0" * 12


def changed_end(match):
    match["sheet"]["result"]["how"] = "lots"


@pytest.mark.parametrize("change", [changed_move, changed_event, changed_position, changed_end])
def test_a_changed_ruling_is_found(change):
    match = load("super_goal_1_draw.json")
    change(match)
    (sentence,) = stored.differences(match)
    assert "raise rules_version of super_goal" in sentence


def test_an_older_match_is_told_from_its_events(monkeypatch):
    match = load("super_goal_1_draw.json")
    changed_position(match)
    game = engines.get("super_goal")
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    assert list(stored.differences(match)) == []
    later = copy.deepcopy(match)
    later["sheet"]["rules_version"] += 9
    assert "only of" in next(stored.differences(later))


def test_a_match_of_before_an_added_option_is_held_to_the_letter():
    for (slug, version), names in stored.ADDED.items():
        options = {option.name for option in engines.get(slug).options}
        assert version <= engines.get(slug).rules_version and set(names) <= options
    match = load("soccer_tactics_1_draw.json")
    assert match["sheet"]["rules_version"] < engines.get("soccer_tactics").rules_version
    changed_position(match)
    (sentence,) = stored.differences(match)
    assert "the position is another one" in sentence


def test_events_tell_every_die():
    """The dice of an older match are shown from its events alone (matches/replay/playback.py)."""
    for file in FILES:
        match = load(file.name)
        rolled = [match["sheet"]["opening"], *(move["rolled"] for move in match["sheet"]["moves"])]
        for number, events in enumerate(match["events"]):
            matching_events = [event for event in events if event["type"] == "roll"]
            assert [event["value"] for event in matching_events] == rolled[number], (file.name, number)
            assert all(1 <= event["value"] <= event["sides"] for event in matching_events)
            assert all(event["seat"] in ("home", "away") for event in events if event["type"] == "goal")
