"""The order of merit of a series: points by place, the best k results of each person, who stands before whom and why.

Pure. ``order_of_merit`` takes who finished where in which event and gives the lines in rank order. A place that several
share pays each of them what that place pays; the place after it is counted by heads, as in the event's own table. Level
totals are parted by the better places of all results (most firsts, then most seconds ...), then by the latest event;
who is level in both shares the rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Scale:
    """What a place pays: ``points[0]`` the first, ...; ``rest`` every place after the last of them."""

    points: tuple[int, ...]
    rest: int = 0

    def worth(self, place: int) -> int:
        """The points of ``place``, from 1."""
        return self.points[place - 1] if place <= len(self.points) else self.rest


SCALES: Final[dict[str, Scale]] = {
    "ten": Scale((10, 8, 6, 5, 4, 3, 2, 1), 1),
    "long": Scale((25, 18, 15, 12, 10, 8, 6, 4, 2, 1), 1),
    "cup": Scale((100, 70, 50, 50, 30, 30, 30, 30, *(15,) * 8), 5),
    "steps": Scale(tuple(range(20, 0, -1)), 1),
    "wins": Scale((3, 2, 1), 0),
}
"""Ready scales by key: short, long, for cups whose losers of one round share a place, a point a step, the podium."""


@dataclass(frozen=True, slots=True)
class Placing:
    """``person`` finished ``event`` (its number, from 0 in the order of time) at ``place``, from 1."""

    event: int
    person: str
    place: int


@dataclass(frozen=True, slots=True)
class Counted:
    """One result of a person: what its place pays and whether it is among those that count."""

    event: int
    place: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Parted:
    """What put one person before another on the same total: ``criterion`` is a key of ``TIE_BREAKS``; empty: nothing,
    they share the rank. ``here`` (the line above) and ``there`` are what was compared: all places, best first;
    or event and place of the latest result that differs."""

    criterion: str
    here: tuple[int, ...]
    there: tuple[int, ...]


@dataclass(slots=True)
class Line:
    """One person in the order of merit."""

    person: str
    rank: int
    total: int
    results: list[Counted]
    """In the order of the events; an event missed has none."""
    parted: Parted | None = None
    """Against the line above, where that has the same total."""

    @property
    def counting(self) -> list[Counted]:
        """The results that make the total."""
        return [one for one in self.results if one.counts]

    @property
    def dropped(self) -> list[Counted]:
        """The results that do not count."""
        return [one for one in self.results if not one.counts]


def order_of_merit(placings: Iterable[Placing], scale: Scale, best: int = 0) -> list[Line]:
    """The lines in rank order; ``best`` results of each count, 0: all. Of several places of one person in one event
    only the best is looked at."""
    places: dict[str, dict[int, int]] = {}
    for one in placings:
        mine = places.setdefault(one.person, {})
        mine[one.event] = min(one.place, mine.get(one.event, one.place))
    lines = [_line(person, mine, scale, best) for person, mine in places.items()]
    lines.sort(key=lambda line: (-line.total, *(key(line) for key in _KEYS.values()), line.person))
    for number, line in enumerate(lines, start=1):
        line.rank = number
    for above, line in pairwise(lines):
        if above.total == line.total:
            line.parted = _parted(above, line)
            if not line.parted.criterion:
                line.rank = above.rank
    return lines


def level_groups(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines that have the same total, group by group, in rank order."""
    return [list(group) for _total, group in groupby(lines, key=lambda line: line.total)]


def _line(person: str, places: dict[int, int], scale: Scale, best: int) -> Line:
    """Of equal points the better place counts, then the earlier event, so that the choice is the same each time."""
    ranked = sorted(places, key=lambda event: (-scale.worth(places[event]), places[event], event))
    kept = set(ranked[:best] if best else ranked)
    results = [Counted(event, places[event], scale.worth(places[event]), event in kept) for event in sorted(places)]
    return Line(person, 0, sum(one.points for one in results if one.counts), results)


def _places(line: Line) -> tuple[float, ...]:
    """Sorted places, best first: the smaller tuple has the more firsts, else the more seconds ..."""
    return (*sorted(one.place for one in line.results), inf)


def _latest(line: Line) -> tuple[tuple[int, int], ...]:
    """The events from the last one back; who was there goes before who was not."""
    return tuple((-one.event, one.place) for one in reversed(line.results))


_KEYS: Final[dict[str, Callable[[Line], tuple[Any, ...]]]] = {  # tuples of one shape a criterion
    "places": _places,
    "latest": _latest,
}
TIE_BREAKS: Final[tuple[str, ...]] = tuple(_KEYS)
"""The criteria on level totals, in their order."""


def _parted(above: Line, line: Line) -> Parted:
    for criterion, key in _KEYS.items():
        if key(above) != key(line):
            return Parted(criterion, *_compared(above, line, criterion))
    return Parted("", (), ())


def _compared(above: Line, line: Line, criterion: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if criterion == "places":
        here, there = (tuple(sorted(one.place for one in each.results)) for each in (above, line))
        return here, there
    pairs = zip(reversed(above.results), reversed(line.results), strict=False)
    one, other = next((one, other) for one, other in pairs if (one.event, one.place) != (other.event, other.place))
    return (one.event, one.place), (other.event, other.place)
