"""Calendars to wishes: a round robin all the same, and what is not kept is listed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.calendar import Wishes, arrange
from league.formats.round_robin import breaks, rounds


def test_it_works():
    """Five players, five matchdays: each rests once, so that each can be away once."""
    wishes = Wishes(absences={1: [3], 2: [1], 4: [5]})
    made = arrange(5, 1, wishes, seed=1)
    assert made.unmet == []
    assert all(1 not in pair for pair in made.matchdays[2])
    assert all(2 not in pair for pair in made.matchdays[0])


@pytest.mark.parametrize("n", [7, 9])
@pytest.mark.parametrize("seed", range(3))
def test_in_an_odd_field_everybody_may_be_away_on_a_day_of_their_own(n, seed):
    days = random.Random(seed).sample(range(1, n + 1), n)
    wishes = Wishes(absences={one: [day] for one, day in enumerate(days, start=1)})
    assert arrange(n, 1, wishes, seed).unmet == []


def test_two_who_must_not_meet_early_do_not():
    made = arrange(8, 1, Wishes(not_before={(1, 8): 5, (2, 7): 7}), seed=1)
    assert made.unmet == []
    day = {frozenset(pair): number for number, pairs in enumerate(made.matchdays, start=1) for pair in pairs}
    assert day[frozenset((1, 8))] >= 5
    assert day[frozenset((2, 7))] == 7


@settings(max_examples=12)
@given(
    st.integers(3, 10),
    st.integers(1, 2),
    st.dictionaries(st.integers(1, 3), st.sets(st.integers(1, 6), max_size=2), max_size=3),
)
def test_it_stays_a_round_robin_and_never_gets_worse(n, times, absences):
    wishes = Wishes(absences=absences)
    made, plain = arrange(n, times, wishes, seed=2), rounds(n, times)
    met = Counter(frozenset(pair) for day in made.matchdays for pair in day)
    assert met == Counter(frozenset(pair) for day in plain for pair in day)
    assert breaks(made.matchdays) == breaks(plain)
    against = [
        (number, home, away)
        for number, day in enumerate(plain, start=1)
        for home, away in day
        if number in {*absences.get(home, ()), *absences.get(away, ())}
    ]
    assert len(made.unmet) <= len(against)
    assert made == arrange(n, times, wishes, seed=2)


def test_what_an_even_field_cannot_keep_is_listed():
    made = arrange(4, 1, Wishes(absences={3: [2]}), seed=1)
    assert [number for number, *_ in made.unmet] == [2]
    assert 3 in made.unmet[0]
