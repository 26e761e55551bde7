"""The stored matches replay with the current engines, step by step; a changed ruling is told with its remedy."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

import engines
from engines.core import sheet as sheets
from engines.core import tree as trees
from engines.core.dice import ScriptedDice
from tests import cases
from tests.engines import stored
from tests.engines.battery import plain

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


def test_a_version_that_only_added_options_plays_the_matches_of_before_to_the_letter():
    for slug in ("dom_jim", "soccer_tactics"):
        match = load(f"{slug}_1_draw.json")
        assert match["sheet"]["rules_version"] in engines.get(slug).continues
        changed_position(match)
        (sentence,) = stored.differences(match)
        assert "the position is another one" in sentence


@pytest.mark.parametrize("slug", cases.built())
def test_what_a_version_added_is_declared(slug):
    game = engines.get(slug)
    assert all(version < game.rules_version for version in game.continues)
    for version in game.continues:
        assert list(stored.FOLDER.glob(f"{slug}_{version}_*.json")), "stored matches prove it"
    assert all(1 <= option.since <= game.rules_version for option in game.options)
    assert all(option.since > 1 for option in game.options if option.before is not None)


OF_CONTINUED = [
    file
    for slug in engines.games()
    for version in engines.get(slug).continues
    for file in sorted(stored.FOLDER.glob(f"{slug}_{version}_*.json"))
]


@pytest.mark.parametrize("file", OF_CONTINUED, ids=lambda file: file.stem)
def test_a_continued_match_goes_on_from_what_it_stores(file):
    """Each decision is made from what the older version stores, as a release of before may do beside this one."""
    match = load(file.name)
    sheet = sheets.from_json(match["sheet"])
    game, version = engines.get(sheet.game), sheet.rules_version
    dice = ScriptedDice(sheet.opening)
    state, _ = game.new(game.options_under(version, sheet.options), sheet.terms, dice)
    for number, entry in enumerate(sheet.entries, 1):
        stored_wire = game.stored_under(version, state)
        assert stored_wire["options"] == sheet.options
        state, events = game.apply(game.from_wire(stored_wire), entry.seat, entry.move, ScriptedDice(entry.rolled))
        assert plain(events) == plain(match["events"][number])
        assert stored.digest(game, state, version) == match["states"][number]


@pytest.mark.parametrize("file", OF_CONTINUED, ids=lambda file: file.stem)
def test_a_sheet_of_a_continued_version_is_verified_under_it(file):
    sheet = sheets.from_json(load(file.name)["sheet"])
    words = sheets.write(sheet)
    assert sheets.read(words) == sheet
    assert f"by rules version {sheet.rules_version} of" in sheets.verify(sheet)[0]
    assert trees.read(words).events[-1] == sheets.replay(sheet).events[-1], "as an analysis too"


@pytest.mark.parametrize(
    ("slug", "option", "value"), [("dom_jim", "offside_return", "may"), ("soccer_tactics", "blocked", "stops")]
)
def test_a_sheet_names_no_option_of_a_later_version(slug, option, value):
    sheet = sheets.from_json(load(f"{slug}_1_draw.json")["sheet"])
    with pytest.raises(sheets.BadSheet, match=f"version 1, which has no option {option}: it came with version 2"):
        sheets.verify(replace(sheet, options={**sheet.options, option: value}))


def test_a_version_that_changes_more_than_options_plays_no_match_of_before(monkeypatch):
    game = engines.get("dom_jim")
    monkeypatch.setattr(type(game), "rules_version", 3)
    monkeypatch.setattr(type(game), "continues", ())
    assert not game.plays(1) and not game.plays(2) and game.plays(3)
    with pytest.raises(sheets.BadSheet, match="the sheet is of rules version 1, this Dom Jim plays version 3"):
        sheets.verify(sheets.from_json(load("dom_jim_1_draw.json")["sheet"]))


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
