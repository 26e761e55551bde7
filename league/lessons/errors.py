"""Refusals of lessons."""

from league.errors import LeagueError


class BadStep(LeagueError):
    """A position that cannot be read, a question without an answer, or one step too many; ``field`` is at fault."""

    code = "bad_step"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


class TooManyLessons(LeagueError):
    """One person has as many lessons as allowed."""

    code = "too_many_lessons"
