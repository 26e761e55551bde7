"""Direct encounter as Swiss tournaments count it (FIDE C.07 art. 6)."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from league.standings.encounters import places, separate
from league.standings.figures import Result
from league.standings.table import table
from league.standings.words import say

CHESS = (1, 0.5, 0)


def order(level, results, points=CHESS):
    return places(tuple(level), separate(tuple(level), results, points))


def won(one, other, **more):
    return Result(one, other, 1, 0, **more)


def drawn(one, other):
    return Result(one, other, 0, 0)


def test_two_who_have_met():
    assert order("ab", [won("b", "a")]) == [("b",), ("a",)]
    assert order("ab", [drawn("a", "b")]) == [("a", "b")]
    assert order("ab", []) == [("a", "b")]


def test_a_walkover_is_no_encounter():
    assert order("ab", [Result("b", "a", 3, 0, awarded="home", unplayed=True)]) == [("a", "b")]
    # A resignation is one: it was played.
    assert order("ab", [Result("a", "b", 2, 0, awarded="away")]) == [("b",), ("a",)]


def test_who_met_twice_has_the_average():
    assert order("ab", [won("a", "b"), won("b", "a")]) == [("a", "b")]
    assert order("abc", [won("a", "b"), drawn("a", "b"), won("b", "c"), drawn("a", "c")]) == [("a",), ("b",), ("c",)]


def test_all_have_met_and_the_article_is_applied_again():
    # a, b and d have two points each and beat each other in a ring; c has none.
    ring = [won("a", "b"), won("d", "c"), won("a", "c"), won("b", "c"), won("b", "d"), won("d", "a")]
    assert order("abcd", ring) == [("a", "b", "d"), ("c",)]
    # a and b have two points, and b beat a; c and d have one, and d beat c.
    results = [won("b", "a"), won("d", "c"), won("a", "c"), won("a", "d"), won("b", "d"), won("c", "b")]
    assert order("abcd", results) == [("b",), ("a",), ("d",), ("c",)]


def test_who_is_in_front_whatever_the_missing_matches_give():
    # a beat b and c; b and c have not met: whoever won it would have one point, a two.
    assert order("abc", [won("a", "b"), won("a", "c")]) == [("a",), ("b", "c")]
    # a beat b alone: c could still beat a, and then nobody knows.
    assert order("abc", [won("a", "b")]) == [("a", "b", "c")]
    # The next place in the same way: a beat all, b beat c and d, who have not met.
    results = [won("a", "b"), won("a", "c"), won("a", "d"), won("b", "c"), won("b", "d")]
    assert order("abcd", results) == [("a",), ("b",), ("c", "d")]


def test_the_rest_is_looked_at_again_by_itself():
    # a beat the three others. Of these b beat c, and d has met neither: level. But once a is placed ...
    results = [won("a", "b"), won("a", "c"), won("a", "d"), won("b", "c")]
    assert order("abcd", results) == [("a",), ("b", "c", "d")]
    # ... and if d has lost to both, the three have all met.
    more = [*results, won("b", "d"), won("c", "d")]
    assert order("abcd", more) == [("a",), ("b",), ("c",), ("d",)]


def test_the_table_says_it():
    rules = {"points": [1, 0.5, 0], "criteria": ["points", "direct_encounter", "lots"]}
    results = [won("b", "a"), won("a", "c"), won("d", "b"), won("c", "d")]
    # One win and one defeat each, a ring: nobody is in front for certain.
    assert table("abcd", results, rules).needs_lots == (("a", "b", "c", "d"),)
    standings = table(
        "abc", [won("b", "a"), won("a", "c"), Result("c", "b", 3, 0, awarded="home", unplayed=True)], rules
    )
    assert standings.needs_lots == (("a", "b", "c"),)  # the walkover pays, and is no encounter
    standings = table("abc", [won("b", "a"), won("a", "c")], {**rules, "points": [1, 0.5, 0]})
    assert standings.order == ["b", "a", "c"]
    [block] = standings.blocks
    assert [say(step.sentence) for step in block.steps] == ["b ahead of a on direct encounter: 1 against 0"]


@given(st.data())
def test_it_never_contradicts_what_could_still_come(data):
    """An entrant placed first alone stays first, however the missing matches end."""
    level = "abcd"
    pairs = list(combinations(level, 2))
    results = [
        {"home": won(*pair), "away": won(*reversed(pair)), "draw": drawn(*pair)}[result]
        for pair in pairs
        if (result := data.draw(st.sampled_from(["home", "away", "draw", "missing"]))) != "missing"
    ]
    met = {frozenset((result.home, result.away)) for result in results}
    first = order(level, results)[0]
    assert sorted(one for place in order(level, results) for one in place) == sorted(level)
    missing = [won(*data.draw(st.permutations(pair))) for pair in pairs if frozenset(pair) not in met]
    if len(first) == 1:
        assert order(level, [*results, *missing])[0] == first
