"""The tables of a hall as lists of taken times, in seconds."""

from bisect import bisect_right, insort
from collections.abc import Iterable
from typing import Final

from league.formats.timetable.network import Node, Seconds, seconds
from league.formats.timetable.terms import Agenda, Interval, Table

NEVER: Final[Seconds] = 1 << 40
"""Later than any event."""


class TableTimes:
    """Times at which one table is taken: by matches, breaks and being closed."""

    def __init__(
        self, table: Table, closed: list[tuple[Seconds, Seconds]], matches: Iterable[tuple[Seconds, Seconds]]
    ) -> None:
        """``matches``: those that have begun, with the change after each."""
        self.table = table
        self.closed = closed
        self.matches = [*matches]
        self.taken: list[tuple[Seconds, Seconds]] = []
        for start, end in sorted([*closed, *self.matches]):
            if self.taken and start < self.taken[-1][1]:
                self.taken[-1] = (self.taken[-1][0], max(end, self.taken[-1][1]))
            elif start < end:
                self.taken.append((start, end))

    def first(self, start: Seconds, duration: Seconds) -> Seconds:
        """Return the first moment from ``start`` at which it is free for ``duration``."""
        at = bisect_right(self.taken, (start, NEVER + 1)) - 1
        if at >= 0:
            start = max(start, self.taken[at][1])
        for taken_start, taken_end in self.taken[at + 1 :]:
            if taken_start >= start + duration:
                break
            start = taken_end
        return start

    def fits(self, start: Seconds, end: Seconds, change: Seconds) -> bool:
        """Return whether a match can be played then, if ``change`` is left out after the others."""
        return all(end <= first or last <= start for first, last in self.closed) and all(
            end <= first or last - change <= start for first, last in self.matches
        )

    def idle_before(self, start: Seconds) -> Seconds:
        """Return how long it has stood empty before ``start``."""
        at = bisect_right(self.taken, (start, start)) - 1
        return start - self.taken[at][1] if at >= 0 else NEVER

    def take(self, start: Seconds, end: Seconds) -> None:
        insort(self.taken, (start, end))
        self.matches.append((start, end))

    def free(self, start: Seconds, end: Seconds) -> None:
        self.taken.remove((start, end))
        self.matches.remove((start, end))


def takes(table: Table, node: Node) -> bool:
    """Return whether a fixture may be played on a table."""
    if node.fixture.table is not None:
        return table.number == node.fixture.table
    return not table.reserved and table.game in ("", node.competition.game)


def span(interval: Interval) -> tuple[Seconds, Seconds]:
    return seconds(interval.start), NEVER if interval.end is None else seconds(interval.end)


def closed_times(agenda: Agenda, table: Table) -> list[tuple[Seconds, Seconds]]:
    """Return when nobody plays at a table: the breaks of the hall, and while it is closed."""
    return [span(each) for each in (*agenda.breaks, *table.closed)]
