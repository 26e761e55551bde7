"""Boundaries of the rules of tables: one more or one fewer changes who is ahead."""

import pytest

from league.standings.bounds import Range
from league.standings.figures import Result
from league.standings.table import table

ONCE_MET_TWICE = {
    "points": [3, 1, 0],
    "criteria": [
        "points",
        {"head_to_head": ["points"], "once_each_pair_met": 2},
        "goal_difference",
    ],
}


def order_after(*results):
    return table(["a", "b", "c", "d"], [Result(*result) for result in results], ONCE_MET_TWICE).order


def test_matches_between_the_level_count_once_each_pair_has_met_as_often_as_the_rule_asks():
    once = [("a", "b", 1, 0), ("b", "c", 5, 0)]
    assert order_after(*once)[:2] == ["b", "a"], "a beat b, but they have met once only"
    twice = [("a", "b", 1, 0), ("b", "a", 0, 0), ("b", "c", 5, 0)]
    assert order_after(*twice)[:2] == ["a", "b"], "exactly twice is enough"


def test_a_pair_that_has_not_met_keeps_the_matches_between_the_level_out():
    # a, b and c have six points each; a beat b twice, and nobody of them has met c.
    met = [("a", "b", 1, 0), ("b", "a", 0, 1)]
    others = [("b", "d", 5, 0), ("d", "b", 0, 5), ("c", "d", 1, 0), ("d", "c", 0, 1)]
    assert order_after(*met, *others)[0] == "b", "by goal difference"


def test_wins_away_are_counted_for_the_visitor_alone():
    rules = {"points": [3, 1, 0], "criteria": ["points", "away_wins"]}
    standings = table(["a", "b", "c", "d"], [Result("a", "c", 1, 0), Result("d", "b", 0, 1)], rules)
    assert standings.order[:2] == ["b", "a"]
    assert [row.tally.away_won for row in standings.rows[:2]] == [1, 0]


@pytest.mark.parametrize(
    ("best", "worst", "clinched", "eliminated"), [(1, 2, True, False), (2, 2, True, False), (3, 4, False, True)]
)
def test_a_place_that_can_still_be_reached_is_not_lost(best, worst, clinched, eliminated):
    reachable = Range(best, worst, True)
    assert (reachable.clinched(2), reachable.eliminated(2)) == (clinched, eliminated)
