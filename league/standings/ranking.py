"""Ranking of entrants by a list of criteria, with a trace of what separated them.

``rank`` knows figures and mutual results, not their source: a league table, the third-placed of several groups and a
Swiss all come here. Nothing is ever ordered by name or id: entrants that no criterion separates are reported as level
and keep one rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from league.standings import encounters
from league.standings.criteria import CRITERIA, DIRECT_ENCOUNTER, LOTS, MINI, HeadToHead, TieBreak
from league.standings.figures import Points, Result, Tally, tally


class Figures(Protocol):
    """Source of an entrant's number under a criterion."""

    def __call__(self, name: str, entrant: str, /) -> float:
        """Return the number; 0 for all if a criterion has none."""


@dataclass(frozen=True, slots=True)
class Mini:
    """The table of the matches between ``entrants``, in its own order. ``names`` are the criteria applied to it."""

    entrants: tuple[str, ...]
    names: tuple[str, ...]
    rows: Mapping[str, Tally]


@dataclass(frozen=True, slots=True)
class Split:
    """The reason why ``ahead`` is before its neighbour ``behind``: the criterion and the two numbers."""

    ahead: str
    behind: str
    name: str
    first_value: float
    second_value: float
    mini: Mini | None = None
    """Set if the numbers are those of a mini-table."""
    score: str = ""
    """The score of a play-off."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ``places``: sets of entrants from first to last, several in a set if nothing separates them."""

    places: tuple[tuple[str, ...], ...]
    splits: Mapping[tuple[str, str], Split]
    """By neighbours ``(last of one place, first of the next)``."""
    needs_lots: tuple[tuple[str, ...], ...]
    """Sets that only a drawing of lots, not yet held, can separate."""

    @property
    def order(self) -> list[str]:
        """The entrants from first to last; level ones in their given order."""
        return [entrant for place in self.places for entrant in place]


def rank(
    entrants: Sequence[str],
    criteria: Sequence[TieBreak],
    figures: Figures,
    results: Sequence[Result] = (),
    points: Points = (3, 1, 0),
    lots: Sequence[str] = (),
) -> Ranking:
    """Rank ``entrants``. ``results`` feed the mini-tables; ``lots`` are entrants in the order drawn so far."""
    return _Sorter(tuple(criteria), figures, results, points, lots).sort(tuple(entrants))


