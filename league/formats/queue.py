"""A queue of matches for real tables: who is next, and which match goes to which free table.

Pure: a match is what waits, with the people who play it; people are busy while they are called, play or rest. Nobody is
in two calls at once, and no table has two.
"""

import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Person = TypeVar("Person", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Waiting(Generic[Key, Person]):
    """A match that could be played now."""

    key: Key
    people: frozenset[Person]
    round: int
    number: int
    """Its place in the round."""
    since: float
    """Since when all of its people wait."""
    game: str = ""
    officials: frozenset[Person] = frozenset()
    """Its referee under all names: as busy as its players, but without a rest."""
    planned: float | None = None
    """Its place in a timetable; None: it has no time."""
    table: int | None = None
    """Its table in the timetable."""
    place: int | None = None
    """Its place by the organiser's hand; None: by the rules."""
    stream: bool = False
    """True if it waits for a filmed table."""
    asleep: bool = False
    """True if it was called in vain too often: only the organiser calls it again."""

    @property
    def everybody(self) -> frozenset[Person]:
        """People needed for it."""
        return self.people | self.officials


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A table at which nobody plays. ``game``: the only one played there; empty: any."""

    number: int
    game: str = ""
    stream: bool = False

    def fits(self, match: Waiting[Key, Person]) -> bool:
        """Return whether ``match`` may be played here: one for the stream only there, and no other there."""
        return self.stream == match.stream and self.game in ("", match.game)


def in_order(waiting: Iterable[Waiting[Key, Person]]) -> list[Waiting[Key, Person]]:
    """Order the queue: by the organiser's hand, the timetable, the round, who has waited longest, the fixture list.

    What sleeps comes last: it holds up nobody.
    """
    return sorted(waiting, key=_place)


def _place(match: Waiting[Key, Person]) -> tuple[bool, float, float, int, float, int]:
    by_hand, planned = (math.inf if place is None else place for place in (match.place, match.planned))
    return match.asleep, by_hand, planned, match.round, match.since, match.number


def next_calls(
    tables: Iterable[FreeTable],
    waiting: Iterable[Waiting[Key, Person]],
    busy: Collection[Person],
    resting: Collection[Person] = (),
) -> list[tuple[FreeTable, Waiting[Key, Person]]]:
    """Return which match goes to which of the free ``tables``, in the order of the queue.

    A match whose people are ``busy``, or whose players rest, lets the next one pass. It goes to its table of the
    timetable, else to one that no other waiting match has there; a table of its own game is taken before one for any.
    """
    free = sorted(tables, key=lambda table: (not table.game, table.number))
    queue = in_order(waiting)
    wanted = {match.table for match in queue}
    taken, rest = set(busy), set(resting)
    calls = []
    for match in queue:
        if match.asleep or not (taken.isdisjoint(match.everybody) and rest.isdisjoint(match.people)):
            continue
        own_first = sorted(free, key=lambda table: (table.number != match.table, table.number in wanted))
        table = next((table for table in own_first if table.fits(match)), None)
        if table is not None:
            free.remove(table)
            taken |= match.everybody
            calls.append((table, match))
    return calls


def moved(keys: Sequence[Key], key: Key, to: str, fixed: int = 0) -> list[Key]:
    """Return the start of the queue that is fixed by hand once ``key`` is moved ``up``, ``down`` or to the ``front``.

    ``keys``: the queue as it is seen, whose first ``fixed`` stand there by hand. What follows is ordered by the rules.
    """
    at = keys.index(key)
    target = {"front": 0, "up": max(at - 1, 0), "down": min(at + 1, len(keys) - 1)}[to]
    order = [each for each in keys if each != key]
    order.insert(target, key)
    joins = target < fixed <= at
    return order[: max(min(at, target) + 1, fixed + joins)]
