"""Draws: the same seed and list give the same order, anything else another, and a stranger can tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.draw import commitment, draw, entrants_hash, lots, pairs, shuffled, verify

SEED = "00" * 31 + "07"
CUP = [["a", "Anna"], ["b", "Bruno"], ["c", "Carla"], ["d", "Dario"]]


def test_it_works():
    drawn = draw(SEED, CUP)
    assert sorted(drawn.order) == ["a", "b", "c", "d"]
    assert verify(drawn, CUP) == []


def test_the_algorithm_never_changes():
    """Fixed vectors: a published draw must verify for ever, and in the browser too."""
    assert commitment(SEED) == "48428bdb7ddd829410d6bbb924fdeb3a3d7e88c2577bffae073b990c6f061d08"
    assert entrants_hash(CUP) == "805219a38b982ec50dc77562079ce2ff763755af4015beeaf6e62aafd778dda9"
    assert draw(SEED, CUP).order == ["d", "c", "b", "a"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": "00" * 31 + "08"}, "the seed does not match the commitment"),
        ({"order": ["a", "b", "c", "d"]}, "the order does not match the seed"),
        ({"algorithm": "dice"}, "the algorithm {name} is unknown here"),
    ],
)
def test_a_forged_draw_is_found(change, says):
    assert says in [msgid for msgid, _ in verify(replace(draw(SEED, CUP), **change), CUP)]


def test_a_changed_list_is_found():
    assert "the list of entrants does not match the locked one" in [
        msgid for msgid, _ in verify(draw(SEED, CUP), [*CUP, ["e", "Elena"]])
    ]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 40))
def test_it_is_a_permutation(seed, n):
    ids = [str(k) for k in range(n)]
    assert sorted(shuffled(seed.hex(), "x", ids)) == sorted(ids)


@given(st.binary(min_size=32, max_size=32), st.permutations(["a", "b", "c", "d", "e"]))
def test_lots_do_not_depend_on_the_order_of_asking(seed, level):
    assert lots(seed.hex(), level) == lots(seed.hex(), sorted(level))


def test_every_order_of_three_comes_up_about_as_often():
    orders = [tuple(shuffled(f"{k:064x}", "x", "abc")) for k in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert 850 < min(counts) <= max(counts) < 1150  # 1000 each; the standard deviation is 29


def test_a_seed_is_32_bytes():
    with pytest.raises(ValueError, match="32 bytes"):
        commitment("00")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 21))
def test_pairs_are_everybody_once(seed, n):
    field = [[f"p{k}", f"Player {k}"] for k in range(n)]
    drawn = pairs(seed.hex(), field, "round 2")
    here = [one for pair in drawn for one in pair]
    assert len(here) == len(set(here)) == n - n % 2
    assert n < 12 or drawn != pairs(seed.hex(), field, "round 3")


@given(st.binary(min_size=32, max_size=32))
def test_those_who_must_not_meet_are_kept_apart_even_at_the_end(seed):
    forbidden = [("a", "b"), ("a", "c")]
    assert ("a", "d") in {tuple(sorted(pair)) for pair in pairs(seed.hex(), CUP, "final", forbidden)}


def test_pairs_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="no draw"):
        pairs(SEED, CUP[:2], "final", [("b", "a")])
