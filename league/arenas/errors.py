"""Refusals of arenas."""

from league.errors import LeagueError


class ArenaRefused(LeagueError):
    """Something that is not possible in this arena now, or not for this person."""

    code = "arena"


class TooManyArenas(ArenaRefused):
    """One arena more than a person may have open."""

    code = "too_many_arenas"
