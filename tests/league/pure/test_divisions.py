"""Divisions: the right ones go up and down, nobody is lost, and sizes hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.divisions import Move, PlayOffTie, default_relegated, next_season, playoffs

ORDERS = [["a1", "a2", "a3", "a4"], ["b1", "b2", "b3", "b4"], ["c1", "c2", "c3", "c4"]]
MOVES = [Move(1), Move(1)]


def test_it_works():
    assert next_season(ORDERS, MOVES) == [
        ["a1", "a2", "a3", "b1"],
        ["a4", "b2", "b3", "c1"],
        ["b4", "c2", "c3", "c4"],
    ]


def test_a_playoff_is_between_the_next_two_and_its_winner_has_the_place():
    moves = [Move(1, 1), Move(1)]
    assert playoffs(ORDERS, moves) == [PlayOffTie(1, "a3", "b2")]
    assert next_season(ORDERS, moves, playoff_winners=["b2"])[0] == ["a1", "a2", "b1", "b2"]
    assert next_season(ORDERS, moves, playoff_winners=["a3"])[0] == ["a1", "a2", "a3", "b1"]


def test_who_leaves_makes_room_from_below_and_newcomers_start_at_the_foot():
    divisions = next_season(ORDERS, MOVES, leaving=["a1"], newcomers=["n1"])
    assert divisions == [["a2", "a3", "b1", "a4"], ["b2", "b3", "c1", "b4"], ["c2", "c3", "c4", "n1"]]


def test_a_whole_division_can_change_places():
    assert next_season([["a1", "a2"], ["b1"]], [Move(1)]) == [["a1", "b1"], ["a2"]]


@pytest.mark.parametrize(("size", "down"), [(13, 3), (15, 4), (17, 4), (20, 5), (4, 1), (2, 1)])
def test_about_a_fifth_go_down(size, down):
    assert default_relegated(size) == down


@given(
    st.lists(st.integers(6, 12), min_size=2, max_size=4),
    st.integers(0, 2),
    st.integers(0, 1),
    st.sets(st.integers(0, 20), max_size=4),
)
def test_nobody_is_lost_or_doubled_and_sizes_hold(sizes, direct, playoff, gone):
    orders = [[f"{letter}{k}" for k in range(size)] for letter, size in zip("abcd", sizes, strict=False)]
    everybody = [one for order in orders for one in order]
    leaving = {everybody[k] for k in gone if k < len(everybody)}
    moves = [Move(direct, playoff)] * (len(sizes) - 1)
    winners = [tie.challenger for tie in playoffs(orders, moves)]
    divisions = next_season(orders, moves, playoff_winners=winners, leaving=leaving, newcomers=["n1"])
    assert sorted(one for division in divisions for one in division) == sorted({*everybody, "n1"} - leaving)
    assert [len(division) for division in divisions][:-1] == sizes[:-1]


@pytest.mark.parametrize("moves", [[Move(1)], [Move(3), Move(2)], [Move(1, 1), Move(1, 2)]])
def test_moves_that_overlap_are_refused(moves):
    with pytest.raises(ValueError, match=r"borders|fewer than"):
        next_season(ORDERS, moves)
