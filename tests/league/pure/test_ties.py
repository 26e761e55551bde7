"""Ties: who goes through, how, and what the next match must be played under."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.ties import Leg, TieRules, aggregate, decide, next_leg

SINGLE, TWO = TieRules(), TieRules(legs=2)
OLD = TieRules(legs=2, away_goals=True, away_goals_in_extra_time=True)
AWAY, LEVEL = TieRules(legs=2, away_goals=True), TieRules(legs=2, away_goals=True, draws_allowed=True)
REPLAYED = TieRules(legs=2, extra_time=False, shootout=False)
goals = st.tuples(st.integers(0, 6), st.integers(0, 6))


def home(*score, **more):
    return Leg("home", score, **more)


def away(*score, **more):
    return Leg("away", score, **more)


def test_it_works():
    verdict = decide(TWO, [home(2, 0), away(1, 0)])
    assert (verdict.winner, verdict.decided, verdict.aggregate) == ("home", "aggregate", (2, 1))
    assert verdict.reason == ["{winner} {most}–{least} on aggregate", {"winner": "@home", "most": 2, "least": 1}]


@pytest.mark.parametrize(
    ("rules", "legs", "winner", "decided", "needs"),
    [
        (SINGLE, [], None, "", "leg"),
        (SINGLE, [home(2, 1)], "home", "regulation", None),
        (SINGLE, [home(2, 1, regulation=(2, 1))], "home", "regulation", None),
        (SINGLE, [home(1, 1)], None, "", "extra_time"),
        (SINGLE, [home(1, 2, extra_time=True)], "away", "extra_time", None),
        (SINGLE, [home(1, 2, regulation=(1, 1))], "away", "extra_time", None),
        (SINGLE, [home(1, 1, regulation=(0, 0))], None, "", "shootout"),
        (SINGLE, [home(1, 1, extra_time=True)], None, "", "shootout"),
        (SINGLE, [home(1, 1, extra_time=True, shootout=(3, 4))], "away", "shootout", None),
        (SINGLE, [home(1, 1, winner="home", how="shootout")], "home", "shootout", None),
        (TieRules(extra_time=False), [home(0, 0)], None, "", "shootout"),
        (TieRules(draws_allowed=True), [home(0, 0)], None, "draw", None),
        (TieRules(better="away"), [home(0, 0)], None, "", "extra_time"),
        (TieRules(better="away"), [home(1, 1, extra_time=True)], "away", "better_placed", None),
        (TieRules(better="away"), [home(1, 0, extra_time=True)], "home", "extra_time", None),
        (TieRules(better="away"), [home(1, 1, extra_time=True, shootout=(5, 4))], "home", "shootout", None),
        (TieRules(better="away", extra_time=False), [home(2, 2)], "away", "better_placed", None),
        (TieRules(better="away", extra_time=False), [home(0, 0, forfeit="away")], "home", "walkover", None),
        (TieRules(legs=2, better="home", extra_time=False), [home(1, 0), away(1, 0)], "home", "better_placed", None),
        (TieRules(legs=2, better="home", away_goals=True), [home(1, 1), away(0, 0)], "away", "away_goals", None),
        (TieRules(replay=True), [home(0, 0)], None, "", "replay"),
        (TieRules(replay=True), [home(0, 0), away(1, 0)], "away", "regulation", None),
        (TWO, [home(3, 0)], None, "", "leg"),
        (TWO, [home(1, 0), away(1, 0)], None, "", "extra_time"),
        (TWO, [home(1, 0), away(2, 0, regulation=(1, 0))], "away", "extra_time", None),
        (TWO, [home(1, 0), away(2, 0, extra_time=True)], "away", "extra_time", None),
        (TWO, [home(1, 0), away(1, 0, regulation=(1, 0))], None, "", "shootout"),
        (TWO, [home(1, 0), away(1, 0, extra_time=True, shootout=(2, 4))], "home", "shootout", None),
        (TWO, [home(1, 0), away(1, 0, winner="away", how="shootout")], "home", "shootout", None),
        (OLD, [home(1, 1), away(0, 0)], "away", "away_goals", None),
        (OLD, [home(1, 0), away(2, 1)], "home", "away_goals", None),
        (OLD, [home(1, 0), away(1, 0)], None, "", "extra_time"),
        (OLD, [home(1, 0), away(2, 1, regulation=(1, 0))], "home", "away_goals_after_extra_time", None),
        (OLD, [home(1, 0), away(2, 1, extra_time=True)], "home", "away_goals_after_extra_time", None),
        (AWAY, [home(1, 0), away(2, 1, regulation=(1, 0))], None, "", "shootout"),
        (AWAY, [home(1, 0), away(2, 1, extra_time=True)], None, "", "shootout"),
        (TieRules(replay=True), [home(0, 0), away(0, 0)], None, "", "extra_time"),
        (TieRules(replay=True), [home(0, 0, shootout=(4, 3))], "home", "shootout", None),
        (TieRules(replay=True), [home(0, 0, winner="away", how="extra_time")], "away", "extra_time", None),
        (REPLAYED, [home(1, 0), away(1, 0)], None, "", "replay"),
        (REPLAYED, [home(1, 0), away(1, 0), home(2, 1)], "home", "regulation", None),
        (AWAY, [home(1, 0), away(2, 1, regulation=(2, 1))], "home", "away_goals", None),
        (AWAY, [home(3, 0), away(2, 1, regulation=(2, 1))], "home", "aggregate", None),
        (LEVEL, [home(1, 0), away(1, 0)], None, "draw", None),
        (LEVEL, [home(2, 0), away(1, 0)], "home", "aggregate", None),
        (LEVEL, [home(1, 1), away(0, 0)], "away", "away_goals", None),
        (LEVEL, [home(1, 1), away(0, 0, forfeit="both")], None, "double_walkover", None),
        (LEVEL, [home(3, 0), away(3, 0, forfeit="away")], None, "draw", None),
        (SINGLE, [home(0, 3, walkover="home")], "away", "walkover", None),
        (TWO, [home(5, 0), away(0, 3, walkover="away")], "away", "walkover", None),
        (TWO, [home(5, 0), away(0, 0, walkover="both")], None, "double_walkover", None),
        (SINGLE, [home(2, 0, winner="away", how="resignation")], "away", "resignation", None),
        (TWO, [home(0, 3, winner="away", how="resignation")], None, "", "leg"),
        (TWO, [home(5, 0), away(3, 0, forfeit="away")], "home", "aggregate", None),
        (TWO, [home(3, 0, forfeit="away")], None, "", "leg"),
        (TWO, [home(3, 0, forfeit="away"), away(4, 0)], "away", "aggregate", None),
        (TWO, [home(3, 0), away(3, 0, forfeit="away")], "away", "walkover", None),
        (OLD, [home(4, 1), away(3, 0, forfeit="away")], "away", "away_goals", None),
        (TWO, [home(3, 0, forfeit="away"), away(3, 0)], None, "", "extra_time"),
        (TWO, [home(5, 0), away(0, 0, forfeit="both")], "home", "aggregate", None),
        (TWO, [home(1, 1), away(0, 0, forfeit="both")], None, "double_walkover", None),
        (TWO, [home(0, 0, forfeit="both"), away(2, 1)], "away", "aggregate", None),
        (TWO, [home(0, 0, forfeit="both"), away(0, 0, forfeit="both")], None, "double_walkover", None),
        (TieRules(best_of=3), [home(0, 0, forfeit="both"), away(1, 0)], None, "", "leg"),
        (TieRules(best_of=3), [home(1, 0), away(1, 0), home(0, 0, forfeit="both")], None, "double_walkover", None),
        (SINGLE, [home(1, 1, winner="away", how="extra_time")], "away", "extra_time", None),
        (TieRules(best_of=3), [home(1, 0)], None, "", "leg"),
        (TieRules(best_of=3), [home(1, 0, winner="away", how="resignation")], None, "", "leg"),
        (TieRules(best_of=3), [home(1, 0), away(0, 1)], "home", "best_of", None),
        (TieRules(best_of=3), [home(1, 0), away(1, 0), home(0, 0, shootout=(1, 2))], "away", "best_of", None),
    ],
)
def test_each_way_of_being_decided(rules, legs, winner, decided, needs):
    verdict = decide(rules, legs)
    assert (verdict.winner, verdict.decided, verdict.needs) == (winner, decided, needs)


def test_the_second_leg_carries_the_first_by_its_own_seats():
    leg = next_leg(OLD, [home(3, 1)])
    assert (leg.number, leg.home) == (2, "away")
    assert leg.terms == {
        "draws_allowed": False,
        "carry": {"home": 1, "away": 3},
        "extra_time": True,
        "away_goals": True,
    }


@pytest.mark.parametrize(
    ("rules", "first"),
    [(TieRules(legs=2, best_of=3, away_goals=True), home(3, 1)), (TieRules(replay=True), home(1, 1))],
)
def test_a_match_of_its_own_carries_nothing(rules, first):
    leg = next_leg(rules, [first])
    assert (leg.number, leg.terms["carry"], leg.terms["away_goals"]) == (2, {"home": 0, "away": 0}, False)


def test_the_first_leg_may_be_drawn_and_a_single_match_may_not():
    assert next_leg(TWO, []).terms["draws_allowed"]
    assert not next_leg(SINGLE, []).terms["draws_allowed"]
    assert next_leg(TieRules(draws_allowed=True), []).terms["draws_allowed"]


def test_a_tie_that_is_over_opens_nothing():
    assert next_leg(TWO, [home(1, 0), away(0, 0)]) is None


def test_the_engines_verdict_stands_on_the_goals_it_was_given():
    played = away(1, 0, extra_time=True, winner="away", how="shootout", carry=(0, 1))
    assert decide(TWO, [home(1, 0), played]).winner == "home"
    corrected = decide(TWO, [home(0, 0), played])
    assert (corrected.winner, corrected.decided) == ("away", "extra_time")


def test_an_aggregate_made_level_by_a_correction_asks_for_what_was_not_played():
    assert decide(TWO, [home(1, 0), away(1, 0, winner="home", how="aggregate", carry=(1, 1))]).needs == "extra_time"


@given(goals, goals)
def test_both_sides_are_treated_alike(first, second):
    one = decide(OLD, [Leg("home", first), Leg("away", second)])
    two = decide(OLD, [Leg("away", first), Leg("home", second)])
    mirror = {"home": "away", "away": "home", None: None}
    assert (two.winner, two.decided) == (mirror[one.winner], one.decided)
    assert two.aggregate == one.aggregate[::-1]


@given(goals, goals)
def test_with_an_aggregate_that_is_not_level_the_rest_does_not_matter(first, second):
    legs = [Leg("home", first), Leg("away", second)]
    total = aggregate(legs)
    if total[0] != total[1]:
        assert decide(OLD, legs).winner == decide(TWO, legs).winner == ("home" if total[0] > total[1] else "away")
    else:
        assert decide(TWO, legs).needs == "extra_time"


@pytest.mark.parametrize("wrong", [{"legs": 3}, {"legs": 0}, {"best_of": 4}])
def test_it_refuses_rules_that_decide_nothing(wrong):
    with pytest.raises(ValueError, match=r"one leg or two|best of"):
        TieRules(**wrong)


def test_a_draw_is_replayed_once():
    rules = TieRules(replay=True)
    first, again = next_leg(rules, []), next_leg(rules, [home(0, 0)])
    assert first is not None and again is not None
    assert (first.terms["draws_allowed"], again.terms["draws_allowed"]) == (True, False)
