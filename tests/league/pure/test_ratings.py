"""Ratings: the paper's example, and what must hold for any results."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings import football_elo
from league.ratings.glicko2 import SCALE, Outcome, Rating, aged, estimate, expected, update

strengths = st.builds(Rating, st.floats(400, 2800), st.floats(30, 350), st.floats(0.03, 0.1))
neighbours = st.builds(Rating, st.floats(1300, 1700), st.floats(30, 350), st.floats(0.03, 0.1))
scores = st.sampled_from([0.0, 0.5, 1.0])
goals = st.tuples(st.integers(0, 9), st.integers(0, 9))


def test_it_works():
    """The example of the paper, which rounds on its way: 1464.06, 151.52, 0.05999."""
    others = [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)]
    games = [Outcome(Rating(rating, deviation), score) for rating, deviation, score in others]
    player = Rating(1500, 200, 0.06)
    after = update(player, games)
    assert (after.rating, after.deviation) == pytest.approx((1464.0507, 151.5165), abs=1e-3)
    assert after.volatility == pytest.approx(0.05999598, abs=1e-7)
    assert estimate(player, games) == pytest.approx((1.779, -0.4839), abs=1e-3)


def test_without_a_match_only_the_deviation_grows():
    assert update(Rating(1500, 200, 0.06), []) == aged(Rating(1500, 200, 0.06), 1)
    assert aged(Rating(1700, 50, 0.06), 10).deviation > 50
    assert aged(Rating(1700, 340, 0.1), 100000) == Rating(1700, 350, 0.1)
    assert aged(Rating(1500, 200, 0.06), 4).deviation == pytest.approx(math.hypot(200, 2 * 0.06 * SCALE))


@given(strengths, strengths)
def test_a_win_raises_a_defeat_lowers(player, opponent):
    assert update(player, [Outcome(opponent, 1)]).rating > player.rating > update(player, [Outcome(opponent, 0)]).rating


@given(strengths, st.lists(st.builds(Outcome, strengths, scores), min_size=1, max_size=8))
def test_numbers_stay_in_their_ranges(player, outcomes):
    after = update(player, outcomes)
    assert 0 < after.deviation <= 350
    assert 0 < after.volatility < 1


def volatility_of(player, outcomes, tau):
    """Return the zero of the paper's f, by halving an interval that surely has it."""
    v, delta = estimate(player, outcomes)
    phi, a = player.deviation / SCALE, math.log(player.volatility**2)

    def f(x):
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a - 50, a + 50
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return math.exp(low / 2)


@given(neighbours, st.lists(st.builds(Outcome, neighbours, scores), min_size=1, max_size=8), st.floats(0.2, 1.2))
def test_the_volatility_is_the_zero_of_the_papers_function(player, outcomes, tau):
    """Compare players of like strength: after a defeat by one of 900 points fewer the function has several zeros."""
    assert update(player, outcomes, tau).volatility == pytest.approx(volatility_of(player, outcomes, tau), rel=1e-5)


@given(strengths, strengths)
def test_expectations_are_probabilities(player, opponent):
    assert 0 < expected(player, opponent) < 1


@given(st.floats(0, 3000), st.floats(0, 3000), goals)
def test_what_one_side_wins_in_elo_the_other_loses(home, away, score):
    gained = football_elo.change(home, away, score, 20, home_advantage=0)
    assert gained == pytest.approx(-football_elo.change(away, home, score[::-1], 20, home_advantage=0), abs=1e-9)


def test_the_home_side_is_expected_to_win_where_both_are_alike():
    assert football_elo.expected(1500, 1500) == pytest.approx(1 / (1 + 10 ** (-100 / 400)))
    assert football_elo.expected(1500, 1600, 0) == pytest.approx(1 - football_elo.expected(1600, 1500, 0))


@pytest.mark.parametrize(("margin", "g"), [(0, 1), (1, 1), (-2, 1.5), (3, 1.75), (6, 2.125)])
def test_the_margin_weighs(margin, g):
    assert football_elo.weight(margin) == g


@pytest.mark.parametrize(
    ("home", "away", "score", "gained"),
    [(1500, 1500, (3, 0), 52.5), (1500, 1500, (2, 0), 45), (1500, 1500, (0, 1), -30), (1900, 1500, (1, 0), 60 / 11)],
)
def test_elo_of_the_world_cup_by_hand(home, away, score, gained):
    """K is 60 there, on neutral ground; 400 points more win ten times in eleven."""
    assert football_elo.change(home, away, score, 60, home_advantage=0) == pytest.approx(gained)
