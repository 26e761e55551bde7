"""Round robins that respect wishes: absences on matchdays, and pairs that must not meet too early.

The matchdays stay those of ``round_robin`` with their balance and their breaks; only the assignment of numbers
changes. With an odd field everybody rests once a cycle, and the search puts the rest on an absence; with an even one
everybody plays on every matchday, and broken wishes are listed, for the organiser to move those fixtures. The search
is a descent by exchanges from a seed: the same wishes and seed give the same calendar.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from league.formats.round_robin import Matchday, rounds

EXCHANGES: Final = 4_000
"""Exchanges tried."""
STARTS: Final = 6


@dataclass(frozen=True, slots=True)
class Wishes:
    """Wishes by place of entrants and matchday, both from 1."""

    absences: Mapping[int, Collection[int]] = field(default_factory=dict)
    """Entrant -> matchdays on which it cannot play."""
    not_before: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """Pair -> the first matchday on which it may meet."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The matchdays, and ``(matchday, home, away)`` of each fixture against a wish."""

    matchdays: list[Matchday]
    unmet: list[tuple[int, int, int]]


def arrange(n: int, times: int, wishes: Wishes, seed: int) -> Calendar:
    """Return the calendar of ``n`` entrants that breaks fewest of ``wishes``; without any, the plain one."""
    plain = rounds(n, times)
    best, unmet = plain, _unmet(plain, wishes)
    chance = Random(seed)
    for start in range(STARTS):
        if not unmet:
            break
        matchdays = _descend(plain, n, wishes, chance, shuffled=start > 0)
        against = _unmet(matchdays, wishes)
        if len(against) < len(unmet):
            best, unmet = matchdays, against
    return Calendar(best, unmet)


def _descend(plain: list[Matchday], n: int, wishes: Wishes, chance: Random, *, shuffled: bool) -> list[Matchday]:
    """Exchange two entrants at a time as long as it gets no worse."""
    who = list(range(n + 1))  # the number of the table -> the entrant; 0 stays
    if shuffled:
        numbers = who[1:]
        chance.shuffle(numbers)
        who = [0, *numbers]
    cost = len(_unmet(_renamed(plain, who), wishes))
    for _ in range(EXCHANGES // max(n, 4)):
        if not cost:
            break
        one, other = chance.sample(range(1, n + 1), 2)
        who[one], who[other] = who[other], who[one]
        now = len(_unmet(_renamed(plain, who), wishes))
        if now > cost:
            who[one], who[other] = who[other], who[one]
        else:
            cost = now
    return _renamed(plain, who)


def _renamed(plain: list[Matchday], who: list[int]) -> list[Matchday]:
    return [[(who[home], who[away]) for home, away in day] for day in plain]


def _unmet(matchdays: list[Matchday], wishes: Wishes) -> list[tuple[int, int, int]]:
    early = {frozenset(pair): day for pair, day in wishes.not_before.items()}
    return [
        (number, home, away)
        for number, day in enumerate(matchdays, start=1)
        for home, away in day
        if number in wishes.absences.get(home, ())
        or number in wishes.absences.get(away, ())
        or number < early.get(frozenset((home, away)), 0)
    ]
