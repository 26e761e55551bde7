"""Refusals of events."""

from league.competitions.errors import CompetitionError


class EventRefused(CompetitionError):
    """A competition that cannot join, people who cannot be one, a timetable that cannot be made."""

    code = "event"
