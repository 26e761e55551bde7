"""Deadlines of fixtures: the end of a round's window, which stands still while a side is on leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias
from uuid import UUID

from league.competitions.models import Competition, Fixture
from league.registry import Registry


class TimeOff(Protocol):
    """A time in which no window runs against an entrant."""

    entrant_id: UUID
    starts_at: datetime
    ends_at: datetime


TimeOffSource: TypeAlias = Callable[[Competition], Iterable[TimeOff]]
"""Lists the times off in a competition; asks no query where nobody may take any."""

time_off_sources: Registry[TimeOffSource] = Registry()


def times_off(row: Competition) -> list[TimeOff]:
    """Return the times off of all entrants of ``row``, for ``deadline``."""
    return [time_off for source in time_off_sources for time_off in source(row)]


def deadline(fixture: Fixture, off: Iterable[TimeOff]) -> datetime | None:
    """Return by when ``fixture`` is to be played: the end of its round's window, later by the leave of both sides in
    it. The fixture's round must be loaded; None as long as the window has no end.
    """
    opens, closes = fixture.tie.round.opens_at, fixture.tie.round.closes_at
    if closes is None:
        return None
    sides = (fixture.home_id, fixture.away_id)
    spans = [(one.starts_at, one.ends_at) for one in off if one.entrant_id in sides]
    return moved_end(opens, closes, spans)


def moved_end(opens: datetime | None, closes: datetime, away: Sequence[tuple[datetime, datetime]]) -> datetime:
    """The end of a window that stands still during ``away``. Pure. Overlapping leaves count once."""
    end = closes
    covered = opens
    for begin, over in sorted(away):
        begin = begin if covered is None else max(begin, covered)
        if begin < end and over > begin:
            end += over - begin
            covered = over
    return end
