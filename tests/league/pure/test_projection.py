"""Projections: a finished season is certain, seasons are ranked as the table ranks them, and strength tells."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.round_robin import rounds
from league.standings.figures import Adjustment, Result, Shootout
from league.standings.presets import PRESETS
from league.standings.projection import _averages, _scores, _Season, project, strengths
from league.standings.table import Rules, table

TEAMS = ["a", "b", "c", "d"]
PAIRS = [(TEAMS[home - 1], TEAMS[away - 1]) for day in rounds(4, 2) for home, away in day]
HOUSE = Rules.of(PRESETS["house/1"])


def test_it_works():
    results = [Result("a", "b", 3, 0), Result("c", "d", 1, 1), Result("a", "c", 2, 0)]
    projection = project(TEAMS, results, PAIRS[6:], HOUSE, seed=7, runs=400)
    assert projection.runs == 400
    assert all(sum(many) == pytest.approx(1) for many in projection.ranks.values())
    assert projection.chance("a", 1) > projection.chance("b", 1)
    assert projection.chance("a", 4) == pytest.approx(1)


def test_the_same_seed_gives_the_same_projection():
    one, two = (project(TEAMS, [], PAIRS, HOUSE, seed=3, runs=50) for _ in range(2))
    assert one == two
    assert project(TEAMS, [], PAIRS, HOUSE, seed=4, runs=50) != one


def test_a_finished_season_is_certain():
    results = [Result(home, away, 2, 0) if home < away else Result(home, away, 1, 0) for home, away in PAIRS]
    projection = project(TEAMS, results, [], HOUSE, seed=1, runs=20)
    order = table(TEAMS, results, HOUSE).order
    assert [max(projection.ranks, key=lambda one: projection.ranks[one][place]) for place in range(4)] == order
    assert all(set(many) == {0, 1} for many in projection.ranks.values())
    assert projection.points == {row.entrant: row.tally.points for row in table(TEAMS, results, HOUSE).rows}


def _after_kicks(result, pays, dice):
    """``result`` with the shootout that a season plays after a draw: ``dice`` toss for it."""
    if result.winner:
        return result
    return replace(result, shootout=Shootout("home" if dice.random() < 0.5 else "away", pays))


@pytest.mark.parametrize("key", sorted(PRESETS))
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_each_season_is_ranked_as_the_table_ranks_it(key, data):
    """Whatever the criteria, wherever the table leaves nobody level: the shortcut and the table agree."""
    goals = st.tuples(st.integers(0, 2), st.integers(0, 2))
    scores = data.draw(st.lists(goals, min_size=len(PAIRS), max_size=len(PAIRS)))
    played = data.draw(st.integers(0, len(PAIRS)))
    ledger = [Adjustment("b", -1, "late")] if data.draw(st.booleans()) else []
    rules = Rules.of(PRESETS[key])
    if data.draw(st.booleans()):
        rules = replace(rules, points=(3, 2, 1))  # a defeat pays, too
    whole = [Result(*pair, *score) for pair, score in zip(PAIRS, scores, strict=True)]
    if data.draw(st.booleans()):
        rules, dice = replace(rules, shootout=(rules.points[0] * 0.75, rules.points[0] * 0.25)), Random(0)
        whole[played:] = [_after_kicks(result, rules.shootout, dice) for result in whole[played:]]
    season = _Season(TEAMS, whole[:played], PAIRS[played:], rules, ledger, {})
    order, points = season.play(scores[played:], Random(0))
    real = table(TEAMS, whole, rules, adjustments=ledger)
    ranks = {row.entrant: row.rank for row in real.rows}
    assert [ranks[one] for one in order] == sorted(ranks.values())
    assert points == {row.entrant: row.tally.points for row in real.rows}


SUMS = ["points", "goal_difference", "goals_for", "goals_against", "wins"]


@settings(max_examples=60, deadline=None)
@given(st.permutations(SUMS), st.sampled_from(["", *SUMS]), st.integers(0, 10**6))
def test_a_season_is_ranked_by_its_sums_in_any_order(criteria, given_with_the_results, seed):
    """Points, goals and wins are counted while a season is played, but for those that are facts of the rules."""
    dice = Random(seed)
    whole = [Result(*pair, dice.randint(0, 2), dice.randint(0, 2)) for pair in PAIRS]
    facts = {given_with_the_results: {team: dice.randint(0, 9) for team in TEAMS}} if given_with_the_results else {}
    rules, played = Rules.of({"points": [3, 1, 0], "criteria": criteria}), dice.randint(0, len(PAIRS))
    season = _Season(TEAMS, whole[:played], PAIRS[played:], rules, [], facts)
    order, _points = season.play([(one.home_goals, one.away_goals) for one in whole[played:]], Random(0))
    ranks = {row.entrant: row.rank for row in table(TEAMS, whole, rules, facts=facts).rows}
    assert [ranks[one] for one in order] == sorted(ranks.values())


def test_strength_is_learnt_from_the_results_and_kept_in_the_sum():
    found = strengths(TEAMS, [Result("a", "b", 4, 0), Result("a", "c", 1, 0)])
    assert found["a"] > 1500 > found["b"]
    assert sum(found.values()) == pytest.approx(6000)


def test_ten_usual_matches_count_beside_those_played():
    assert _averages([]) == pytest.approx((1.4, 1.1))
    assert _averages([Result("a", "b", 3, 1)] * 10) == pytest.approx(((30 + 14) / 20, (10 + 11) / 20))
    assert _averages([Result("a", "b", 0, 0)] * 200) == (0.2, 0.2), "no mean is so low that nobody ever scores"


@pytest.mark.parametrize("ahead", [0, 100, -250])
def test_goals_are_poisson_and_their_means_have_the_ratio_of_the_odds(ahead):
    scores = _scores(("a", "b"), {"a": 1500 + ahead, "b": 1500}, (1.4, 1.1), Random(1), 40_000)
    home, away = (sum(goals) / len(scores) for goals in zip(*scores, strict=True))
    assert (home, away) == pytest.approx((1.4 * 10 ** (ahead / 800), 1.1 / 10 ** (ahead / 800)), rel=0.03)
    assert sum(score[0] == 0 for score in scores) / len(scores) == pytest.approx(exp(-home), abs=0.01)


class Weighed(Random):
    """Dice that keep the chance of every score they are thrown for."""

    def choices(self, population, *, cum_weights, k):
        self.chances = {
            score: upto - before
            for score, upto, before in zip(population, cum_weights, [0, *cum_weights[:-1]], strict=True)
        }
        return super().choices(population, cum_weights=cum_weights, k=k)


def test_four_hundred_points_more_multiply_the_odds_by_ten():
    """A mean is the chance of one goal by that of none; those of the two sides were 1.4 and 1.1."""
    dice = Weighed(1)
    _scores(("a", "b"), {"a": 1900, "b": 1500}, (1.4, 1.1), dice, 1)
    home, away = (dice.chances[score] / dice.chances[0, 0] for score in ((1, 0), (0, 1)))
    assert home / away == pytest.approx(10 * 1.4 / 1.1)
    assert home * away == pytest.approx(1.4 * 1.1)


def test_no_side_is_expected_to_score_more_than_six_or_scores_more_than_nine():
    scores = _scores(("a", "b"), {"a": 3000, "b": 1500}, (1.4, 1.1), Random(1), 4_000)
    assert max(home for home, _away in scores) == 9
    assert sum(home for home, _away in scores) / 4_000 == pytest.approx(5.56, abs=0.1), "six, without ten and more"


def test_nobody_needs_to_listen_how_far_it_is():
    assert project(["a", "b"], [], [("a", "b")], HOUSE, seed=1, runs=500).runs == 500


def test_it_says_how_far_it_is():
    heard = []
    project(TEAMS, [], PAIRS, HOUSE, seed=1, runs=1000, progress=heard.append)
    assert heard == [500, 1000]
