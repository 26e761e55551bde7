"""A match with a term that it may end level: without a winner after all its time, and never a shootout."""

from __future__ import annotations

import pytest

import engines
from engines.core.dice import SeededDice
from tests.engines import battery

TERMS = {"draws_allowed": False, "level_stands": True}
SHORT = {
    "dom_jim": {"goals": 1, "no_goal_limit": 20},
    "fuba": {"half_minutes": 10},
    "six_a_side": {"mode": "golden_goal", "turn_limit": 20, "extra_turns": 10},
    "soccer_tactics": {"half_turns": 5, "extra_turns": 2},
    "super_goal": {"half_turns": 8},
}


def ends(game, terms):
    """The last position of matches up to the third that ended level, with the result that the engine says."""
    level = 0
    for seed in range(80):
        *_, last = battery.play(game, battery.Plan(SHORT[game.slug], terms, seed))
        wire = game.to_wire(last.after)
        yield wire, game.result(last.after)
        level += game.result(last.after)["winner"] is None
        if level == 3:
            return


@pytest.mark.parametrize("slug", SHORT)
@pytest.mark.parametrize("extra_time", [True, False])
def test_level_after_all_its_time_it_ends_without_a_winner(slug, extra_time):
    """Golden goal, races and play come before it; what is decided by then has its winner as ever."""
    game, found = engines.get(slug), set()
    for wire, result in ends(game, {**TERMS, "extra_time": extra_time}):
        level = wire["score"]["home"] == wire["score"]["away"]
        assert level == (result["winner"] is None), result
        assert not any((wire["shootout"] or {}).values()), "nobody takes a kick"
        if level:
            found.add(result["how"])
    assert found, "no match of these ended level"
    if extra_time and "extra_time" in game.winner.choices:
        assert found == {"extra_time"}


@pytest.mark.parametrize("slug", SHORT)
def test_level_over_both_legs_it_ends_without_a_winner(slug):
    game, found = engines.get(slug), 0
    for carry in ({"home": 0, "away": 1}, {"home": 1, "away": 1}):
        for wire, result in ends(game, {**TERMS, "extra_time": False, "carry": carry}):
            home, away = (wire["score"][seat] + carry[seat] for seat in ("home", "away"))
            winner = None if home == away else "home" if home > away else "away"
            assert result["winner"] == winner and not any((wire["shootout"] or {}).values())
            found += winner is None
    assert found, "no match of these ended level"


@pytest.mark.parametrize("slug", SHORT)
def test_a_position_names_the_term_only_where_it_holds(slug):
    game = engines.get(slug)
    for terms in ({}, {"level_stands": False}, TERMS):
        state, _events = game.new({}, terms, SeededDice(1))
        wire = game.to_wire(state)
        assert wire["terms"].get("level_stands") is (True if terms is TERMS else None)
        for again in (game.from_wire(wire), game.from_position(game.position(state))):
            assert game.to_wire(again) == wire
        assert ("level_stands" in game.position(state)) == (terms is TERMS)
