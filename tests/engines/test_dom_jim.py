"""Dom Jim: the house rule of who moves first, positions of the rules before, and the figure alone offside."""

import pytest

import engines
from engines import bots
from engines.core import sheet as sheets
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import BadOptions, BadState, IllegalMove
from engines.core.text import say
from engines.values import expectation

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
    assert set(GAME.to_wire(sheets_own)["options"]) == {option.name for option in GAME.options if not option.house}
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


# ── the figure alone offside, and positions of rules version 1, which had no choice about it ──
STAYED = {
    "pieces_only": True,
    "pieces": {"home.gk": "E1", "home.l1": "D12", "home.l2": "A3", "away.gk": "E13", "away.l2": "A11"},
    "ball": "I7",
    "phase": "offside",
    "offside": ["home.l1"],
    "lost_turns": {"home": 1},
}
HOLD = {"type": "hold"}


def refusal_of_leaving(overrides=None, options=None):
    state = GAME.setup({**STAYED, **(overrides or {})}, options)
    assert HOLD not in GAME.legal(state, "away")
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, "away", HOLD, ScriptedDice([]))
    return str(refused.value)


def test_a_figure_that_may_not_be_left_says_why():
    assert "offside_return" in refusal_of_leaving(options={"offside_return": "must"})
    assert "two or more" in refusal_of_leaving({"offside_count": 2})
    assert "the ball's cell" in refusal_of_leaving({"ball": "D12"})


def test_to_leave_a_figure_has_words_of_its_own_and_is_never_made_by_itself():
    state = GAME.setup(STAYED)
    moves = GAME.legal(state, "away")
    *_places, left = GAME.choices(GAME.view(state, "away"), "away", moves)
    assert left["move"] == HOLD and not left.get("usual")
    held = GAME.setup({"carrier": "home.d1", "ball": "B5", "phase": "ball"})
    *_kicks, usual = GAME.choices(GAME.view(held, "home"), "home", GAME.legal(held, "home"))
    assert usual["move"] == HOLD and usual["usual"]
    assert say(left["label"], "en") != say(usual["label"], "en")


def test_a_position_of_before_is_played_on_as_it_was():
    older = GAME.stored_under(1, GAME.setup(STAYED, {"offside_return": "must"}))
    assert "offside_count" not in older and not {"leg_minutes", "offside_return"} & set(older["options"])
    state = GAME.from_wire(older)
    assert HOLD not in GAME.legal(state, "away"), "nobody could leave a figure offside"
    wire = GAME.to_wire(state)
    assert (wire["offside_count"], wire["options"]["offside_return"], wire["options"]["leg_minutes"]) == (1, "must", 30)
    assert GAME.to_wire(GAME.from_position(GAME.position(state))) == wire


def test_a_line_of_before_is_read():
    line = GAME.position(GAME.setup(STAYED))
    assert line.endswith("/1")
    before = line.removesuffix("/1").rstrip("/")
    assert GAME.to_wire(GAME.from_position(before)) == GAME.to_wire(GAME.setup(STAYED))


def test_the_count_of_figures_offside_fits_them():
    wire = GAME.to_wire(GAME.setup({**STAYED, "offside_count": 2}))
    assert GAME.to_wire(GAME.from_wire(wire)) == wire, "the other one was placed already"
    with pytest.raises(BadState, match="offside_count"):
        GAME.from_wire({**wire, "phase": "turn", "offside": [], "to_act": ["home"]})
    with pytest.raises(BadState, match="offside_count"):
        GAME.from_wire({**wire, "offside": ["home.l1", "home.l2"], "offside_count": 1})


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("leg_minutes", 4, "a whole number from 5 to 90"),
        ("leg_minutes", 91, "a whole number from 5 to 90"),
        ("no_goal_limit", 19, "a whole number from 20 to 1000 or 0"),
        ("no_goal_limit", -1, "a whole number from 20 to 1000 or 0"),
        ("offside_return", "never", "one of may, must"),
    ],
)
def test_a_wrong_option_names_what_is_allowed(option, value, words):
    with pytest.raises(BadOptions, match=rf"options\.{option} must be {words}, not "):
        GAME.new({option: value}, None, SeededDice(1))


def test_a_leg_without_a_limit_of_turns_is_valued_as_a_long_one():
    never, longest, short = (
        expectation(GAME, GAME.setup({"quiet": quiet, "turns": quiet}, {"no_goal_limit": limit}))
        for limit, quiet in ((0, 990), (1000, 990), (1000, 200))
    )
    assert never.draw < longest.draw, "it cannot end with the score of now"
    assert tuple(never) == pytest.approx(tuple(short), abs=1e-3)


@pytest.mark.parametrize("bot", ["club", "master"])
def test_bots_leave_a_figure_that_is_out_of_play_and_put_back_one_that_would_shoot(bot):
    for ball, kind in (("I3", "hold"), ("C11", "relocate")):
        pieces = {"home.gk": "E1", "home.l1": "D12", "home.c": "A1", "away.gk": "E13", "away.l2": "I1"}
        state = GAME.setup({**STAYED, "pieces": pieces, "ball": ball})
        moves = GAME.legal(state, "away")
        chosen = {
            bots.choose("dom_jim", bot, GAME.view(state, "away"), "away", moves, seed)["type"] for seed in range(5)
        }
        assert chosen == {kind}, ball
