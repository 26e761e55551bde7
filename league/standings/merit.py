"""The order of merit of a series or ranking list: points by level and place, the results that count, the reasons.

Pure. ``order_of_merit`` takes placings and gives the lines in rank order, each with every result of its person and
why it counts or not. A shared place pays each holder in full; the next place is counted by heads, as in the event's own
table. The points of a result are whole numbers, or exact fractions when they decay.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any, Final, TypeAlias

Points: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class Scale:
    """Points of places: ``points[0]`` the first, ...; ``rest`` every place after the last of them.

    ``by_round``: points of the round reached instead: the winner, the final, the semi-finals, the quarter-finals ...
    """

    points: tuple[int, ...]
    rest: int = 0
    by_round: bool = False

    def worth(self, place: int) -> int:
        at = rounds_short(place) if self.by_round else place - 1
        return self.points[at] if at < len(self.points) else self.rest


def rounds_short(place: int) -> int:
    """Return the rounds missed for the title: 0 the winner, 1 the final (2nd), 2 the semi-finals (3rd and 4th) ..."""
    return (place - 1).bit_length()


SCALES: Final[dict[str, Scale]] = {
    "ten": Scale((10, 8, 6, 5, 4, 3, 2, 1), 1),
    "long": Scale((25, 18, 15, 12, 10, 8, 6, 4, 2, 1), 1),
    "cup": Scale((100, 70, 50, 50, 30, 30, 30, 30, *(15,) * 8), 5),
    "steps": Scale(tuple(range(20, 0, -1)), 1),
    "wins": Scale((3, 2, 1), 0),
}
"""Ready scales by key: short, long, for cups whose losers of one round share a place, a point a step, the podium."""

USUAL: Final = ""
"""The level of an event that has none of its own."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings of a list: what a result is worth on the day of the list, and which results count."""

    levels: Mapping[str, Scale]
    """The scale of each level, ``USUAL`` that of events without one."""
    best: int = 0
    """Results of each person that count; 0: all."""
    minimum: int = 0
    """Results inside the window that a person needs for a rank."""
    first: date | None = None
    last: date | None = None
    """The first and the last day of a season; None: no bound."""
    months: int = 0
    """Months of a rolling window: the day of the list is inside, the same day so many months before is not."""
    decay: tuple[Fraction, ...] = ()
    """The part that is left after 0, 1, 2 ... full months; the last one goes on."""
    ties: tuple[str, ...] = ("places", "latest")
    """Keys of ``_KEYS`` by which level people are separated, in this order."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of the list; without a day it is inside every window and does not decay."""

    day: date | None = None
    level: str = USUAL


@dataclass(frozen=True, slots=True)
class Placing:
    """``person`` finished ``event`` (its number, from 0 in order of time) at ``place``, from 1."""

    event: int
    person: str
    place: int


class Why(StrEnum):
    """The reason why a result counts or not."""

    COUNTS = "counts"
    DROPPED = "dropped"
    """As many better results count."""
    BEFORE = "before"
    """The event was before the window."""
    AFTER = "after"
    """The event was after the season, or after the day of the list."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One result of a person: the points of its place on the day of the list, and if it counts."""

    event: int
    place: int
    points: Points
    why: Why
    factor: Fraction
    """The part of the points that has not decayed."""

    @property
    def counts(self) -> bool:
        return self.why == Why.COUNTS

    @property
    def inside(self) -> bool:
        """Return whether the event is in the window."""
        return self.why in (Why.COUNTS, Why.DROPPED)


@dataclass(frozen=True, slots=True)
class Parted:
    """The reason for one person's place before another on the same total.

    ``criterion`` is a key of ``_KEYS``; empty: they share the rank. ``here`` (the line above) and ``there`` are
    the compared values: all places, best first; event and place of the latest result that differs; or the sum of all
    results.
    """

    criterion: str
    here: tuple[Points, ...]
    there: tuple[Points, ...]


