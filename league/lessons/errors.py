"""Refusals of lessons."""

from django.utils.translation import gettext as _

from league.errors import LeagueError


class BadStep(LeagueError):
    """A position that cannot be read, a question without an answer, or one step too many; ``field`` is at fault."""

    code = "bad_step"

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


class StepChanged(LeagueError):
    """An answer to a step that was deleted or changed since its solver read it."""

    code = "step_changed"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This lesson has changed since you opened it. Look at this step again."))


class TooManyLessons(LeagueError):
    """One person has as many lessons as allowed."""

    code = "too_many_lessons"
