"""The time in which captains name the line-ups of a tie of teams."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from league.competitions.models import Competition, Round, Tie
from league.days import later


def asked_at(tie: Tie) -> datetime | None:
    """Return when the line-ups of the leg of ``tie`` that is due were asked for; None before its round opens."""
    round = tie.round
    if round.opens_at is None or round.status == Round.Status.PENDING:
        return None
    return round.opens_at if tie.leg_since is None else max(tie.leg_since, round.opens_at)


def time_of(competition: Competition, tie: Tie) -> datetime | None:
    """Return the moment at which the line-ups of ``tie`` open whoever is silent; None before its round opens.

    A planned round may be shorter than the time for them: they open at its end. Those of a later leg that is due after
    that have their whole time.
    """
    asked = asked_at(tie)
    if asked is None:
        return None
    at = later(asked, timedelta(hours=competition.line_up_hours), ZoneInfo(competition.time_zone))
    closes = tie.round.closes_at
    return at if closes is None or closes <= asked else min(at, closes)
