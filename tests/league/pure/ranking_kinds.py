"""The kinds of cases of ranking lists, as in ``kinds``: a season by number of event, a window by day and level.

Both are read alike, so a season may have levels and a window places. As in ``team_kinds``, a key that nobody reads is
named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from league.standings.merit import (
    USUAL,
    ClubLine,
    Event,
    Line,
    Placing,
    Rules,
    Scale,
    order_of_clubs,
    order_of_merit,
    ranked,
)
from tests.league.pure.kinds import check_keys
from tests.league.pure.team_kinds import ABOUT, check_read

Case = dict[str, Any]

KINDS = frozenset({"ranking_season", "ranking_window"})
RULES = frozenset(
    {"points_by_place", "points_by_round", "rest", "levels", "levels_by_round", "best", "minimum", "months", "window",
     "first", "last", "decay_by_full_months", "ties", "best_of_club"}
)  # fmt: skip
READ = {"places", "events", "at", "clubs", "categories"}
EVENT = {"date", "level", "order", "places"}
EXPECTED = {"order", "gross", "counted", "clubs", "categories"}


def check(case: Case) -> None:
    """Check one case, after its keys."""
    check_read(case, case, ABOUT | READ)
    check_keys(case, RULES)
    check_read(case, case["expected"], EXPECTED)
    rules, expected = rules_of(case["rules"]), case["expected"]
    events, placings = read(case)
    days = [event.day for event in events if event.day]
    at = day_of(case.get("at")) or max(days, default=None)
    lines = order_of_merit(placings, rules, events, at)
    same_order(expected.get("order", ()), lines)
    for name, of_line in (("gross", lambda line: line.gross), ("counted", lambda line: line.total)):
        found = {line.person: of_line(line) for line in lines}
        assert {person: found.get(person, 0) for person in expected.get(name, {})} == exact(expected.get(name, {}))
    for category, people in (case.get("categories") or {}).items():
        among = ranked([line for line in lines if line.person in people], rules)
        same_order(expected.get("categories", {}).get(category, ()), among)
    if "clubs" in expected:
        clubs = order_of_clubs(lines, case["clubs"], case["rules"].get("best_of_club") or 0)
        same_order(expected["clubs"], clubs)


# ── reading ──
def rules_of(given: Mapping[str, Any]) -> Rules:
    by_round = "points_by_round" in given
    points = given.get("points_by_round") if by_round else given.get("points_by_place")
    levels = {
        name: scale_of(level, given.get("levels_by_round", False))
        for name, level in (given.get("levels") or {}).items()
    }
    if points is not None:
        levels[USUAL] = scale_of({"points": points, "rest": given.get("rest", 0)}, by_round)
    return Rules(
        levels,
        best=given.get("best") or 0,
        minimum=given.get("minimum") or 0,
        first=day_of(given.get("first")),
        last=day_of(given.get("last")),
        months=given.get("months") or 0,
        decay=tuple(number(part) for part in given.get("decay_by_full_months") or ()),
        ties=tuple(given.get("ties") or ()),
    )


def scale_of(level: Any, by_round: bool) -> Scale:
    points, rest = (level["points"], level.get("rest", 0)) if isinstance(level, Mapping) else (level, 0)
    return Scale(tuple(points), rest, by_round)


def read(case: Case) -> tuple[list[Event], list[Placing]]:
    """Return the events in order of time, and who was where in them."""
    placings = [
        Placing(number, person, place)
        for person, places in (case.get("places") or {}).items()
        for number, place in enumerate(places)
        if place  # 0: not classified
    ]
    written = sorted(case.get("events") or (), key=lambda event: str(event.get("date", "")))
    events = [Event(day_of(event.get("date")), event.get("level", USUAL)) for event in written]
    for number, event in enumerate(written):
        check_read(case, event, EVENT)
        placings += [Placing(number, person, place) for person, place in places_in(event)]
    return events, placings


def places_in(event: Mapping[str, Any]) -> Iterable[tuple[str, int]]:
    """Yield everybody with a place: ``places`` names them; in ``order`` a list inside shares its place."""
    yield from ((person, place) for person, place in event.get("places", {}).items() if place)
    place = 1
    for entry in event.get("order", ()):
        level = entry if isinstance(entry, list) else [entry]
        yield from ((person, place) for person in level)
        place += len(level)


def day_of(given: Any) -> date | None:
    return date.fromisoformat(str(given)) if given is not None else None


def number(given: Any) -> Fraction:
    return Fraction(str(given))


def exact(given: Mapping[str, Any]) -> dict[str, Fraction]:
    return {name: number(value) for name, value in given.items()}


# ── comparing ──
def same_order(expected: Iterable[Any], lines: Iterable[Line | ClubLine]) -> None:
    """Compare ``[rank, name, points]``; who has no points may be left out, and level names come in any order."""
    wanted = [(rank, name, number(points)) for rank, name, points in expected]
    names = {name for _rank, name, _points in wanted}
    found = [
        (line.rank, name, number(line.total))
        for line in lines
        for name in [line.club if isinstance(line, ClubLine) else line.person]
        if line.total or name in names
    ]
    assert sorted(found) == sorted(wanted)
