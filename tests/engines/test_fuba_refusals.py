"""Whatever comes in, FUBA answers with one of its own errors, and nothing has changed."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import BadOptions, BadRequest, BadState, EngineError, IllegalMove
from tests.engines.test_fuba import playing
from tests.sizes import size

GAME: Any = engines.get("fuba")

WORDS = [
    *("home", "away", "home.gk", "home.p1", "away.p10", "C1", "C3", "L4", "KL4", "target", "movement", "finished"),
    *("formation", "4-4-2", "quick", "midfield", "left", "stay", "hidden", "penalty", "goal_kick", "corner", "", "x"),
    *("deploy", "adjust", "receive", "collect", "shot", "free_play", "send_off", "shootout", "extra_first", "passive"),
]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.just(10**40) | st.floats() | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*WORDS, "zone", "via"]), inner, max_size=4)
    ),
    max_leaves=8,
)

STATES = [
    GAME.to_wire(after)
    for seed in (1, 2, 3)
    for number, (_, _, _, after, _) in enumerate(playing(seed, {"half_minutes": 10}, {"draws_allowed": False}))
    if number % 19 == 0
]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    paths = [path] if path else []
    if isinstance(value, dict):
        for name, part in value.items():
            paths += _paths(part, (*path, name))
    return paths


@settings(max_examples=size(66, 2000), deadline=None, derandomize=True, database=None)
@given(st.data())
def test_a_spoilt_state_is_refused_or_playable(data):
    wire = copy.deepcopy(data.draw(st.sampled_from(STATES)))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, name = data.draw(st.sampled_from(_paths(wire)))
        place = wire
        for step in way:
            place = place[step]
        if data.draw(st.integers(0, 9)) == 0:
            del place[name]
        else:
            place[name] = data.draw(JUNK)
    try:
        state = GAME.from_wire(wire)
    except EngineError as error:
        assert isinstance(error, BadState)
        assert str(error)
        return
    _play_on(state, data.draw(st.integers(0, 1000)))


def _play_on(state: Any, seed: int, moves: int = 30) -> None:
    """Whatever was taken in can be shown and played without another kind of error."""
    dice = SeededDice(seed)
    for _ in range(moves):
        acting = GAME.to_act(state)
        view = GAME.view(state, None)
        json.dumps([view, GAME.scene(view), GAME.describe(view), GAME.prompt(view, "home"), GAME.clock(view)])
        if not acting:
            return
        legal = GAME.legal(state, acting[0])
        assert legal, view
        assert GAME.default_move(state, acting[0]) in legal
        GAME.choices(GAME.view(state, acting[0]), acting[0], legal)
        state, events = GAME.apply(state, acting[0], legal[seed % len(legal)], dice)
        GAME.commentary(events)
        seed += 7


@settings(max_examples=size(50, 1200), deadline=None, derandomize=True, database=None)
@given(st.sampled_from(STATES), st.sampled_from(["home", "away", None]), JUNK)
def test_a_junk_move_is_refused(wire, seat, junk):
    state = GAME.from_wire(wire)
    try:
        GAME.apply(state, seat, junk, SeededDice(1))
    except EngineError as error:
        assert isinstance(error, IllegalMove if isinstance(junk, dict) else BadRequest)
    else:
        raise AssertionError(f"{junk!r} was played")
    assert GAME.to_wire(state) == wire


@settings(max_examples=size(50, 1200), deadline=None, derandomize=True, database=None)
@given(st.sampled_from(STATES), st.sampled_from(["home", "away"]), st.data())
def test_a_spoilt_legal_move_is_refused_with_a_rule(wire, seat, data):
    state = GAME.from_wire(wire)
    legal = GAME.legal(state, seat)
    if not legal:
        return
    move = dict(data.draw(st.sampled_from(legal)))
    name = data.draw(st.sampled_from(list(move)))
    move[name] = data.draw(JUNK)
    if move in [dict(legal_move) for legal_move in legal] and not isinstance(move.get("carry"), int | float):
        return
    try:
        GAME.apply(state, seat, move, SeededDice(1))
    except IllegalMove as error:
        assert any(sign in str(error) for sign in ("FU-", "section", "must be", "there is no", "fields"))
    else:
        assert move in [dict(legal_move) for legal_move in legal]


@settings(max_examples=size(50, 1200), deadline=None, derandomize=True, database=None)
@given(st.dictionaries(st.sampled_from([*STATES[0], "pieces_only", "x"]), JUNK, max_size=4), st.integers(0, 99))
def test_junk_overrides_are_refused_or_playable(overrides, seed):
    try:
        state = GAME.setup(overrides)
    except EngineError as error:
        assert isinstance(error, BadState | BadOptions)
        return
    _play_on(state, seed, 12)


@settings(max_examples=size(66, 2000), deadline=None, derandomize=True, database=None)
@given(JUNK, JUNK)
def test_junk_options_and_terms_are_refused(options, terms):
    try:
        GAME.new(options, terms, SeededDice(1))
    except EngineError as error:
        assert isinstance(error, BadOptions)


@pytest.mark.parametrize("value", [10**5000, float("nan"), "x" * 10**6], ids=["long", "nan", "words"])
def test_a_monstrous_value_is_refused(value):
    wire = GAME.to_wire(GAME.setup({}))
    for name in wire:
        if wire[name] != value:
            with pytest.raises(BadState):
                GAME.from_wire({**wire, name: value})
    for name in ("zone", "via", "type", value if isinstance(value, str) else "x"):
        with pytest.raises(IllegalMove):
            GAME.apply(
                GAME.setup({}), "home", {"type": "target", "zone": "C3", "via": None, name: value}, SeededDice(1)
            )
    with pytest.raises(IllegalMove):
        GAME.apply(GAME.setup({}), None, {"type": "resign", "seat": value}, SeededDice(1))


@pytest.mark.parametrize("seat", ["north", "", 1, ["home"], {}])
def test_an_unknown_seat_is_refused(seat):
    state = GAME.setup({})
    for ask in (
        lambda: GAME.legal(state, seat),
        lambda: GAME.view(state, seat),
        lambda: GAME.default_move(state, seat),
    ):
        with pytest.raises(BadRequest, match="seat"):
            ask()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"formations": "none"}, "formations"),
        ({"half_minutes": 9}, "half_minutes"),
        ({"half_minutes": True}, "half_minutes"),
        ({"extra_minutes": 16}, "extra_minutes"),
        ({"golden_goal": True}, "golden_goal"),
    ],
)
def test_a_wrong_option_is_named(options, named):
    with pytest.raises(BadOptions, match=named):
        GAME.new(options, None, SeededDice(1))


@pytest.mark.parametrize(
    ("override", "named"),
    [
        ({"ball_die": 7}, "ball_die"),
        ({"pieces": {"home.p1": "L5"}}, r"pieces\.home\.p1"),
        ({"phase": "half-time"}, "phase"),
        ({"sent_off": ["home.p1"], "pieces": {"home.p1": "L1"}}, r"pieces\.home\.p1"),
        ({"phase": "receive"}, "target"),
        ({"phase": "movement"}, "movement"),
        ({"phase": "deploy"}, "to_act|setup"),
        ({"attacking": None}, "attacking"),
        ({"minute": 46}, "minute"),
        ({"time_up": True}, "time_up"),
        ({"no_such_key": 1}, "no_such_key"),
        ({"carrier": "home.p1"}, "carrier"),
        ({"to_act": ["away"]}, "to_act"),
        ({"sent_off": [f"home.p{number}" for number in range(1, 10)]}, "sent_off"),
        (
            {
                "phase": "receive",
                "target": {"from": "C3", "zone": "C5"},
                "pieces_only": True,
                "pieces": {"home.gk": "C1"},
            },
            "legal move",
        ),
        (
            {"phase": "quick_moves", "movement": {"seat": "home", "option": "quick", "left": 0}},
            "legal move",
        ),
    ],
)
def test_a_wrong_key_is_named(override, named):
    with pytest.raises(BadState, match=named):
        GAME.setup(override)


MIDFIELD: dict[str, Any] = {"phase": "movement", "movement": {"seat": "home", "option": "midfield", "left": 2}}
AHEAD: dict[str, Any] = {"pieces": {"home.p9": "C5", **{f"away.p{number}": "C2" for number in range(1, 11)}}}


@pytest.mark.parametrize(
    ("setup", "move", "rule"),
    [
        ({}, {"type": "target", "zone": "L4", "via": None}, "FU-4.2"),
        ({}, {"type": "shoot"}, "section 10"),
        ({"pieces": {"away.p8": "C4"}}, {"type": "target", "zone": "R3", "via": None}, "FU-4.5"),
        ({}, {"type": "target", "zone": "C3", "via": "C2"}, "FU-4.5"),
        (AHEAD, {"type": "target", "zone": "C5", "via": None}, "FU-4.3"),
        (MIDFIELD, {"type": "move", "piece": "home.p1", "to": "L3", "carry": False}, "FU-5.3"),
        (MIDFIELD, {"type": "move", "piece": "away.p1", "to": "L3", "carry": False}, "FU-5.2"),
        (MIDFIELD, {"type": "move", "piece": "home.p9", "to": "C4", "carry": False}, "FU-5.4"),
        (MIDFIELD, {"type": "move", "piece": "home.p9", "to": "L3", "carry": True}, "FU-5.12"),
        (
            {**MIDFIELD, "ball": "L1"},
            {"type": "move", "piece": "home.p1", "to": "C1", "carry": False},
            "FU-5.13",
        ),
        (
            {**MIDFIELD, **AHEAD, "ball": "C1", "pieces": {**AHEAD["pieces"], "away.gk": "C2", "home.p9": "C3"}},
            {"type": "move", "piece": "home.p9", "to": "L3", "carry": False},
            "FU-5.8",
        ),
        ({}, {"type": "target", "zone": "C3"}, "exactly the fields"),
        (
            {
                "phase": "movement",
                "movement": {"seat": "home", "option": "forward", "left": 2},
                "moved": ["home.p9"],
            },
            {"type": "move", "piece": "home.p9", "to": "C4", "carry": False},
            "FU-5.2",
        ),
        ({"phase": "send_off", "to_act": ["home"]}, {"type": "send_off", "piece": "home.gk"}, "FU-6.2"),
        ({"phase": "corner_side", "restart": "corner", "ball": "C5"}, {"type": "corner", "spot": "KL1"}, "FU-7.8"),
    ],
)
def test_a_refusal_names_the_rule(setup, move, rule):
    state = GAME.setup(setup)
    with pytest.raises(IllegalMove, match=rule):
        GAME.apply(state, "home", move, SeededDice(1))


def test_a_man_sent_off_is_off_the_pitch_without_being_named() -> None:
    """FU-6.2 in a position made by hand: the base line's men would all be on it."""
    state = GAME.to_wire(GAME.setup({"sent_off": ["home.p3", "away.p10"]}))
    assert state["pieces"]["home.p3"] is state["pieces"]["away.p10"] is None
    assert state["snapshot"] == state["pieces"]
    assert state["pieces"]["home.p2"] == "C1"


def test_a_sending_off_by_hand_is_followed_by_a_free_kick() -> None:
    """FU-7.2, with no restart named: none but a foul's can follow, and the match goes on."""
    state = GAME.setup({"phase": "send_off", "to_act": ["away"], "ball": "C2"})
    after, events = GAME.apply(state, "away", {"type": "send_off", "piece": "away.p4"}, ScriptedDice(()))
    assert events[-1] == {"type": "set_up", "restart": "free_kick", "seat": "home", "at": "C2"}
    assert GAME.from_wire(GAME.to_wire(after)).restart
