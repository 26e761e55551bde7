"""Points, and matches, that a table begins with after another stage."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.figures import Result, Tally, carry, tally
from league.standings.projection import project
from league.standings.table import Rules, table
from tests.league.pure.test_table import TEAMS, seasons

PLAIN = {"criteria": ["points", "goal_difference", "goals_for", "goals_against", "away_goals_for", "away_wins"]}


@given(seasons(), st.integers(0, 12))
def test_a_stage_carried_whole_is_as_one_season(results, cut):
    before = tally(TEAMS, results[:cut], (3, 1, 0))
    entries = [carry(team, before[team], "all", matches=True) for team in TEAMS]
    whole, carried = table(TEAMS, results, PLAIN), table(TEAMS, results[cut:], PLAIN, adjustments=entries)
    assert [row.as_json() for row in carried.rows] == [row.as_json() for row in whole.rows]


@given(st.integers(-40, 200), st.sampled_from(["half_up", "half_down"]), st.booleans())
def test_half_is_whole_points_and_tells_what_rounding_did(halves, counted, matches):
    points = Fraction(halves, 2)  # as a Swiss pays them
    entry = carry("a", Tally(points=float(points)), counted, matches=matches)
    counts = entry.points + (float(points) if matches else 0)
    assert counts == int(counts)
    assert abs(points / 2 - Fraction(counts)) < 1
    assert (points / 2 >= Fraction(counts)) if counted == "half_down" else (points / 2 <= Fraction(counts))
    assert Fraction(counts) + Fraction(entry.carried.rounding) == points / 2 and entry.carried.points == points


@pytest.mark.parametrize(("counted", "said"), [("half_down", (24.5, 24)), ("half_up", (25, 24.5))])
def test_what_rounding_took_or_gave_decides_first(counted, said):
    """b scored more and conceded less, but the half was a's."""
    rules = {"criteria": ["points", "unrounded_points", "goal_difference"]}
    odd, even = (49, 48) if counted == "half_down" else (50, 49)
    entries = [carry("a", Tally(points=odd), counted), carry("b", Tally(points=even), counted)]
    standings = table(["b", "a", "c"], [Result("a", "c", 1, 0), Result("b", "c", 5, 0)], rules, adjustments=entries)
    assert standings.order == ["a", "b", "c"] and standings.rows[0].tally.points == standings.rows[1].tally.points
    split = standings.splits["a", "b"]
    assert (split.name, [value - 3 for value in split.values]) == ("unrounded_points", [*said])


def test_a_projection_begins_with_them():
    rules = Rules.of({"criteria": ["points", "unrounded_points", "lots"]})
    entries = [carry("a", Tally(points=9), "half_down"), carry("b", Tally(points=8), "half_down")]
    projection = project(["a", "b"], [], [], rules, seed=1, runs=20, adjustments=entries)
    assert projection.points == {"a": 4, "b": 4} and projection.ranks["a"][0] == 1
