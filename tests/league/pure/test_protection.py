"""Draws that keep some apart: always a permutation, and as many apart as can be."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats import protection
from league.formats.knockout import bracket


def clashes(order, clubs):
    pairs = [(tie.home["seed"], tie.away["seed"]) for tie in bracket(len(order)).rounds[0] if not tie.bye]
    return sum(protection.of_one_club(clubs, order[home - 1], order[away - 1]) for home, away in pairs)


@given(st.lists(st.sampled_from(["", "a", "b", "c", "d"]), min_size=2, max_size=40))
def test_a_bracket_never_gets_worse_and_is_as_good_as_can_be(listed):
    order = [str(number) for number in range(len(listed))]
    clubs = {one: club for one, club in zip(order, listed, strict=True) if club}
    made = protection.seeded_apart(order, clubs)
    assert sorted(made) == sorted(order)
    assert clashes(made, clubs) <= clashes(order, clubs)
    if clashes(order, clubs) == 0:
        assert made == order
    if len(listed) & (len(listed) - 1) == 0:
        biggest = max(Counter(club for club in listed if club).values(), default=0)
        assert clashes(made, clubs) == max(0, biggest - len(listed) // 2)


@pytest.mark.parametrize("seed", ["00" * 32, "5c" * 32, "ab" * 32])
def test_a_club_with_one_in_each_pot_is_in_every_group_once(seed):
    pots = [[f"{pot}{at}" for at in range(4)] for pot in "abcd"]
    made = protection.groups_apart(seed, pots, 4, {f"{pot}0": ["club"] for pot in "abcd"})
    assert [sum(one.endswith("0") for one in group) for group in made] == [1, 1, 1, 1]


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=4, max_size=20), st.integers(2, 4))
def test_groups_share_out_a_club(listed, count):
    ids = [str(number) for number in range(len(listed))]
    tags = {one: [club] for one, club in zip(ids, listed, strict=True) if club}
    pots = [ids[at : at + count] for at in range(0, len(ids), count)]
    made = protection.groups_apart("ab" * 32, pots, count, tags)
    assert sorted(one for group in made for one in group) == sorted(ids)
    if len(listed) % count == 0:
        for club, many in Counter(club for club in listed if club).items():
            shares = [sum(tags.get(one) == [club] for one in group) for group in made]
            assert sum(shares) == many
