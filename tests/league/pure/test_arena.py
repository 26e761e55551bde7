"""Arenas: what matches pay, the table, and who is paired when."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.arena.pairing import TOGETHER, Waiting, pair
from league.formats.arena.points import Entry, Played, on_streak, points_of, table
from tests.league.pure.arena_hour import hour
from tests.sizes import LONG

MATCHES = st.lists(
    st.builds(Played, st.sampled_from(["won", "drawn", "lost"]), half=st.booleans(), short=st.booleans()), max_size=12
)


def entry(home: str, away: str, winner: str | None) -> Entry[str]:
    return Entry(home, away, winner)


@given(MATCHES)
def test_each_match_is_paid_by_the_rules(matches):
    """Read a second time: a match pays by the run of wins and the run of draws just before it."""
    for at, (match, paid) in enumerate(zip(matches, points_of(matches), strict=True)):
        before = [each.outcome for each in matches[:at]]
        double = before[-2:] == ["won", "won"]
        since_win = before[len(before) - before[::-1].index("won") :] if "won" in before else before
        if match.outcome == "lost":
            expected = 0
        elif match.outcome == "won":
            expected = (4 if double else 2) + (match.half and not match.short)
        else:
            expected = 0 if match.short or "drawn" in since_win else 2 if double else 1
        assert paid.points == expected
        assert paid.double == (double and expected > 0)


@given(MATCHES)
def test_what_came_before_stays_paid_whatever_follows(matches):
    whole = points_of(matches)
    assert all(points_of(matches[:at]) == whole[:at] for at in range(len(matches)))


def test_two_wins_begin_a_streak_and_anything_else_ends_it():
    won, drawn = Played("won"), Played("drawn")
    assert on_streak([won, won])
    assert not on_streak([won])
    assert not on_streak([won, won, drawn])


def test_the_table_orders_by_points_wins_fewer_matches_then_who_was_first():
    log = [
        entry("b", "x", "home"),
        entry("a", "y", "home"),
        entry("c", "x", "home"),
        entry("c", "a", None),
        entry("a", "z", "away"),
    ]
    lines = table("abcdxyz", log)
    assert [(line.rank, line.player, line.points) for line in lines] == [
        (1, "c", 3), (2, "a", 3), (3, "b", 2), (4, "z", 2), (5, "d", 0), (6, "y", 0), (7, "x", 0),
    ]  # fmt: skip


def test_of_two_with_as_many_points_the_one_whose_last_came_earlier_is_ahead():
    """Both win three times, b the second time before a."""
    log = [entry(winner, other, "home") for winner, other in ("av", "bv", "bw", "aw", "ax", "bx")]
    assert [line.player for line in table("bavwx", log)[:2]] == ["a", "b"]


def test_a_match_of_a_stranger_is_no_entry():
    with pytest.raises(KeyError):
        table("ab", [entry("a", "z", "home")])


@given(st.data())
def test_the_order_of_the_log_alone_decides(data):
    """Points of one player follow from that player's matches, wherever those of others stand between them."""
    pairs = st.sampled_from(list(combinations("abcd", 2)))
    log = data.draw(
        st.lists(st.builds(lambda two, winner: Entry(*two, winner), pairs, st.sampled_from(["home", "away", None])))
    )
    lines = {line.player: line for line in table("abcd", log)}
    for player, line in lines.items():
        own = [each for each in log if player in (each.home, each.away)]
        alone = next(line for line in table("abcd", own) if line.player == player)
        assert (alone.points, alone.matches) == (line.points, line.matches)
    assert sorted(line.rank for line in lines.values()) == [1, 2, 3, 4]


@st.composite
def crowds(draw, most=9):
    """People who wait, and their last opponents as they come about: by matches in some order."""
    size = draw(st.integers(0, most))
    ranks = sorted(draw(st.sets(st.integers(1, 40), min_size=size, max_size=size)))
    waiting = [Waiting(at, rank, draw(st.integers(0, 5))) for at, rank in enumerate(ranks)]
    last: dict[int, int] = {}
    for one, other in draw(st.lists(st.tuples(st.integers(0, most), st.integers(0, most)))):
        if one != other:
            last[one], last[other] = other, one
    return waiting, last


def matchings(players):
    """Every way to pair some of ``players``."""
    if len(players) < 2:
        yield ()
        return
    first, *others = players
    yield from matchings(others)
    for other in others:
        for rest in matchings([each for each in others if each != other]):
            yield ((first, other), *rest)


@given(crowds(most=7))
def test_a_pairing_is_the_best_of_all(crowd):
    """As many pairs as can be; of an odd number the least wait is left; then the least sum of distances."""
    waiting, last = crowd
    rank = {person.player: person.rank for person in waiting}
    patience = sorted(rank, key=lambda player: (waiting[player].waited, -rank[player]))

    def worth(pairs):
        seated = [player for two in pairs for player in two]
        return len(pairs), sum(map(patience.index, seated)), -sum(abs(rank[one] - rank[other]) for one, other in pairs)

    def allowed(pairs):
        return not any(last.get(one) == other or last.get(other) == one for one, other in pairs)

    found = pair(waiting, last, few=False)
    assert allowed(found)
    assert worth(found) == max(worth(pairs) for pairs in matchings(list(rank)) if allowed(pairs))


@given(crowds(), st.booleans())
def test_nobody_is_paired_twice_or_again_with_more_than_two(crowd, few):
    waiting, last = crowd
    found = pair(waiting, last, few=few)
    seated = [player for two in found for player in two]
    assert len(set(seated)) == len(seated)
    again = [two for two in found if last.get(two[0]) == two[1] or last.get(two[1]) == two[0]]
    assert not again or (few and len(waiting) == 2)


@pytest.mark.parametrize("size", [TOGETHER + 1, 2 * TOGETHER + 2, 3 * TOGETHER])
def test_a_crowd_is_paired_whole_but_for_the_least_wait(size):
    waiting = [Waiting(at, at + 1, (at * 5) % size) for at in range(size)]
    found = pair(waiting, {at: at ^ 1 for at in range(size)}, few=False)
    left = set(range(size)) - {player for two in found for player in two}
    assert len(found) == size // 2
    assert left == ({0} if size % 2 else set())
    assert max(abs(one - other) for one, other in found) < 8


@pytest.mark.parametrize(
    ("size", "borders"), [(TOGETHER, []), (TOGETHER + 2, [24]), (2 * TOGETHER, [48]), (2 * TOGETHER + 2, [32, 64])]
)
def test_a_crowd_is_parted_by_rank_as_soon_as_it_is_too_large(size, borders):
    """Near each border two pairs have met, who else would meet over it: nearer than anybody in their part."""
    near = borders or [size // 2]
    met = [pair for border in near for pair in ((border - 2, border - 1), (border, border + 1))]
    last = dict(met) | {other: one for one, other in met}
    found = pair([Waiting(at, at + 1, 0) for at in range(size)], last, few=False)
    assert len(found) == size // 2
    over = [two for border in near for two in found if min(two) < border <= max(two)]
    assert len(over) == (0 if borders else 2)


@pytest.mark.parametrize(("people", "seconds"), [(200, 8), (1000, 4)])
def test_people_of_a_busy_arena_wait_seconds(people, seconds):
    """In simulated time. Whoever is left out once is not left out again and again."""
    if people > 200 and not LONG:
        pytest.skip("TABELLONE_LONG=1: an hour of 1,000 people takes 3 s")
    played = hour(people, seed=35)
    assert len(played.log) > people
    assert played.rematches == 0
    assert played.p95 <= seconds
    assert max(played.waits) <= 60
