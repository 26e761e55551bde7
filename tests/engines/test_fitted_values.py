"""Fitted win expectations: they add up, know the terms of the leg, favour nobody by the seat, and end in certainty."""

from __future__ import annotations

import itertools
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
    Expectation,
    card,
    expectation,
    fitting,
    goals,
    has_values,
    limit,
    next_goals,
    played,
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


def test_the_fit_writes_what_the_model_reads():
    lines = [json.dumps(played.play("six_a_side", seed)) for seed in range(1, size(9, 40))]
    again = played.play("six_a_side", 1)
    assert json.loads(lines[0]) == json.loads(json.dumps(again)), "a match follows from its seed"
    stored, deciles = fitting.fitted("six_a_side", lines)
    assert stored["card"]["figures"]["matches held out"] == len(lines)
    assert len(deciles) == 10
    numbers = goals.numbers_of(stored)
    assert len(numbers.weights) == len(numbers.tilts) == len(values_of("six_a_side").FEATURES)
    assert 0 < numbers.rate < 0.3


def test_brier_and_deciles_count_what_they_say():
    sure = [(WON, 0), (LOST, 2), (DRAWN, 1)]
    assert fitting.brier(sure) == 0
    assert fitting.brier([(WON, 2)]) == 1
    assert all(expected == observed for expected, observed in fitting.deciles(sure * 10))
    assert fitting.deciles([(Expectation(0.8, 0.0, 0.2), 0)] * 5)[-1] == (pytest.approx(0.8), 1)


def test_a_match_is_never_on_both_sides_of_a_fold():
    matches = [[number] * 3 for number in range(10)]
    for seen, held in fitting.folds_of(matches):
        assert not set(seen) & set(held)
        assert len(seen) + len(held) == 30


def test_two_results_of_a_position_share_its_chance_and_nothing_else():
    """Over all results of three tosses of a coin of 0.8, the mean is (0.8 - 0.5)(0.8 - 0.4): the noise is gone."""
    mean = sum(
        0.8 ** sum(tosses) * 0.2 ** (3 - sum(tosses)) * limit.shared(tosses, 0.5, 0.4)
        for tosses in itertools.product((0.0, 1.0), repeat=3)
    )
    assert mean == pytest.approx(0.12)
    assert limit.product([1.0, 0.0], 0.5, 0.4) == pytest.approx((0.5 * 0.6 + 0.5 * 0.4) / 2)
    assert limit.share([1.0, 3.0], [10.0, 30.0]) == (pytest.approx(0.1), pytest.approx(0))
    ratio, error = limit.share([0.0, 4.0], [20.0, 20.0])
    assert (ratio, error) == (pytest.approx(0.1), pytest.approx(0.1))


def test_a_position_is_played_on_with_fresh_dice():
    matches = [played.play("six_a_side", seed) for seed in (1, 2)]
    picked = [limit.pick("six_a_side", match, 4) for match in matches]
    assert picked[0] == limit.pick("six_a_side", matches[0], 4)
    assert all(set(points) <= {0.0, 0.5, 1.0} for _line, points in picked)
    assert any(len(set(points)) > 1 for _line, points in picked)
    figures = limit.measure("six_a_side", matches, picked)
    assert figures["Brier"][0] > 0
    assert all(figures[name][0] < 1 for name in ("limit", "model", "left", "left but for slips"))


def test_a_card_tells_its_seeds_by_ranges():
    assert fitting.seeds_of([{"seed": seed} for seed in (1, 2, 3, 501, 11, 10)]) == "1 to 3, 10 to 11, 501 to 501"


def test_positions_are_followed_to_the_next_goal(monkeypatch):
    matches = [played.play("six_a_side", seed) for seed in (1, 2, 3)]
    followed = list(next_goals.follow("six_a_side", matches, 6, 3))
    assert followed == list(next_goals.follow("six_a_side", matches, 6, 3))
    lines = {line for match in matches for _decision, line in match["positions"]}
    assert {line for line, _goals in followed} <= lines
    assert {goal for _line, scored in followed for goal in scored} == {-1, 0, 1}
    monkeypatch.setitem(fitting.WITHIN, "six_a_side", 0)
    assert all(one.goals == [0, 0, 0] for one in next_goals.follow("six_a_side", matches, 6, 3))


def test_what_can_be_known_of_the_next_goal_has_no_noise():
    line = played.play("six_a_side", 1)["positions"][0][1]
    sure = [next_goals.Followed(line, [1, 1, 1]), next_goals.Followed(line, [-1, -1, -1])]
    figures = next_goals.measure("six_a_side", sure)
    assert figures["knowable"] == (pytest.approx(1), pytest.approx(0))
    assert figures["known"][0] + figures["left"][0] == pytest.approx(1)
    tosses = [next_goals.Followed(line, list(one)) for one in itertools.product((1, -1), repeat=3)]
    assert next_goals.measure("six_a_side", tosses)["knowable"][0] == pytest.approx(0)


def test_whoever_knows_the_next_goal_expects_better():
    samples = [fitting.samples_of("six_a_side", played.play("six_a_side", seed)) for seed in range(1, 13)]
    assert next_goals.gain_of_next_goal(samples) > 0.1


def test_what_the_model_leaves_is_written_into_the_card(tmp_path, monkeypatch):
    path = tmp_path / "fuba.json"
    path.write_bytes(goals.path_of("fuba").read_bytes())
    monkeypatch.setattr(goals, "path_of", lambda slug: path)
    limit.write("fuba", (0.04321, 0.01234), 30)
    figures = json.loads(path.read_text(encoding="utf-8"))["card"]["figures"]
    assert (figures["gain left"], figures["standard error of the gain left"]) == (0.0432, 0.0123)
    assert "held-out Brier" in figures
