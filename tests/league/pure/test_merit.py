"""The order of merit of a series: which results count, who stands before whom, and what never may happen."""

from __future__ import annotations

import random
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.merit import SCALES, Placing, Scale, order_of_merit

TEN = SCALES["ten"]
PEOPLE = "abcdef"


def lines(*placings: tuple[int, str, int], best: int = 0, scale: Scale = TEN):
    """The order by person."""
    return {line.person: line for line in order_of_merit([Placing(*placing) for placing in placings], scale, best)}


def test_it_works():
    made = lines((0, "a", 1), (0, "b", 2), (1, "a", 3), (1, "b", 1), (2, "a", 8), best=2)
    assert [(one.person, one.rank, one.total) for one in made.values()] == [("b", 1, 18), ("a", 2, 16)]
    assert [(result.event, result.points, result.counts) for result in made["a"].results] == [
        (0, 10, True), (1, 6, True), (2, 1, False),
    ]  # fmt: skip


def test_a_place_after_the_scale_pays_the_rest():
    assert Scale((5, 3), 1).worth(2) == 3
    assert Scale((5, 3), 1).worth(3) == Scale((5, 3), 1).worth(200) == 1
    assert Scale((), 0).worth(1) == 0


@pytest.mark.parametrize(
    ("key", "points"),
    [
        ("ten", [10, 8, 6, 5, 4, 3, 2, 1, 1, 1]),
        ("long", [25, 18, 15, 12, 10, 8, 6, 4, 2, 1, 1, 1]),
        ("cup", [100, 70, 50, 50, 30, 30, 30, 30, *[15] * 8, 5, 5]),
        ("steps", [*range(20, 0, -1), 1, 1]),
        ("wins", [3, 2, 1, 0, 0]),
    ],
)
def test_ready_scales_pay_what_they_are_offered_with(key, points):
    assert [SCALES[key].worth(place) for place in range(1, len(points) + 1)] == points


def test_level_on_points_the_better_places_decide():
    made = lines((0, "a", 1), (1, "a", 3), (0, "b", 2), (1, "b", 2), scale=Scale((4, 3, 2)))
    assert (made["a"].rank, made["b"].rank, made["a"].total, made["b"].total) == (1, 2, 6, 6)
    assert made["b"].parted and made["b"].parted.criterion == "places"
    assert (made["b"].parted.here, made["b"].parted.there) == ((1, 3), (2, 2))


def test_then_the_latest_event():
    made = lines((0, "a", 1), (1, "a", 2), (0, "b", 2), (1, "b", 1))
    assert (made["b"].rank, made["a"].rank) == (1, 2)
    assert made["a"].parted and made["a"].parted.criterion == "latest"
    assert (made["a"].parted.here, made["a"].parted.there) == ((1, 1), (1, 2))


def test_level_in_everything_they_share_the_rank():
    made = lines((0, "a", 1), (0, "b", 1), (0, "c", 3))
    assert [(one.person, one.rank) for one in made.values()] == [("a", 1), ("b", 1), ("c", 3)]
    assert made["b"].parted and made["b"].parted.criterion == ""


def test_of_two_places_in_one_event_the_better_is_looked_at():
    made = lines((0, "a", 4), (0, "a", 2))
    assert [(result.place, result.points) for result in made["a"].results] == [(2, 8)]


def test_of_equal_points_the_better_place_then_the_earlier_event_counts():
    made = lines((0, "a", 9), (1, "a", 8), (2, "a", 8), best=1)
    assert [(result.event, result.counts) for result in made["a"].results] == [(0, False), (1, True), (2, False)]


placings = st.lists(st.builds(Placing, st.integers(0, 6), st.sampled_from(PEOPLE), st.integers(1, 12)), max_size=40)
scales = (
    st.lists(st.integers(0, 30), max_size=10)
    .map(lambda points: sorted(points, reverse=True))
    .flatmap(lambda points: st.builds(Scale, st.just(tuple(points)), st.integers(0, points[-1] if points else 3)))
)


@given(placings, scales, st.integers(0, 5))
def test_the_total_is_what_counts_and_nothing_better_is_dropped(given_placings, scale, best):
    for line in order_of_merit(given_placings, scale, best):
        assert line.total == sum(one.points for one in line.counting)
        assert len(line.counting) == (min(best, len(line.results)) if best else len(line.results))
        if line.dropped:
            assert min(one.points for one in line.counting) >= max(one.points for one in line.dropped)
        assert all(result.points == scale.worth(result.place) for result in line.results)


@given(placings, scales, st.integers(0, 5), st.randoms())
def test_the_order_of_the_log_does_not_matter(given_placings, scale, best, rng: random.Random):
    shuffled = list(given_placings)
    rng.shuffle(shuffled)
    assert order_of_merit(shuffled, scale, best) == order_of_merit(given_placings, scale, best)


@given(placings, scales, st.integers(0, 5))
def test_everybody_has_one_line_and_ranks_follow_the_totals(given_placings, scale, best):
    made = order_of_merit(given_placings, scale, best)
    assert {line.person for line in made} == {given_placing.person for given_placing in given_placings}
    assert len({line.person for line in made}) == len(made)
    assert [line.total for line in made] == sorted((line.total for line in made), reverse=True)
    for at, line in enumerate(made):
        before = [other for other in made if other.rank < line.rank]
        assert len(before) == line.rank - 1, "a shared rank takes as many ranks as there are people on it"
        assert line.rank <= at + 1
        if at and made[at - 1].rank == line.rank:
            assert line.parted is not None and line.parted.criterion == ""
    for group in (list(level) for _total, level in groupby(made, key=lambda line: line.total)):
        assert all((line.parted is not None) == (at > 0) for at, line in enumerate(group))


@given(placings, scales, st.integers(1, 5), st.builds(Placing, st.just(7), st.sampled_from(PEOPLE), st.integers(1, 12)))
def test_one_more_result_never_costs_points(given_placings, scale, best, more):
    """Nor does it move down who has it."""
    before = {line.person: line for line in order_of_merit(given_placings, scale, best)}
    after = {line.person: line for line in order_of_merit([*given_placings, more], scale, best)}
    if more.person in before:
        assert after[more.person].total >= before[more.person].total
        assert after[more.person].rank <= before[more.person].rank
    for person in before.keys() - {more.person}:
        assert after[person].total == before[person].total


@given(placings, scales, st.integers(1, 4))
def test_more_results_that_count_never_cost_points(given_placings, scale, best):
    few = {line.person: line.total for line in order_of_merit(given_placings, scale, best)}
    many = {line.person: line.total for line in order_of_merit(given_placings, scale, best + 1)}
    every = {line.person: line.total for line in order_of_merit(given_placings, scale)}
    assert all(few[person] <= many[person] <= every[person] for person in few)


def test_every_ready_scale_pays_a_better_place_at_least_as_much():
    for key, scale in SCALES.items():
        paid = [scale.worth(place) for place in range(1, 40)]
        assert paid == sorted(paid, reverse=True), key
        assert paid[0] > 0


def test_ready_scales_pay_what_the_docs_say():
    assert {key: (sum(scale.points), scale.rest) for key, scale in SCALES.items()} == {
        "ten": (39, 1),
        "long": (101, 1),
        "cup": (510, 5),
        "steps": (210, 1),
        "wins": (6, 0),
    }