@dataclass(slots=True)
class Line:
    """One person in the order of merit."""

    person: str
    rank: int
    """From 1; 0: too few results for a rank."""
    total: Points
    results: list[Counted]
    """In the order of the events, those outside the window too; a missed event has none."""
    parted: Parted | None = None
    """Against the line above, if that has the same total."""

    @property
    def counting(self) -> list[Counted]:
        return [result for result in self.results if result.counts]

    @property
    def dropped(self) -> list[Counted]:
        return [result for result in self.results if result.why == Why.DROPPED]

    @property
    def inside(self) -> list[Counted]:
        return [result for result in self.results if result.inside]

    @property
    def gross(self) -> Points:
        """The sum of all results inside the window, the dropped ones too."""
        return sum(result.points for result in self.results if result.inside)


@dataclass(slots=True)
class ClubLine:
    """A club in the list of clubs: the sum of its best people."""

    club: str
    rank: int
    total: Points
    counting: list[Line] = field(default_factory=list)
    dropped: list[Line] = field(default_factory=list)


def order_of_merit(
    placings: Iterable[Placing], rules: Rules, events: Sequence[Event] = (), at: date | None = None
) -> list[Line]:
    """Return the lines of everybody with a result inside the window on day ``at``, in rank order.

    ``events``: those that the placings number; empty: all alike and without a day. ``at`` None: no event is too late,
    none decays and no rolling window ends. Of several places of one person in one event only the best counts.

    Raises ValueError naming a level that is not among those of ``rules``.
    """
    unknown = sorted({event.level for event in events} - set(rules.levels))
    if unknown:
        raise ValueError(f"unknown level {unknown[0]}; known are {', '.join(sorted(rules.levels))}")
    places: dict[str, dict[int, int]] = {}
    for placing in placings:
        of_person = places.setdefault(placing.person, {})
        of_person[placing.event] = min(placing.place, of_person.get(placing.event, placing.place))
    terms = [_terms(event, rules, at) for event in events]
    usual = _Terms(rules.levels[USUAL]) if not events else None
    lines = [
        _line(person, {event: usual or terms[event] for event in of_person}, of_person, rules.best)
        for person, of_person in places.items()
    ]
    return ranked((line for line in lines if line.inside), rules)


def ranked(lines: Iterable[Line], rules: Rules) -> list[Line]:
    """Return these lines (all of a list, or those of one category) ranked among each other.

    The lines of those with too few results come last, with rank 0.
    """
    keys = [_KEYS[name] for name in rules.ties]
    ordered = sorted((replace(line, rank=0, parted=None) for line in lines), key=lambda line: _sort_key(line, keys))
    enough = [line for line in ordered if len(line.inside) >= rules.minimum]
    for number, line in enumerate(enough, start=1):
        line.rank = number
    for above, line in pairwise(enough):
        if above.total == line.total:
            line.parted = _parted_by(above, line, rules.ties)
            if not line.parted.criterion:
                line.rank = above.rank
    return enough + [line for line in ordered if not line.rank]


def order_of_clubs(lines: Iterable[Line], clubs: Mapping[str, str], best: int = 0) -> list[ClubLine]:
    """Return the clubs by the sum of their ``best`` people (0: all) who have a rank; level clubs share theirs.

    ``clubs``: person -> club; who has none counts for none.
    """
    members: dict[str, list[Line]] = {}
    for line in sorted(lines, key=lambda line: line.rank):
        if line.rank and line.person in clubs:
            members.setdefault(clubs[line.person], []).append(line)
    listed = []
    for club, people in members.items():
        counting = people[: best or len(people)]
        listed.append(ClubLine(club, 0, sum(line.total for line in counting), counting, people[len(counting) :]))
    listed.sort(key=lambda line: (-line.total, line.club))
    for number, club_line in enumerate(listed, start=1):
        club_line.rank = number
    for above, club_line in pairwise(listed):
        if above.total == club_line.total:
            club_line.rank = above.rank
    return listed


