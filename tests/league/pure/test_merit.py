"""The order of merit of a series: which results count, who stands before whom, and what never may happen."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.merit import SCALES, USUAL, Event, Placing, Rules, Scale, Why, full_months, order_of_clubs, ranked
from league.standings.merit import order_of_merit as order_by

TEN = SCALES["ten"]
PEOPLE = "abcdef"


def order_of_merit(placings, scale: Scale, best: int = 0):
    """The order of a plain series."""
    return order_by(placings, Rules({USUAL: scale}, best))


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


# ── levels, windows, decay ──
HALF = Fraction(1, 2)


def listed(rules: Rules, events, at=None, **orders: str):
    """The lines by person of ``events`` (day and level each), whose orders are letters of people."""
    placings = [
        Placing(number, person, place)
        for number, order in enumerate(orders.values())
        for place, person in enumerate(order, start=1)
    ]
    days = [Event(date.fromisoformat(day) if day else None, level) for day, level in events]
    return {line.person: line for line in order_by(placings, rules, days, at and date.fromisoformat(at))}


def test_a_level_pays_by_its_own_table():
    rules = Rules({USUAL: Scale((3, 1)), "major": Scale((30, 20), 5)})
    made = listed(rules, [("2026-01-01", ""), ("2026-02-01", "major")], one="ab", two="bca")
    assert {person: line.total for person, line in made.items()} == {"b": 31, "c": 20, "a": 8}


def test_an_unknown_level_is_named_with_those_that_there_are():
    with pytest.raises(ValueError, match="unknown level cup; known are , major"):
        listed(Rules({USUAL: TEN, "major": TEN}), [("2026-01-01", "cup")], one="ab")


def test_points_by_the_round_reached():
    scale = Scale((100, 70, 50, 30), 5, by_round=True)
    assert [scale.worth(place) for place in (1, 2, 3, 4, 5, 8, 9, 16, 17)] == [100, 70, 50, 50, 30, 30, 5, 5, 5]


@pytest.mark.parametrize(
    ("day", "at", "inside"),
    [
        ("2025-02-28", "2026-02-28", False),
        ("2025-03-01", "2026-02-28", True),
        ("2026-02-28", "2026-02-28", True),
        ("2026-03-01", "2026-02-28", False),
        ("2024-02-29", "2025-02-28", True),
        ("2024-02-28", "2025-02-28", False),
        ("2024-02-29", "2025-03-01", False),
        ("2023-02-28", "2024-02-29", False),
        ("2023-03-01", "2024-02-29", True),
    ],
)
def test_twelve_months_to_a_day(day, at, inside):
    assert bool(listed(Rules({USUAL: TEN}, months=12), [(day, "")], at, one="a")) == inside


def test_the_reason_says_on_which_side_of_the_window_an_event_is():
    events = [(f"2026-0{month}-15", "") for month in (1, 3, 5, 7)]
    rules = Rules({USUAL: TEN}, first=date(2026, 2, 1), last=date(2026, 6, 30), best=1)
    line = listed(rules, events, "2026-08-01", one="a", two="a", three="ba", four="a")["a"]
    assert [result.why for result in line.results] == [Why.BEFORE, Why.COUNTS, Why.DROPPED, Why.AFTER]
    assert (line.total, line.gross, len(line.inside), len(line.dropped)) == (10, 18, 2, 1)
    early = listed(rules, events, "2026-03-15", one="a", two="a", three="ba", four="a")
    assert [result.why for result in early["a"].results] == [Why.BEFORE, Why.COUNTS, Why.AFTER, Why.AFTER]
    assert set(early) == {"a"}, "b played later"


def test_points_decay_by_full_months_and_stay_exact():
    rules = Rules({USUAL: Scale((15,))}, decay=(Fraction(1), HALF, Fraction(1, 3)))
    events = [("2026-01-31", ""), ("2026-03-30", ""), ("2026-04-30", "")]
    line = listed(rules, events, "2026-04-30", one="a", two="a", three="a")["a"]
    assert [result.points for result in line.results] == [5, Fraction(15, 2), 15]
    assert line.total == Fraction(55, 2)
    old = listed(rules, [("2020-01-01", "")], "2026-04-30", one="a")["a"]
    assert old.total == 5, "the last one goes on"


def test_the_best_are_those_that_are_worth_most_on_the_day():
    rules = Rules({USUAL: Scale((10, 8))}, best=1, decay=(Fraction(1), HALF))
    line = listed(rules, [("2026-01-01", ""), ("2026-04-01", "")], "2026-04-02", one="ab", two="ba")["a"]
    assert [(result.points, result.counts) for result in line.results] == [(5, False), (8, True)]


@given(st.dates(date(1999, 1, 1), date(2030, 12, 31)), st.integers(0, 2000))
def test_full_months_are_those_of_the_calendar(first, days):
    last = first + timedelta(days=days)
    months = full_months(first, last)
    assert months >= 0 and full_months(first, last + timedelta(days=1)) in (months, months + 1)
    assert (last.year - first.year) * 12 + last.month - first.month - months == (last.day < first.day)
    assert months <= days / 28


def test_too_few_results_give_no_rank():
    rules = Rules({USUAL: TEN}, minimum=2)
    events = [("2026-01-01", "")] * 2
    made = listed(rules, events, one="abc", two="cb")
    ranks = [(line.person, line.rank, line.total) for line in made.values()]
    assert ranks == [("c", 1, 16), ("b", 2, 16), ("a", 0, 10)]
    assert made["b"].parted is not None and made["a"].parted is None


def test_level_people_are_separated_as_the_list_says():
    placings = [Placing(0, "a", 1), Placing(1, "a", 3), Placing(0, "b", 2), Placing(1, "b", 1), Placing(2, "a", 8)]
    ranks = {}
    for ties in ((), ("gross",), ("places", "latest")):
        made = order_by(placings, Rules({USUAL: TEN}, best=1, ties=ties))
        ranks[ties] = {line.person: line.rank for line in made}
        criterion = made[1].parted.criterion
        assert criterion == (ties[0] if ties else "")
    assert ranks == {(): {"a": 1, "b": 1}, ("gross",): {"b": 1, "a": 2}, ("places", "latest"): {"b": 1, "a": 2}}


def test_a_category_is_ranked_among_itself():
    made = lines((0, "a", 1), (0, "b", 2), (0, "c", 3), (0, "d", 3))
    among = ranked([made["b"], made["c"], made["d"]], Rules({USUAL: TEN}))
    assert [(line.person, line.rank) for line in among] == [("b", 1), ("c", 2), ("d", 2)]
    assert made["b"].rank == 2, "the whole list stays as it was"


def test_clubs_sum_their_best_people():
    made = lines((0, "a", 1), (0, "b", 2), (0, "c", 3), (0, "d", 4), (0, "e", 5))
    clubs = {"a": "North", "d": "North", "e": "North", "b": "South", "c": "South"}
    best_two = order_of_clubs(made.values(), clubs, 2)
    assert [(line.club, line.rank, line.total) for line in best_two] == [("North", 1, 15), ("South", 2, 14)]
    assert [line.person for line in best_two[0].dropped] == ["e"]
    level = order_of_clubs(made.values(), {"a": "North", "b": "South", "e": "South"} | {"b": "South", "d": "West"})
    assert [(line.club, line.rank) for line in level] == [("South", 1), ("North", 2), ("West", 3)]
    shared = order_of_clubs(lines((0, "a", 1), (0, "b", 1)).values(), {"a": "North", "b": "South"})
    assert [line.rank for line in shared] == [1, 1]


window_days = st.dates(date(2024, 1, 1), date(2026, 12, 31))
list_events = st.lists(st.builds(Event, window_days, st.sampled_from(["", "major"])), min_size=7, max_size=7)
list_rules = st.builds(
    Rules,
    st.fixed_dictionaries({"": scales, "major": scales}),
    best=st.integers(0, 4),
    minimum=st.integers(0, 3),
    months=st.integers(0, 14),
    decay=st.lists(st.integers(0, 4).map(lambda part: Fraction(part, 4)), max_size=5).map(
        lambda parts: tuple(sorted(parts, reverse=True))
    ),
    ties=st.sampled_from([(), ("places", "latest"), ("gross", "places", "latest")]),
)


@given(placings, list_rules, list_events, window_days, st.randoms())
def test_a_list_does_not_depend_on_the_order_of_the_log(given_placings, rules, events, at, rng: random.Random):
    shuffled = list(given_placings)
    rng.shuffle(shuffled)
    made = order_by(given_placings, rules, events, at)
    assert order_by(shuffled, rules, events, at) == made
    assert [line.rank == 0 for line in made] == sorted(line.rank == 0 for line in made)
    for line in made:
        assert line.total == sum(result.points for result in line.counting) and line.inside
        assert (line.rank == 0) == (len(line.inside) < rules.minimum)
        if line.dropped:
            assert min(one.points for one in line.counting) >= max(one.points for one in line.dropped)


@given(placings, list_rules, list_events, window_days, placings)
def test_an_event_that_pays_nothing_changes_no_total(given_placings, rules, events, at, more):
    levels = {**rules.levels, "friendly": Scale((), 0)}
    wider = Rules(levels, rules.best, months=rules.months, decay=rules.decay, ties=())
    fun = [Placing(len(events), placing.person, placing.place) for placing in more]
    before = {line.person: line.total for line in order_by(given_placings, wider, events, at)}
    after = order_by([*given_placings, *fun], wider, [*events, Event(at, "friendly")], at)
    assert {line.person: line.total for line in after if line.person in before} == before
    assert all(line.total == 0 for line in after if line.person not in before)


@given(placings, list_rules, list_events, window_days)
def test_more_best_results_never_cost_points(given_placings, rules, events, at):
    totals = [
        {line.person: line.total for line in order_by(given_placings, replace(rules, best=best), events, at)}
        for best in (1, 2, 3, 0)
    ]
    for fewer, more in pairwise(totals):
        assert fewer.keys() == more.keys() and all(fewer[person] <= more[person] for person in fewer)
