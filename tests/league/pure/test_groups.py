"""Groups: even ones, drawn so that anybody can draw them again, and a knockout in which group-mates meet late."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.groups import draw_groups, knockout_seeding, names, pots, snake
from league.formats.knockout import order, size

SEED = "ab" * 32
IDS = [f"p{k:02}" for k in range(1, 33)]
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


def test_it_works():
    groups = draw_groups(SEED, pots(IDS[:16], 4), 4)
    assert sorted(one for group in groups for one in group) == IDS[:16]
    for pot in pots(IDS[:16], 4):
        assert all(len(set(pot) & set(group)) == 1 for group in groups)
    assert draw_groups(SEED, pots(IDS[:16], 4), 4) == groups


@given(seeds, st.integers(2, 32), st.integers(1, 8))
def test_groups_are_even_whatever_the_field(seed, entrants, count):
    groups = draw_groups(seed, pots(IDS[:entrants], count), count)
    sizes = [len(group) for group in groups]
    assert sum(sizes) == entrants
    assert max(sizes) - min(sizes) <= 1


@given(seeds)
def test_protection_is_kept_even_when_the_first_free_group_would_be_a_dead_end(seed):
    """Four of one club over two pots: wherever the first pot's two are, the others must take the other two groups."""
    tags = {one: ["club"] for one in ("p01", "p02", "p05", "p06")}
    groups = draw_groups(seed, pots(IDS[:8], 4), 4, tags)
    assert all(sum(one in tags for one in group) == 1 for group in groups)


@given(seeds)
def test_every_seed_draws_from_the_same_pots(seed):
    groups = draw_groups(seed, pots(IDS[:12], 4), 4)
    assert {one for group in groups for one in group[:1]} == set(IDS[:4])


def test_a_big_field_is_drawn_too():
    field = [str(k) for k in range(2000)]
    assert sorted(one for group in draw_groups(SEED, pots(field, 20), 20) for one in group) == sorted(field)


def test_a_big_field_is_kept_apart_too():
    field = [str(k) for k in range(1200)]
    tags = {one: [f"club {int(one) % 60}"] for one in field}
    groups = draw_groups(SEED, pots(field, 16), 16, tags, at_most=2)
    assert sorted(one for group in groups for one in group) == sorted(field)
    assert max(Counter(tags[one][0] for one in group).most_common(1)[0][1] for group in groups) == 2


def test_an_impossible_protection_is_refused_before_the_draw():
    with pytest.raises(ValueError, match="no draw keeps"):
        draw_groups(SEED, pots(IDS[:6], 2), 2, {one: ["x"] for one in IDS[:3]})


def test_a_pot_may_not_be_bigger_than_the_groups():
    with pytest.raises(ValueError, match="more entrants than"):
        draw_groups(SEED, [IDS[:5]], 4)


def test_a_snake_evens_out_strength():
    assert snake(IDS[:8], 4) == [["p01", "p08"], ["p02", "p07"], ["p03", "p06"], ["p04", "p05"]]
    assert snake(IDS[:8], 2) == [["p01", "p04", "p05", "p08"], ["p02", "p03", "p06", "p07"]]


@pytest.mark.parametrize("count", range(2, 9))
def test_winner_and_second_of_a_group_can_meet_only_in_the_final(count):
    seeding = knockout_seeding(count, 2)
    places = order(size(2 * count))
    half = {seed: at >= len(places) // 2 for at, seed in enumerate(places)}
    assert [slot["rank"] for slot in seeding] == [1] * count + [2] * count
    assert [slot["group"] for slot in seeding[:count]] == names(count)
    for group in names(count):
        one, two = (half[at] for at, slot in enumerate(seeding, start=1) if slot["group"] == group)
        assert one != two


@pytest.mark.parametrize(("count", "through"), [(4, 4), (3, 3), (2, 4), (4, 3), (1, 4), (2, 1)])
def test_every_qualifier_stands_once(count, through):
    seeding = knockout_seeding(count, through)
    assert len({(slot["rank"], slot["group"]) for slot in seeding}) == count * through
