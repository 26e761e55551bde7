"""Possible ranks: never wrong, exact where they say so, and narrower as the season goes on."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.round_robin import rounds
from league.standings.bounds import Range, ranges

TEAMS = "abcde"
SCHEMES = st.sampled_from([(3, 1, 0), (2, 1, 0), (1, 0.5, 0), (3, 2, 1), (1, 0, 0)])


@st.composite
def ends(draw):
    """Points so far, a few matches to come, what they pay, and what a shootout after a draw does: None, draws stand."""
    scheme = draw(SCHEMES)
    win, _draw, loss = scheme
    shootout = draw(st.sampled_from([None, None, (win, loss), ((win * 3 + loss) / 4, (win + loss * 3) / 4)]))
    points = {team: draw(st.integers(0, 9)) * scheme[1] for team in TEAMS}
    pairs = [(team, other) for team in TEAMS for other in TEAMS if team != other]
    return points, draw(st.lists(st.sampled_from(pairs), max_size=6 if shootout is None else 5)), scheme, shootout


def outcomes(scheme, shootout):
    win, draw, loss = scheme
    level = [(draw, draw)] if shootout is None else [shootout, (shootout[1], shootout[0])]
    return [(win, loss), *level, (loss, win)]


def every_end(points, remaining, scheme, shootout):
    for outcome in product(outcomes(scheme, shootout), repeat=len(remaining)):
        final = dict(points)
        for (home, away), (ours, theirs) in zip(remaining, outcome, strict=True):
            final[home] += ours
            final[away] += theirs
        yield final


def test_it_works():
    bounds = ranges({"a": 10, "b": 6, "c": 4}, [("b", "c")])
    assert bounds == {"a": Range(1, 1, True), "b": Range(2, 3, True), "c": Range(2, 3, True)}
    assert bounds["a"].clinched(1)
    assert bounds["b"].eliminated(1)


@settings(max_examples=60, deadline=None)
@given(ends())
def test_it_is_exactly_what_trying_everything_finds(season):
    points, remaining, scheme, shootout = season
    bounds = ranges(points, remaining, scheme, shootout=shootout)
    finals = list(every_end(points, remaining, scheme, shootout))
    for team in TEAMS:
        others = [other for other in TEAMS if other != team]
        best = 1 + min(sum(final[other] > final[team] for other in others) for final in finals)
        worst = 1 + max(sum(final[other] >= final[team] for other in others) for final in finals)
        assert bounds[team] == Range(best, worst, True)


@settings(max_examples=60, deadline=None)
@given(ends(), st.integers(0, 40))
def test_with_too_few_steps_it_is_wider_but_never_wrong(season, steps):
    points, remaining, scheme, shootout = season
    full = ranges(points, remaining, scheme, shootout=shootout)
    short = ranges(points, remaining, scheme, shootout=shootout, steps=steps)
    for team in TEAMS:
        assert short[team].best <= full[team].best <= full[team].worst <= short[team].worst
        assert not short[team].exact or short[team] == full[team]


@settings(max_examples=30, deadline=None)
@given(ends(), st.randoms(use_true_random=False))
def test_the_range_only_narrows(season, dice):
    points, remaining, scheme, shootout = season
    before = ranges(points, remaining, scheme, shootout=shootout)
    while remaining:
        (home, away), *remaining = remaining
        ours, theirs = dice.choice(outcomes(scheme, shootout))
        points = {**points, home: points[home] + ours, away: points[away] + theirs}
        after = ranges(points, remaining, scheme, shootout=shootout)
        for team in TEAMS:
            assert before[team].best <= after[team].best
            assert after[team].worst <= before[team].worst
        before = after


def test_at_the_end_the_table_stands():
    bounds = ranges({"a": 4, "b": 4}, [], ranks={"a": 1, "b": 2})
    assert bounds == {"a": Range(1, 1, True), "b": Range(2, 2, True)}


def test_a_win_too_few_is_found_where_counting_is_not_enough():
    """a can reach 12; b and c are at 11 and meet: one of them must take points, so a cannot be first without a tie."""
    bounds = ranges({"a": 9, "b": 11, "c": 11, "d": 0}, [("b", "c"), ("a", "d")])
    assert bounds["a"].best == 1
    bounds = ranges({"a": 9, "b": 12, "c": 11, "d": 0}, [("b", "c"), ("a", "d")])
    assert bounds["a"].best == 2


def test_a_choice_that_fails_gives_both_sides_their_room_back():
    """b is first if c holds f and d holds a; the search first tries f to win, which leaves no room for d."""
    points = {"a": 5, "b": 6, "c": 1, "d": 3, "e": 2, "f": 5}
    assert ranges(points, [("c", "f"), ("d", "f"), ("d", "a")], (3, 1, 0))["b"] == Range(1, 4, True)


@pytest.mark.parametrize("played", [0, 19, 30, 34, 36, 37])
def test_a_league_of_twenty_after_any_matchday(played):
    teams = [str(k) for k in range(1, 21)]
    dice, points = random.Random(played), dict.fromkeys(teams, 0)
    days = rounds(20, 2)
    for day in days[:played]:
        for home, away in day:
            ours, theirs = dice.choice([(3, 0), (1, 1), (0, 3)])
            points[str(home)] += ours
            points[str(away)] += theirs
    remaining = [(str(home), str(away)) for day in days[played:] for home, away in day]
    bounds = ranges(points, remaining)
    assert all(1 <= one.best <= one.worst <= 20 for one in bounds.values())


def test_a_season_too_big_to_search_is_still_told_rightly():
    teams = [str(k) for k in range(1, 41)]
    remaining = [(str(home), str(away)) for day in rounds(40, 2) for home, away in day]
    assert set(ranges(dict.fromkeys(teams, 0), remaining).values()) == {Range(1, 40, False)}
