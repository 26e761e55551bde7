"""Deadlines of fixtures: the end of a round's window, later by the leave of a side."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Protocol, TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture
from league.days import from_clock, on_clock
from league.registry import Registry


class Leave(Protocol):
    """A granted pause: no window runs against the entrant meanwhile."""

    entrant_id: UUID
    first: date
    last: date
    """Included."""
    starts_at: datetime
    ends_at: datetime


LeaveSource: TypeAlias = Callable[[Competition], Iterable[Leave]]
"""Lists the leaves in a competition; makes no query where nobody can have taken any."""

leave_sources: Registry[LeaveSource] = Registry()


def leaves_of(row: Competition) -> list[Leave]:
    """Return the leaves of all entrants of ``row``, for ``deadline``."""
    return [leave for source in leave_sources for leave in source(row)]


def deadline(fixture: Fixture, leaves: Iterable[Leave], zone: ZoneInfo) -> datetime | None:
    """Return the deadline of ``fixture``: the end of its round's window, later by both sides' leave in it.

    ``zone`` is that of the competition: a day of leave is a day there, of 24 hours or not.

    The fixture's round must be loaded. None while the window has no end.
    """
    opens, closes = fixture.tie.round.opens_at, fixture.tie.round.closes_at
    if closes is None:
        return None
    sides = (fixture.home_id, fixture.away_id)
    spans = [(leave.starts_at, leave.ends_at) for leave in leaves if leave.entrant_id in sides]
    return moved_end(opens, closes, spans, zone)


def moved_end(
    opens: datetime | None, closes: datetime, away: Sequence[tuple[datetime, datetime]], zone: ZoneInfo
) -> datetime:
    """Return the end of a window that stands still during ``away``, by the clock in ``zone``.

    Overlapping leaves count once.
    """
    end = closes_on_clock = on_clock(closes, zone)
    covered = None if opens is None else on_clock(opens, zone)
    for begin, over in sorted((on_clock(first, zone), on_clock(last, zone)) for first, last in away):
        begin = begin if covered is None else max(begin, covered)
        if begin < end and over > begin:
            end += over - begin
            covered = over
    return closes if end == closes_on_clock else from_clock(end, zone)


def sides_on_leave(fixture: Fixture, leaves: Iterable[Leave]) -> list[tuple[Entrant, Leave]]:
    """Return the sides of ``fixture`` whose leave is running, or begins before its window ends."""
    now, closes = timezone.now(), fixture.tie.round.closes_at
    sides = {side.id: side for side in (fixture.home, fixture.away) if side is not None}
    return [
        (sides[leave.entrant_id], leave)
        for leave in leaves
        if leave.entrant_id in sides
        and leave.ends_at > now
        and (leave.starts_at <= now or not closes or leave.starts_at < closes)
    ]
