"""Ranking of entrants by a list of criteria, with a trace of what separated them.

``rank`` knows figures and mutual results, not their source: a league table, the third-placed of several groups, a Swiss
and a table of teams all come here. Nothing is ever ordered by name or id: entrants that no criterion separates are
reported as level and keep one rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Generic, Protocol, TypeVar

from league.standings import encounters
from league.standings.criteria import CRITERIA, DIRECT_ENCOUNTER, LOTS, MINI, Figure, HeadToHead, TieBreak
from league.standings.figures import Points, Result, Tally, tally
from league.standings.teams import TeamLeague, TeamResult, TeamTally


class Figures(Protocol):
    """Source of an entrant's number under a criterion."""

    def __call__(self, name: str, entrant: str, /) -> Figure:
        """Return the number, or several of which the first that differs decides; 0 for all if a criterion has none."""


OneResult = TypeVar("OneResult", Result, TeamResult)


class Meetings(Generic[OneResult]):
    """The results of a table, for criteria that look at those among a few of its entrants."""

    def __init__(self, results: Sequence[OneResult] = ()) -> None:
        self.results: Sequence[OneResult] = results

    @cached_property
    def _at_home(self) -> dict[str, list[OneResult]]:
        by_home: dict[str, list[OneResult]] = {}
        for result in self.results:
            by_home.setdefault(result.home, []).append(result)
        return by_home

    def between(self, level: tuple[str, ...]) -> list[OneResult]:
        among = set(level)
        return [result for entrant in level for result in self._at_home.get(entrant, ()) if result.away in among]

    def all_met(self, level: tuple[str, ...], times: int) -> bool:
        met: dict[frozenset[str], int] = {}
        for result in self.between(level):
            pair = frozenset((result.home, result.away))
            met[pair] = met.get(pair, 0) + 1
        pairs = len(level) * (len(level) - 1) // 2
        return len(met) == pairs and all(count >= times for count in met.values())

    def mini(self, level: tuple[str, ...]) -> tuple[Mapping[str, Tally], Figures]:
        """Return the rows of the mini-table of ``level``, and their numbers."""
        raise NotImplementedError

    def borders(self, level: tuple[str, ...]) -> list[encounters.Border]:
        """Return the borders that direct encounters draw."""
        raise NotImplementedError


class Matches(Meetings[Result]):
    def __init__(self, results: Sequence[Result], points: Points) -> None:
        super().__init__(results)
        self.points = points

    def mini(self, level: tuple[str, ...]) -> tuple[Mapping[str, Tally], Figures]:
        rows = tally(level, self.between(level), self.points)
        return rows, lambda name, entrant: MINI[name](rows[entrant])

    def borders(self, level: tuple[str, ...]) -> list[encounters.Border]:
        return encounters.separate(level, self.between(level), self.points)


class Ties(Meetings[TeamResult]):
    def mini(self, level: tuple[str, ...]) -> tuple[Mapping[str, Tally], Figures]:
        league = TeamLeague(level, self.between(level))
        return league.tallies, lambda name, team: CRITERIA[name].of_team(league, team)

    def borders(self, level: tuple[str, ...]) -> list[encounters.Border]:
        """No rules of teams have direct encounters: theirs are mini-tables."""
        return []


@dataclass(frozen=True, slots=True)
class Mini:
    """The table of the matches between ``entrants``, in its own order. ``names`` are the criteria applied to it."""

    entrants: tuple[str, ...]
    names: tuple[str, ...]
    rows: Mapping[str, Tally]

    @property
    def ties(self) -> bool:
        """Return whether it is one of team ties."""
        return any(isinstance(row, TeamTally) for row in self.rows.values())


@dataclass(frozen=True, slots=True)
class Split:
    """The reason why ``ahead`` is before its neighbour ``behind``: the criterion and the numbers of both."""

    ahead: str
    behind: str
    name: str
    values: tuple[float, float] | None = None
    """None for a play-off."""
    mini: Mini | None = None
    """Set if the numbers are those of a mini-table."""
    score: str = ""
    """The score of a play-off."""
    part: int = 0
    """Which of the several numbers of the criterion it was, from 1; 0: it has one."""


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
    meetings: Matches | Ties,
    lots: Sequence[str] = (),
    *,
    one_at_a_time: bool = False,
) -> Ranking:
    """Rank ``entrants``. ``lots`` are entrants in the order drawn so far.

    ``one_at_a_time``: a criterion after the first places the best alone, and the others begin again at the second.
    """
    return _Sorter(tuple(criteria), figures, meetings, lots, one_at_a_time).sort(tuple(entrants))


