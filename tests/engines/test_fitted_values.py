"""Fitted win expectations: they add up, know the terms of the leg, favour nobody by the seat, and end in certainty."""

from __future__ import annotations

import json
import random
from importlib import import_module

import pytest

import engines
from engines.core.dice import ScriptedDice
from engines.values import (
    DRAWN,
    LOST,
    WON,
    card,
    expectation,
    goals,
    has_values,
)
from tests.engines import battery
from tests.sizes import size

FITTED = [slug for slug in ("dom_jim", "fuba", "six_a_side", "soccer_tactics") if has_values(slug)]
LEGS = {
    "plain": goals.Leg(True, (0, 0), False),
    "carry": goals.Leg(False, (0, 3), False),
    "away goals": goals.Leg(False, (1, 2), True),
    "two goals": goals.Leg(True, (0, 0), False, goals=2, refill=24),
    "first to three": goals.Leg(False, (0, 0), False, to_win=3),
    "golden goal": goals.Leg(False, (0, 0), False, extra=True, golden=True),
}


def values_of(slug):
    return import_module(f"engines.values.{slug}")


def positions(game, seed, share=0.03):
    """Positions of a random match. Away goals are off: they favour a venue, so that no mirror can hold."""
    plan = battery.random_plan(game, random.Random(seed))
    plan.terms["away_goals"] = False
    return [step.state for step in battery.sample(battery.play(game, plan), random.Random(seed), share)]


@pytest.mark.parametrize("slug", FITTED)
def test_probabilities_add_up_and_turn_with_the_board(slug):
    game = engines.get(slug)
    for seed in range(size(6, 60)):
        for state in positions(game, seed):
            home = expectation(game, state)
            turned = expectation(game, game.from_wire(game.mirror(game.to_wire(state))))
            assert sum(home) == pytest.approx(1, abs=1e-9)
            assert min(home) >= 0
            assert turned == pytest.approx(home.reversed(), abs=1e-9)
            assert expectation(game, state, "away") == home.reversed()


@pytest.mark.parametrize("slug", FITTED)
def test_a_goal_more_is_never_worse(slug):
    values = values_of(slug)
    for state in positions(engines.get(slug), 5):
        if state.score[0] >= 2 or values.expect(state).draw == 0 == values.expect(state).win:
            continue
        better = state.__copy__()
        better.score = type(state.score)((state.score[0] + 1, state.score[1]))
        assert values.expect(better).score >= values.expect(state).score - 1e-9


@pytest.mark.parametrize("slug", FITTED)
def test_a_leg_counts_the_one_before(slug):
    game = engines.get(slug)
    terms = {"draws_allowed": False, "extra_time": True, "away_goals": False}
    behind, _ = game.new(None, {**terms, "carry": {"home": 0, "away": 3}}, ScriptedDice((), 3))
    ahead, _ = game.new(None, {**terms, "carry": {"home": 3, "away": 0}}, ScriptedDice((), 3))
    level, _ = game.new(None, {**terms, "carry": {"home": 1, "away": 1}}, ScriptedDice((), 3))
    assert expectation(game, behind).score < 0.25 < 0.75 < expectation(game, ahead).score
    assert expectation(game, behind).score < expectation(game, level).score < expectation(game, ahead).score
    assert expectation(game, level).draw == 0


@pytest.mark.parametrize("leg", LEGS.values(), ids=LEGS)
@pytest.mark.parametrize("score", [(0, 0), (1, 0), (0, 1)])
def test_the_chain_ends_by_the_terms(leg, score):
    chain = goals.Chain(goals.Numbers(0.04, 0.1, (0.3, 0.1), (), ()), leg, 0, 3)
    ended = chain.going_on(*score, 0.0)
    total = (score[0] + leg.carry[0]) - (score[1] + leg.carry[1])
    if leg.draws_allowed or total:
        assert ended == (DRAWN if total == 0 else WON if total > 0 else LOST)
    near, far = chain.going_on(*score, 1.0), chain.going_on(*score, 30.0)
    assert max(abs(one - two) for one, two in zip(near, ended, strict=True)) < 0.11
    assert sum(far) == pytest.approx(1)


def test_away_goals_decide_a_level_aggregate():
    chain = goals.Chain(goals.Numbers(0.04, 0.1, (0.3, 0.1), (), ()), LEGS["away goals"], 0, 3)
    assert chain.going_on(1, 0, 0.0) == WON  # 2-2: home has one goal away, away none
    assert chain.going_on(2, 1, 0.0) == goals.LEVEL  # 3-3 and one away goal each


def test_a_goal_limit_ends_the_chain():
    chain = goals.Chain(goals.Numbers(0.04, 0.1, (0.3, 0.1), (), ()), LEGS["two goals"], 0, 3)
    assert chain.scored(2, 0, 0, 9.0) == WON
    assert chain.scored(1, 1, 1, 9.0) == DRAWN
    assert 0 < chain.scored(1, 0, 0, 9.0).draw < 1


def test_the_side_that_kicks_off_scores_first():
    chain = goals.Chain(goals.Numbers(0.01, 0.0, (0.5, 0.0), (), ()), LEGS["plain"], 0, 3)
    assert chain.scored(1, 0, 0, 20.0).draw > chain.going_on(1, 0, 20.0).draw


def test_a_shootout_is_counted_to_its_end():
    assert goals.shootout(((), ()), 0, 2 / 3).win == pytest.approx(0.5)
    assert goals.shootout(((True,) * 3, (False,) * 3), 0, 2 / 3) == WON
    assert goals.shootout(((True,) * 5, (True, True, True, True)), 1, 0.75).win == pytest.approx(0.25 + 0.75 / 2)


@pytest.mark.parametrize("slug", FITTED)
def test_the_card_holds_the_stored_evaluation(slug):
    stored = json.loads(goals.path_of(slug).read_text(encoding="utf-8"))
    shown = card(slug)
    assert shown.kind == "fitted"
    assert dict(shown.figures) == stored["card"]["figures"]
    assert shown.rules_version == engines.get(slug).rules_version
    figures = dict(shown.figures)
    gain = 1 - figures["held-out Brier"] / figures["Brier of score and time"]
    assert figures["gain"] == pytest.approx(gain, abs=1e-3)
    assert list(stored["weights"]) == list(values_of(slug).FEATURES)