class _Sorter:
    """One ranking in progress: splits are recorded as sets come apart."""

    def __init__(
        self,
        criteria: tuple[TieBreak, ...],
        figures: Figures,
        results: Sequence[Result],
        points: Points,
        lots: Sequence[str],
    ) -> None:
        self.criteria = criteria
        self.figures = figures
        self.points = points
        self.drawn = {entrant: place for place, entrant in enumerate(lots, start=1)}
        self.splits: dict[tuple[str, str], Split] = {}
        self.waiting: list[tuple[str, ...]] = []
        self.at_home: dict[str, list[Result]] = {}
        if any(isinstance(criterion, HeadToHead) or criterion.name == DIRECT_ENCOUNTER for criterion in criteria):
            for result in results:
                self.at_home.setdefault(result.home, []).append(result)

    def sort(self, entrants: tuple[str, ...]) -> Ranking:
        places = tuple(self._ordered_sets(entrants, 0)) if entrants else ()
        return Ranking(places, self.splits, tuple(self.waiting))

    def _ordered_sets(self, level: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
        """Split ``level`` entrants into ordered sets by the criteria from ``number`` on."""
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
        places: list[tuple[str, ...]] = []
        for part in parts:
            inside = self._ordered_sets(part.entrants, number + 1)
            if part.border is not None:
                ahead, behind = places[-1][-1], inside[0][0]
                self.splits[ahead, behind] = part.border.between(ahead, behind)
            places += inside
        return places

    def _by_figure(self, level: tuple[str, ...], name: str) -> list[_Part]:
        keys = {entrant: (self.figures(name, entrant),) for entrant in level}
        return _with_reasons(_partition(level, keys, (name,)), keys, (name,), None)

    def _by_lots(self, level: tuple[str, ...]) -> list[_Part]:
        if any(entrant not in self.drawn for entrant in level):
            self.waiting.append(level)
            return [_Part(level)]
        order = sorted(level, key=self.drawn.__getitem__)
        keys: dict[str, tuple[float, ...]] = {entrant: (place,) for place, entrant in enumerate(order, start=1)}
        return _with_reasons([(entrant,) for entrant in order], keys, (LOTS,), None)

    def _head_to_head(self, level: tuple[str, ...], criterion: HeadToHead) -> list[_Part]:
        between = self._between(level)
        if criterion.met and not _all_met(level, between, criterion.met):
            return [_Part(level)]
        rows = tally(level, between, self.points)
        keys = {entrant: tuple(MINI[name](row) for name in criterion.names) for entrant, row in rows.items()}
        sets = _partition(level, keys, criterion.names)
        if len(sets) == 1:
            return [_Part(level)]
        mini = Mini(tuple(entrant for part in sets for entrant in part), criterion.names, rows)
        parts = _with_reasons(sets, keys, criterion.names, mini)
        if not criterion.reapply:
            return parts
        smaller: list[_Part] = []
        for part in parts:
            first, *others = self._head_to_head(part.entrants, criterion) if len(part.entrants) > 1 else [part]
            smaller += [_Part(first.entrants, part.border), *others]
        return smaller

    def _direct_encounter(self, level: tuple[str, ...]) -> list[_Part]:
        borders = encounters.separate(level, self._between(level), self.points)
        sets = encounters.places(level, borders)
        parts = [_Part(sets[0])]
        for upper, lower in pairwise(sets):
            # The last border between two is the narrowest: it was drawn among those still level by then.
            border = next(
                border for border in reversed(borders) if upper[0] in border.ahead and lower[0] in border.behind
            )
            keys = {entrant: (value,) for entrant, value in border.values.items()}
            parts.append(_Part(lower, _Border(DIRECT_ENCOUNTER, keys, 0, None)))
        return parts

    def _between(self, level: tuple[str, ...]) -> list[Result]:
        among = set(level)
        return [result for entrant in level for result in self.at_home.get(entrant, ()) if result.away in among]


@dataclass(frozen=True, slots=True)
class _Border:
    """The criterion that separates two sets: number ``at`` in each entrant's key, of a mini-table if there is one."""

    name: str
    keys: Mapping[str, tuple[float, ...]]
    at: int
    mini: Mini | None

    def between(self, ahead: str, behind: str) -> Split:
        return Split(ahead, behind, self.name, self.keys[ahead][self.at], self.keys[behind][self.at], self.mini)


@dataclass(frozen=True, slots=True)
class _Part:
    """A set that a criterion leaves level, and its border to the set before; None for the first of all."""

    entrants: tuple[str, ...]
    border: _Border | None = None


def _with_reasons(
    sets: Sequence[tuple[str, ...]],
    keys: Mapping[str, tuple[float, ...]],
    names: Sequence[str],
    mini: Mini | None,
) -> list[_Part]:
    """Return ``sets`` in their order, each with the first of ``names`` on which it differs from the set before."""
    parts = [_Part(sets[0])]
    for upper, lower in pairwise(sets):
        at = next(at for at in range(len(names)) if keys[upper[0]][at] != keys[lower[0]][at])
        parts.append(_Part(lower, _Border(names[at], keys, at, mini)))
    return parts


def _partition(
    level: tuple[str, ...], keys: Mapping[str, tuple[float, ...]], names: Sequence[str]
) -> list[tuple[str, ...]]:
    signs = [1 if CRITERIA[name].lower_is_better else -1 for name in names]
    alike: dict[tuple[float, ...], list[str]] = {}
    for entrant in level:
        alike.setdefault(keys[entrant], []).append(entrant)
    in_order = sorted(alike, key=lambda key: tuple(sign * value for sign, value in zip(signs, key, strict=True)))
    return [tuple(alike[key]) for key in in_order]


def _all_met(level: tuple[str, ...], between: Sequence[Result], times: int) -> bool:
    met: dict[frozenset[str], int] = {}
    for result in between:
        pair = frozenset((result.home, result.away))
        met[pair] = met.get(pair, 0) + 1
    pairs = len(level) * (len(level) - 1) // 2
    return len(met) == pairs and min(met.values(), default=0) >= times