class _Sorter:
    """One ranking in progress: splits are recorded as sets come apart."""

    def __init__(
        self,
        criteria: tuple[TieBreak, ...],
        figures: Figures,
        meetings: Matches | Ties,
        lots: Sequence[str],
        one_at_a_time: bool,
    ) -> None:
        self.criteria = criteria
        self.figures = figures
        self.meetings = meetings
        self.one_at_a_time = one_at_a_time
        self.drawn = {entrant: place for place, entrant in enumerate(lots)}
        self.splits: dict[tuple[str, str], Split] = {}
        self.waiting: list[tuple[str, ...]] = []

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
        if self.one_at_a_time and number and len(parts) > 1:
            return self._best_alone(parts, number)
        places: list[tuple[str, ...]] = []
        for part in parts:
            inside = self._ordered_sets(part.entrants, number + 1)
            if part.border is not None:
                self._record(part.border, places[-1][-1], inside[0][0])
            places += inside
        return places

    def _best_alone(self, parts: Sequence[_Part], number: int) -> list[tuple[str, ...]]:
        """Place the first of ``parts``; the others begin again at the second criterion."""
        first, *others = parts
        before = self._ordered_sets(first.entrants, number + 1)
        after = self._ordered_sets(tuple(chain.from_iterable(part.entrants for part in others)), 1)
        ahead, behind = before[-1][-1], after[0][0]
        borders = (part.border for part in others if part.border)
        self._record(next(border for border in borders if border.separates(ahead, behind)), ahead, behind)
        return before + after

    def _record(self, border: _Border, ahead: str, behind: str) -> None:
        self.splits[ahead, behind] = border.between(ahead, behind)

    def _by_figure(self, level: tuple[str, ...], name: str) -> list[_Part]:
        keys = {entrant: _values(self.figures(name, entrant)) for entrant in level}
        names = (name,) * len(keys[level[0]])
        return _parts(_partition(level, keys, names), _Border(names, keys, None))

    def _by_lots(self, level: tuple[str, ...]) -> list[_Part]:
        if any(entrant not in self.drawn for entrant in level):
            self.waiting.append(level)
            return [_Part(level)]
        order = sorted(level, key=self.drawn.__getitem__)
        keys: dict[str, tuple[float, ...]] = {entrant: (self.drawn[entrant],) for entrant in level}
        return _parts([(entrant,) for entrant in order], _Border((LOTS,), keys, None))

    def _head_to_head(self, level: tuple[str, ...], criterion: HeadToHead) -> list[_Part]:
        if criterion.met and not self.meetings.all_met(level, criterion.met):
            return [_Part(level)]
        rows, figures = self.meetings.mini(level)
        values = {entrant: [_values(figures(name, entrant)) for name in criterion.names] for entrant in level}
        names = [name for name, several in zip(criterion.names, values[level[0]], strict=True) for _value in several]
        keys = {entrant: tuple(chain.from_iterable(several)) for entrant, several in values.items()}
        sets = _partition(level, keys, names)
        if len(sets) == 1:
            return [_Part(level)]
        mini = Mini(tuple(chain.from_iterable(sets)), criterion.names, rows)
        parts = _parts(sets, _Border(names, keys, mini))
        if not criterion.reapply:
            return parts
        smaller: list[_Part] = []
        for part in parts:
            first, *others = self._head_to_head(part.entrants, criterion) if len(part.entrants) > 1 else [part]
            smaller += [_Part(first.entrants, part.border), *others]
        return smaller

    def _direct_encounter(self, level: tuple[str, ...]) -> list[_Part]:
        borders = self.meetings.borders(level)
        sets = encounters.places(level, borders)
        parts = [_Part(sets[0])]
        for upper, lower in pairwise(sets):
            # The last border between two is the narrowest: it was drawn among those still level by then.
            border = next(
                border for border in reversed(borders) if upper[0] in border.ahead and lower[0] in border.behind
            )
            keys = {entrant: (value,) for entrant, value in border.values.items()}
            parts.append(_Part(lower, _Border((DIRECT_ENCOUNTER,), keys, None)))
        return parts


@dataclass(frozen=True, slots=True)
class _Border:
    """What separates two sets: of the numbers in their keys the first that differs, each with its name."""

    names: Sequence[str]
    keys: Mapping[str, tuple[float, ...]]
    mini: Mini | None
    """Set if the numbers are those of a mini-table."""

    def separates(self, ahead: str, behind: str) -> bool:
        return ahead in self.keys and behind in self.keys and self.keys[ahead] != self.keys[behind]

    def between(self, ahead: str, behind: str) -> Split:
        ours, theirs = self.keys[ahead], self.keys[behind]
        at = next(at for at in range(len(ours)) if ours[at] != theirs[at])
        name = self.names[at]
        part = at - self.names.index(name) + 1 if CRITERIA[name].part else 0
        return Split(ahead, behind, name, (ours[at], theirs[at]), self.mini, part=part)


@dataclass(frozen=True, slots=True)
class _Part:
    """A set that a criterion leaves level, and its border to the set before; None for the first of all."""

    entrants: tuple[str, ...]
    border: _Border | None = None


def _values(figure: Figure) -> tuple[float, ...]:
    return figure if isinstance(figure, tuple) else (figure,)


def _parts(sets: Sequence[tuple[str, ...]], border: _Border) -> list[_Part]:
    """Return ``sets``, in their order, as parts that one border separates."""
    return [_Part(part, border if at else None) for at, part in enumerate(sets)]


def _partition(
    level: tuple[str, ...], keys: Mapping[str, tuple[float, ...]], names: Sequence[str]
) -> list[tuple[str, ...]]:
    """Return ``level`` as sets with equal keys, the best first; a number of a key has the direction of its name."""
    signs = [1 if CRITERIA[name].lower_is_better else -1 for name in names]
    alike: dict[tuple[float, ...], list[str]] = {}
    for entrant in level:
        alike.setdefault(keys[entrant], []).append(entrant)
    in_order = sorted(alike, key=lambda key: tuple(sign * value for sign, value in zip(signs, key, strict=True)))
    return [tuple(alike[key]) for key in in_order]