def full_months(first: date, last: date) -> int:
    """Return the full months from ``first`` to ``last``, which is not earlier.

    A month is full on the same day of the next month; where that is too short, on the first day after it: from January
    31 one month is full on March 1.
    """
    return 12 * (last.year - first.year) + last.month - first.month - (last.day < first.day)


@dataclass(frozen=True, slots=True)
class _Terms:
    """What the results of one event are worth on the day of the list."""

    scale: Scale
    outside: Why | None = None
    factor: Fraction = Fraction(1)


def _terms(event: Event, rules: Rules, at: date | None) -> _Terms:
    scale, day = rules.levels[event.level], event.day
    if day is None:
        return _Terms(scale)
    if (at is not None and day > at) or (rules.last is not None and day > rules.last):
        return _Terms(scale, Why.AFTER)
    age = 0 if at is None else full_months(day, at)
    factor = rules.decay[min(age, len(rules.decay) - 1)] if rules.decay else Fraction(1)
    if (rules.months and age >= rules.months) or (rules.first is not None and day < rules.first):
        return _Terms(scale, Why.BEFORE, factor)
    return _Terms(scale, None, factor)


def _line(person: str, terms: Mapping[int, _Terms], places: dict[int, int], best: int) -> Line:
    """Build a line; among equal points the better place counts, then the earlier event."""
    worth: dict[int, Points] = {}
    for event, place in places.items():
        points = terms[event].scale.worth(place)
        worth[event] = points if terms[event].factor == 1 else points * terms[event].factor
    inside = [event for event in places if terms[event].outside is None]
    if best and len(inside) > best:
        inside.sort(key=lambda event: (-worth[event], places[event], event))
        inside = inside[:best]
    counting = set(inside)
    results = [
        Counted(
            event,
            places[event],
            worth[event],
            terms[event].outside or (Why.COUNTS if event in counting else Why.DROPPED),
            terms[event].factor,
        )
        for event in sorted(places)
    ]
    return Line(person, 0, sum(worth[event] for event in inside), results)


def _places(line: Line) -> tuple[float, ...]:
    """Return sorted places, best first: the smaller tuple has more firsts, else more seconds ..."""
    return (*sorted(result.place for result in line.inside), inf)


def _latest(line: Line) -> tuple[tuple[int, int], ...]:
    """Return the events from the last one back; taking part goes before absence."""
    return tuple((-result.event, result.place) for result in reversed(line.inside))


def _gross(line: Line) -> tuple[Points, ...]:
    return (-line.gross,)


_KEYS: Final[dict[str, Callable[[Line], tuple[Any, ...]]]] = {  # tuples of one shape a criterion
    "places": _places,
    "latest": _latest,
    "gross": _gross,
}


def _sort_key(line: Line, keys: Sequence[Callable[[Line], tuple[Any, ...]]]) -> tuple[Any, ...]:
    return (-line.total, *(key(line) for key in keys), line.person)


def _parted_by(above: Line, line: Line, ties: Iterable[str]) -> Parted:
    for criterion in ties:
        if _KEYS[criterion](above) != _KEYS[criterion](line):
            return Parted(criterion, *_compared(above, line, criterion))
    return Parted("", (), ())


def _compared(above: Line, line: Line, criterion: str) -> tuple[tuple[Points, ...], tuple[Points, ...]]:
    if criterion == "gross":
        return (above.gross,), (line.gross,)
    if criterion == "places":
        above_places, below = (tuple(sorted(result.place for result in each.inside)) for each in (above, line))
        return above_places, below
    pairs = zip(reversed(above.inside), reversed(line.inside), strict=False)
    one, other = next((one, other) for one, other in pairs if (one.event, one.place) != (other.event, other.place))
    return (one.event, one.place), (other.event, other.place)
