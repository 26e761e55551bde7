"""The kinds of cases of arenas, as in ``kinds``: points of one player's matches, and the pairing of those who wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from league.formats.arena.pairing import FEW, Waiting, pair
from league.formats.arena.points import Played, points_of
from tests.league.pure.team_kinds import ABOUT, check_read

Case = dict[str, Any]

OUTCOMES = {"1": "won", "=": "drawn", "0": "lost"}


def played(written: str) -> Played:
    """Read a match of a case: its outcome, then ``b`` for half a clock and ``s`` for a short one."""
    written = str(written)
    marks = written[1:]
    if written[:1] not in OUTCOMES or set(marks) - {"b", "s"} or len(set(marks)) < len(marks):
        raise ValueError(f"{written!r} is no match: 1, = or 0, then b (half a clock) and s (short) as far as they hold")
    return Played(OUTCOMES[written[0]], half="b" in marks, short="s" in marks)


def arena_score(case: Case) -> None:
    check_read(case, case, {*ABOUT, "games", "without_streaks"})
    check_read(case, case["expected"], {"points", "sum", "without_streaks"})
    matches = [played(written) for written in case["games"]]
    points = [paid.points for paid in points_of(matches)]
    if "points" in case["expected"]:
        assert points == case["expected"]["points"]
    if "sum" in case["expected"]:
        assert sum(points) == case["expected"]["sum"]
    without = case.get("without_streaks", case["expected"].get("without_streaks"))
    assert without in (None, sum(paid.points for paid in points_of(matches, streaks=False)))


def arena_pairing(case: Case) -> None:
    check_read(case, case, {*ABOUT, "waiting", "last_opponent", "active"})
    check_read(case, case["expected"], {"left", "least_distance", "pairings"})
    for person in case["waiting"]:
        check_read(case, person, {"player", "rank", "waited"})
    waiting = [
        Waiting(person["player"], person.get("rank", place), person.get("waited", 0))
        for place, person in enumerate(case["waiting"], start=1)
    ]
    last, expected = case.get("last_opponent") or {}, case["expected"]
    pairs = pair(waiting, last, few=case.get("active", len(waiting)) < FEW)
    rank = {person.player: person.rank for person in waiting}
    seated = [player for two in pairs for player in two]
    assert len(seated) == len(set(seated))
    assert len(waiting) == 2 or not any(last.get(one) == other or last.get(other) == one for one, other in pairs)
    if "left" in expected:
        assert rank.keys() - set(seated) == ({expected["left"]} - {None})
    if "least_distance" in expected:
        assert sum(abs(rank[one] - rank[other]) for one, other in pairs) == expected["least_distance"]
    elif "pairings" in expected:
        found = {frozenset(two) for two in pairs}
        assert found in [{frozenset(two) for two in listed} for listed in expected["pairings"]]


KINDS: dict[str, Callable[[Case], None]] = {"arena_score": arena_score, "arena_pairing": arena_pairing}
