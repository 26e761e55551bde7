"""Dom Jim's house rule of competitions: the home side moves first in a leg, the other one in the return leg."""

import pytest

import engines
from engines.core import sheet as sheets
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import BadOptions, BadState

GAME = engines.get("dom_jim")
BY_HOME = {"first_move": "home"}


def test_by_the_house_rule_home_moves_first_without_a_roll():
    state, events = GAME.new(BY_HOME, None, ScriptedDice([]))
    assert events == [{"type": "kick_off", "seat": "home"}]
    assert list(GAME.to_act(state)) == ["home"]
    assert [line["text"] for line in GAME.commentary(events)], "the list of moves tells it"


def test_without_it_the_dice_decide_as_the_sheet_says():
    state, events = GAME.new(None, None, ScriptedDice([2, 5]))
    assert [event["type"] for event in events] == ["roll", "roll", "kick_off"]
    assert list(GAME.to_act(state)) == ["away"]
    assert GAME.house_options == {}, "a casual match has no house rule"


def test_after_a_goal_the_side_that_conceded_moves_first_under_both_rules():
    for options in (BY_HOME, None):
        state = GAME.setup({"pieces": {"home.d3": "F11", "away.gk": "E14"}, "carrier": "home.d3"}, options)
        state, events = GAME.apply(state, "home", {"type": "kick", "to": "F14"}, ScriptedDice([]))
        assert events[-1] == {"type": "kick_off", "seat": "away"}


def test_a_position_names_the_house_rule_only_where_it_holds():
    """Positions, lines and digests from before the option are what the engine still writes."""
    sheets_own, _ = GAME.new(None, None, SeededDice(1))
    assert set(GAME.to_wire(sheets_own)["options"]) == {"length", "goals", "no_goal_limit", "clock", "leg_turns"}
    by_home, _ = GAME.new(BY_HOME, None, SeededDice(1))
    assert GAME.to_wire(by_home)["options"]["first_move"] == "home"
    for state in (sheets_own, by_home):
        wire = GAME.to_wire(state)
        assert GAME.to_wire(GAME.from_wire(wire)) == wire
        assert GAME.to_wire(GAME.from_position(GAME.position(state))) == wire
    assert "first_move=home" in GAME.position(by_home) and "first_move" not in GAME.position(sheets_own)


def test_a_position_may_say_that_the_dice_decided():
    wire = GAME.to_wire(GAME.new(None, None, SeededDice(1))[0])
    explicit = {**wire, "options": {**wire["options"], "first_move": "dice"}}
    assert GAME.to_wire(GAME.from_wire(explicit)) == wire


def test_another_value_is_refused_by_name():
    with pytest.raises(BadOptions, match=r"options\.first_move must be one of dice, home, not 'away'"):
        GAME.new({"first_move": "away"}, None, SeededDice(1))
    line = GAME.position(GAME.new(BY_HOME, None, SeededDice(1))[0])
    with pytest.raises(BadState, match="first_move"):
        GAME.from_position(line.replace("first_move=home", "first_move=away"))


def test_a_sheet_of_such_a_leg_replays():
    state, _ = GAME.new(BY_HOME, None, ScriptedDice([]))
    sheet = sheets.Sheet(
        game="dom_jim",
        rules_version=GAME.rules_version,
        tags={},
        options=GAME.to_wire(state)["options"],
        terms=GAME.to_wire(state)["terms"],
        opening=(),
        entries=(),
        score={"home": 0, "away": 0},
        result=None,
    )
    assert sheets.replay(sheets.from_json(sheets.to_json(sheet))).events[0] == [{"type": "kick_off", "seat": "home"}]
