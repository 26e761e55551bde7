"""The time in which captains name the line-ups of a tie of teams."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from league.competitions.models import Competition, Round
from league.days import later


def time_of(competition: Competition, round: Round) -> datetime | None:
    """Return the moment at which the line-ups of ``round`` open whoever is silent; None before the round opens.

    A planned round may be shorter than the time for them: they open at its end.
    """
    if round.opens_at is None or round.status == Round.Status.PENDING:
        return None
    at = later(round.opens_at, timedelta(hours=competition.line_up_hours), ZoneInfo(competition.time_zone))
    return at if round.closes_at is None else min(at, round.closes_at)
