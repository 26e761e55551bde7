"""A match's log as the rows that are counted: the opening first, then every move."""

from collections.abc import Iterator
from typing import Final

from engines.core.figures import Row
from engines.core.seats import Seat as SeatName
from matches.log import moves_of
from matches.models import Match

_SEAT: Final[dict[str, SeatName]] = {"home": "home", "away": "away"}


def rows_of(match: Match) -> Iterator[Row]:
    """Return the rows of ``match`` as far as it has been played."""
    yield Row(events=match.opening.get("events", ()))
    for row in moves_of(match):
        yield Row(seat=_SEAT.get(row.seat), move=row.move, events=row.events)
