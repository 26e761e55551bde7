"""Putting entrants in order by a list of criteria, and keeping the trace of what separated whom.

``rank`` knows figures and mutual results, not where they come from: a league table, the third-placed of several groups
and a Swiss all come here. Nothing is ever ordered by name or id: those that no criterion separates are reported as
level and keep one rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from league.standings import encounters
from league.standings.criteria import CRITERIA, DIRECT_ENCOUNTER, LOTS, Criterion, HeadToHead
from league.standings.figures import Points, Result, Tally, tally


class Figures(Protocol):
    """Where the number of an entrant under a criterion comes from."""

    def __call__(self, name: str, entrant: str, /) -> float:
        """The number; a criterion that nobody has a number for is 0 for all."""


@dataclass(frozen=True, slots=True)
class Mini:
    """The table of the matches between ``entrants``, in its own order. ``names`` are the criteria applied to it."""

    entrants: tuple[str, ...]
    names: tuple[str, ...]
    rows: Mapping[str, Tally]


@dataclass(frozen=True, slots=True)
class Split:
    """Why ``ahead`` stands before ``behind``, its neighbour: the criterion and the two numbers."""

    ahead: str
    behind: str
    name: str
    mine: float
    theirs: float
    mini: Mini | None = None
    """Set if the numbers are those of a mini-table."""
    told: str = ""
    """The score of a play-off."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """``places``: sets of entrants from first to last, more than one in a set if nothing separates them."""

    places: tuple[tuple[str, ...], ...]
    splits: Mapping[tuple[str, str], Split]
    """By neighbours ``(last of one place, first of the next)``."""
    needs_lots: tuple[tuple[str, ...], ...]
    """Sets that only a drawing of lots can separate, and it has not been held."""

    @property
    def order(self) -> list[str]:
        """Everybody from first to last; the level ones in the order in which they came in."""
        return [entrant for place in self.places for entrant in place]


def rank(
    entrants: Sequence[str],
    criteria: Sequence[Criterion],
    figures: Figures,
    results: Sequence[Result] = (),
    points: Points = (3, 1, 0),
    lots: Sequence[str] = (),
) -> Ranking:
    """``entrants`` in order. ``results`` feed the mini-tables; ``lots`` are entrants in the order drawn so far."""
    return _Sorter(tuple(criteria), figures, results, points, lots).sort(tuple(entrants))


class _Sorter:
    """One ranking at work: splits are booked as sets come apart."""

    def __init__(
        self,
        criteria: tuple[Criterion, ...],
        figures: Figures,
        results: Sequence[Result],
        points: Points,
        lots: Sequence[str],
    ) -> None:
        self.criteria = criteria
        self.figures = figures
        self.points = points
        self.drawn = {entrant: place for place, entrant in enumerate(lots, start=1)}
        self.booked: dict[tuple[str, str], tuple[str, Mapping[str, float], Mini | None]] = {}
        self.waiting: list[tuple[str, ...]] = []
        self.at_home: dict[str, list[Result]] = {}
        if any(isinstance(criterion, HeadToHead) or criterion.name == DIRECT_ENCOUNTER for criterion in criteria):
            for result in results:
                self.at_home.setdefault(result.home, []).append(result)

    def sort(self, entrants: tuple[str, ...]) -> Ranking:
        places = tuple(self._apart(entrants, 0))
        splits = {}
        for upper, lower in pairwise(places):
            ahead, behind = upper[-1], lower[0]
            name, values, mini = self.booked[ahead, behind]
            splits[ahead, behind] = Split(ahead, behind, name, values[ahead], values[behind], mini)
        return Ranking(places, splits, tuple(self.waiting))

    def _apart(self, level: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
        """``level`` entrants as sets in order, by the criteria from ``number`` on."""
        if len(level) == 1 or number == len(self.criteria):
            return [level]
        criterion = self.criteria[number]
        if isinstance(criterion, HeadToHead):
            parts = self._head_to_head(level, criterion)
        elif criterion.name == DIRECT_ENCOUNTER:
            parts = self._direct_encounter(level)
        else:
            by_figure = criterion.name != LOTS
            parts = self._by_figure(level, criterion.name) if by_figure else self._by_lots(level)
        return [place for part in parts for place in self._apart(part, number + 1)]

    def _by_figure(self, level: tuple[str, ...], name: str) -> list[tuple[str, ...]]:
        values = {entrant: self.figures(name, entrant) for entrant in level}
        parts = _partition(level, {entrant: (value,) for entrant, value in values.items()}, (name,))
        for upper, lower in pairwise(parts):
            self._book(upper, lower, name, values, None)
        return parts

    def _by_lots(self, level: tuple[str, ...]) -> list[tuple[str, ...]]:
        if any(entrant not in self.drawn for entrant in level):
            self.waiting.append(level)
            return [level]
        order = sorted(level, key=self.drawn.__getitem__)
        places: dict[str, float] = {entrant: place for place, entrant in enumerate(order, start=1)}
        parts: list[tuple[str, ...]] = [(entrant,) for entrant in order]
        for upper, lower in pairwise(parts):
            self._book(upper, lower, LOTS, places, None)
        return parts

    def _head_to_head(self, level: tuple[str, ...], criterion: HeadToHead) -> list[tuple[str, ...]]:
        between = self._between(level)
        if criterion.met and not _all_met(level, between, criterion.met):
            return [level]
        rows = tally(level, between, self.points)
        keys = {entrant: tuple(row.figure(name) or 0 for name in criterion.names) for entrant, row in rows.items()}
        parts = _partition(level, keys, criterion.names)
        if len(parts) == 1:
            return parts
        mini = Mini(tuple(entrant for part in parts for entrant in part), criterion.names, rows)
        for upper, lower in pairwise(parts):
            name = next(
                name
                for name, mine, theirs in zip(criterion.names, keys[upper[0]], keys[lower[0]], strict=True)
                if mine != theirs
            )
            at = criterion.names.index(name)
            self._book(upper, lower, name, {entrant: keys[entrant][at] for entrant in level}, mini)
        if not criterion.reapply:
            return parts
        return [
            smaller for part in parts for smaller in (self._head_to_head(part, criterion) if len(part) > 1 else [part])
        ]

    def _direct_encounter(self, level: tuple[str, ...]) -> list[tuple[str, ...]]:
        borders = encounters.separate(level, self._between(level), self.points)
        for border in borders:
            self._book(border.ahead, border.behind, DIRECT_ENCOUNTER, border.values, None)
        return encounters.places(level, borders)

    def _between(self, level: tuple[str, ...]) -> list[Result]:
        among = set(level)
        return [result for entrant in level for result in self.at_home.get(entrant, ()) if result.away in among]

    def _book(
        self, upper: tuple[str, ...], lower: tuple[str, ...], name: str, values: Mapping[str, float], mini: Mini | None
    ) -> None:
        for ahead in upper:
            for behind in lower:
                self.booked[ahead, behind] = (name, values, mini)


def _partition(
    level: tuple[str, ...], keys: Mapping[str, tuple[float, ...]], names: Sequence[str]
) -> list[tuple[str, ...]]:
    signs = [1 if CRITERIA[name].lower_is_better else -1 for name in names]
    ordered: dict[tuple[float, ...], list[str]] = {}
    for entrant in level:
        ordered.setdefault(tuple(s * v for s, v in zip(signs, keys[entrant], strict=True)), []).append(entrant)
    return [tuple(ordered[key]) for key in sorted(ordered)]


def _all_met(level: tuple[str, ...], between: Sequence[Result], times: int) -> bool:
    met: dict[frozenset[str], int] = {}
    for result in between:
        pair = frozenset((result.home, result.away))
        met[pair] = met.get(pair, 0) + 1
    pairs = len(level) * (len(level) - 1) // 2
    return len(met) == pairs and min(met.values(), default=0) >= times
