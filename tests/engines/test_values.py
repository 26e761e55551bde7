"""What every game's values owe: certainty once the match is over, an error for a game without values."""

import pytest

import engines
from engines.core.dice import ScriptedDice
from engines.values import DRAWN, LOST, WON, card, expectation, has_values


@pytest.fixture
def super_goal():
    return engines.get("super_goal")


def resigned(game, seat):
    state, _events = game.new({}, {}, ScriptedDice((), 1))
    state, _events = game.apply(state, None, {"type": "resign", "seat": seat}, ScriptedDice((), 2))
    return state


def test_a_decided_match_is_certain_for_both_seats(super_goal):
    state = resigned(super_goal, "home")
    assert expectation(super_goal, state, "home") == LOST
    assert expectation(super_goal, state, "away") == WON
    assert LOST.score == 0
    assert DRAWN.reversed() == DRAWN
    assert DRAWN.score == 0.5


def test_a_game_without_values_says_so():
    assert not has_values("chess")
    with pytest.raises(LookupError, match="chess"):
        card("chess")
