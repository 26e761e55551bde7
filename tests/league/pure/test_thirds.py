"""The best thirds: every combination has its place, and nobody meets the winner of their own group."""

from __future__ import annotations

from itertools import combinations

import pytest

from league.formats.thirds import EURO_24, EURO_24_ALLOWED, allocate, allocation


def test_it_works():
    assert allocation("CDEF") == {"1B": "F", "1C": "E", "1E": "D", "1F": "C"}


def test_the_table_of_the_euro_is_complete_and_allowed():
    assert set(EURO_24) == {"".join(four) for four in combinations("ABCDEF", 4)}
    for groups in EURO_24:
        placed = allocation(groups)
        assert sorted(placed.values()) == list(groups)
        assert all(group in EURO_24_ALLOWED[slot] for slot, group in placed.items())


@pytest.mark.parametrize("groups", ["".join(four) for four in combinations("ABCDEF", 4)])
def test_without_a_table_an_allowed_place_is_found(groups):
    placed = allocate(groups, EURO_24_ALLOWED)
    assert sorted(placed.values()) == list(groups)
    assert all(group in EURO_24_ALLOWED[slot] for slot, group in placed.items())


def test_it_says_when_there_is_none():
    with pytest.raises(ValueError, match="do not fit"):
        allocate("AA", {"1A": "B", "1B": "A"})
