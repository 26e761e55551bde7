"""Ratings: the paper's example, and what must hold for any results."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.ratings import football_elo, plackett_luce
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


# ── Plackett-Luce ──
NEW = plackett_luce.Rating()
skills = st.builds(plackett_luce.Rating, st.floats(0, 50), st.floats(0.5, 10))
fields = st.lists(st.lists(skills, min_size=1, max_size=3), min_size=2, max_size=6)


def test_two_new_players_by_the_papers_constants():
    """As PyPI's openskill 6.2.0 has it, with tau 0 and with its own tau."""
    [[winner], [loser]] = plackett_luce.update([[NEW], [NEW]])
    assert (winner.mu, winner.sigma) == pytest.approx((27.63523138347365, 8.065506316323548), abs=1e-12)
    assert (loser.mu, loser.sigma) == pytest.approx((22.36476861652635, 8.065506316323548), abs=1e-12)
    openskill = plackett_luce.Constants(tau=plackett_luce.OPENSKILL_TAU)
    [[winner], _loser] = plackett_luce.update([[NEW], [NEW]], constants=openskill)
    assert (winner.mu, winner.sigma) == pytest.approx((27.635389493140497, 8.06590141354368), abs=1e-12)


@given(fields, st.data())
def test_an_order_of_teams(teams, data):
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=len(teams), max_size=len(teams)))
    after = plackett_luce.update(teams, ranks)
    assert [len(team) for team in after] == [len(team) for team in teams]
    for before, now in zip(teams, after, strict=True):
        assert all(0 < b.sigma <= a.sigma for a, b in zip(before, now, strict=True))
    turned = plackett_luce.update(teams[::-1], ranks[::-1])[::-1]
    for one, other in zip(after, turned, strict=True):
        for a, b in zip(one, other, strict=True):
            assert (a.mu, a.sigma) == pytest.approx((b.mu, b.sigma))


@given(skills, skills)
def test_who_wins_gains_what_follows_from_both(one, other):
    [[winner], [loser]] = plackett_luce.update([[one], [other]])
    assert winner.mu >= one.mu and loser.mu <= other.mu
    gained, lost = (winner.mu - one.mu) / one.sigma**2, (other.mu - loser.mu) / other.sigma**2
    assert gained == pytest.approx(lost, abs=1e-12)


@pytest.mark.parametrize(("teams", "ranks"), [([[NEW]], None), ([[NEW], []], None), ([[NEW], [NEW]], [1])])
def test_what_is_no_match_is_refused(teams, ranks):
    with pytest.raises(ValueError, match="two teams or more"):
        plackett_luce.update(teams, ranks)
