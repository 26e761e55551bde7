"""Round robins: everybody meets everybody, as often as asked, evenly at home and away."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.round_robin import berger, rounds
from tests.league.pure.venues import breaks, longest_run, venues

entrants = st.integers(2, 40)
cycles = st.integers(1, 6)


def test_it_works():
    assert rounds(4) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]


def test_the_highest_number_is_the_bye_of_an_odd_field():
    assert berger(5) == [[pair for pair in day if 6 not in pair] for day in berger(6)]
    assert [set(range(1, 6)) - {number for pair in day for number in pair} for day in berger(5)] == [
        {1}, {4}, {2}, {5}, {3},
    ]  # fmt: skip


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_every_cycle_but_the_last_has_its_last_two_days_exchanged(n):
    """With four or fewer, every second cycle keeps the order."""
    table, days = berger(n), rounds(n, 3)
    exchanged = [*table[:-2], table[-1], table[-2]]
    orders = [exchanged, table if n <= 4 else exchanged, exchanged if n <= 4 else table]
    orders[1] = [[(away, home) for home, away in day] for day in orders[1]]
    assert days == [day for order in orders for day in order]


@given(entrants, cycles)
def test_every_pair_meets_exactly_as_often_as_asked(n, times):
    met = Counter(frozenset(pair) for day in rounds(n, times) for pair in day)
    assert met == {frozenset((a, b)): times for a in range(1, n + 1) for b in range(a + 1, n + 1)}


@given(entrants, cycles)
def test_nobody_plays_twice_on_a_matchday_and_no_matchday_is_short(n, times):
    days = rounds(n, times)
    assert len(days) == times * (n - 1 + n % 2)
    for day in days:
        players = [number for pair in day for number in pair]
        assert len(players) == len(set(players)) == n - n % 2


@given(entrants, cycles)
def test_home_and_away_are_balanced(n, times):
    days = rounds(n, times)
    for letters in venues(days).values():
        assert abs(letters.count("H") - letters.count("A")) <= 1
    at_home = Counter(pair for day in days for pair in day)
    assert all(abs(at_home[a, b] - at_home[b, a]) == times % 2 for a, b in at_home)


@given(st.integers(2, 20).map(lambda half: 2 * half))
def test_breaks_are_as_few_as_there_can_be(n):
    assert breaks(rounds(n)) == n - 2
    assert breaks(rounds(n, 2)) == 3 * n - 6
    assert longest_run(rounds(n, 2)) <= 2


@given(entrants, cycles)
def test_nobody_plays_three_running_at_home_or_away(n, times):
    assert longest_run(rounds(n, times)) <= 2


@pytest.mark.parametrize(("n", "times"), [(1, 1), (0, 2), (4, 0)])
def test_it_refuses_what_is_no_round_robin(n, times):
    with pytest.raises(ValueError, match=r"two entrants|at least once"):
        rounds(n, times)
