"""What this room refuses."""

from __future__ import annotations

from league.competitions.errors import CompetitionError


class SeriesRefused(CompetitionError):
    """A competition that cannot be added, names that cannot be one person, a series that has no event to follow."""

    code = "series"
