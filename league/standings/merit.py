"""The order of merit of a series: points by place, the best k results of each person, the order and its reasons.

Pure. ``order_of_merit`` takes placings and gives the lines in rank order. A shared place pays each holder in full;
the next place is counted by heads, as in the event's own table. Level totals are separated by the better places of
all results (most firsts, then most seconds ...), then by the latest event; people level in both share the rank.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Scale:
    """Points of places: ``points[0]`` the first, ...; ``rest`` every place after the last of them."""

    points: tuple[int, ...]
    rest: int = 0

    def worth(self, place: int) -> int:
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
    """``person`` finished ``event`` (its number, from 0 in order of time) at ``place``, from 1."""

    event: int
    person: str
    place: int


@dataclass(frozen=True, slots=True)
class Counted:
    """One result of a person: the points of its place, and if it counts."""

    event: int
    place: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Parted:
    """The reason for one person's place before another on the same total.

    ``criterion`` is a key of ``_KEYS``; empty: they share the rank. ``here`` (the line above) and ``there`` are
    the compared values: all places, best first; or event and place of the latest result that differs.
    """

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
    """In the order of the events; a missed event has none."""
    parted: Parted | None = None
    """Against the line above, if that has the same total."""

    @property
    def counting(self) -> list[Counted]:
        return [result for result in self.results if result.counts]

    @property
    def dropped(self) -> list[Counted]:
        return [result for result in self.results if not result.counts]


def order_of_merit(placings: Iterable[Placing], scale: Scale, best: int = 0) -> list[Line]:
    """Return the lines in rank order; ``best`` results of each person count, 0: all.

    Of several places of one person in one event only the best counts.
    """
    places: dict[str, dict[int, int]] = {}
    for placing in placings:
        of_person = places.setdefault(placing.person, {})
        of_person[placing.event] = min(placing.place, of_person.get(placing.event, placing.place))
    lines = [_line(person, of_person, scale, best) for person, of_person in places.items()]
    lines.sort(key=lambda line: (-line.total, *(key(line) for key in _KEYS.values()), line.person))
    for number, line in enumerate(lines, start=1):
        line.rank = number
    for above, line in pairwise(lines):
        if above.total == line.total:
            line.parted = _parted_by(above, line)
            if not line.parted.criterion:
                line.rank = above.rank
    return lines


def _line(person: str, places: dict[int, int], scale: Scale, best: int) -> Line:
    """Build a line; among equal points the better place counts, then the earlier event."""
    ranked = sorted(places, key=lambda event: (-scale.worth(places[event]), places[event], event))
    counting = set(ranked[:best] if best else ranked)
    results = [Counted(event, places[event], scale.worth(places[event]), event in counting) for event in sorted(places)]
    return Line(person, 0, sum(result.points for result in results if result.counts), results)


def _places(line: Line) -> tuple[float, ...]:
    """Return sorted places, best first: the smaller tuple has more firsts, else more seconds ..."""
    return (*sorted(result.place for result in line.results), inf)


def _latest(line: Line) -> tuple[tuple[int, int], ...]:
    """Return the events from the last one back; taking part goes before absence."""
    return tuple((-result.event, result.place) for result in reversed(line.results))


_KEYS: Final[dict[str, Callable[[Line], tuple[Any, ...]]]] = {  # tuples of one shape a criterion
    "places": _places,
    "latest": _latest,
}


def _parted_by(above: Line, line: Line) -> Parted:
    for criterion, key in _KEYS.items():
        if key(above) != key(line):
            return Parted(criterion, *_compared(above, line, criterion))
    return Parted("", (), ())


def _compared(above: Line, line: Line, criterion: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if criterion == "places":
        above_places, below = (tuple(sorted(result.place for result in each.results)) for each in (above, line))
        return above_places, below
    pairs = zip(reversed(above.results), reversed(line.results), strict=False)
    one, other = next((one, other) for one, other in pairs if (one.event, one.place) != (other.event, other.place))
    return (one.event, one.place), (other.event, other.place)
