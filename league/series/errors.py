"""Refusals of series."""

from league.competitions.errors import CompetitionError


class SeriesRefused(CompetitionError):
    """A competition that cannot be added, names that cannot be one person, or no event to follow."""

    code = "series"
