"""Errors of competitions: each has a sentence for people and a code for programs."""

from typing import Any

from league.errors import LeagueError


class CompetitionError(LeagueError):
    """A refusal of something that concerns a competition."""


class BadSetting(CompetitionError):
    """A setting that a competition cannot have; ``field`` names it."""

    code = "bad_setting"
    status = 400

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field

    def members(self) -> dict[str, Any]:
        return {"errors": {self.field: [str(self)]}}


class TooManyCompetitions(BadSetting):
    """One competition more than a person may own."""

    code = "too_many_competitions"
    status = 409

    def __init__(self, sentence: str) -> None:
        super().__init__("owner", sentence)


class WrongStep(CompetitionError):
    """A step that is not possible at this point of the competition's life."""

    code = "wrong_step"


class EntryRefused(CompetitionError):
    """An entry or a name that is refused."""

    code = "entry"


class RulingRefused(CompetitionError):
    """A ruling that the rules or the state of the fixture do not allow."""

    code = "ruling"


class ReasonMissing(RulingRefused):
    """A ruling without the reason that it needs."""

    field = "reason"


class LineUpRefused(CompetitionError):
    """A line-up that is not possible, not for this person, or too late."""

    code = "line_up"


class ReportRefused(CompetitionError):
    """A report, an answer to one or a dispute that is not possible, or not for this person."""

    code = "report"


class ScheduleRefused(CompetitionError):
    """A kick-off or a plan that is not possible."""

    code = "schedule"


class NoteRefused(CompetitionError):
    """An announcement or a comment that is refused."""

    code = "note"


class Banned(CompetitionError):
    """Something that others would read, of a person whom a moderator has banned."""

    code = "banned"


class StaffRefused(CompetitionError):
    """A role that cannot be given or taken."""

    code = "staff"


class NeedsConfirmation(CompetitionError):
    """A ruling that would undo results of later fixtures; ``effects`` lists them in sentences."""

    code = "needs_confirmation"

    def __init__(self, sentence: str, effects: list[str], seen: str = "") -> None:
        super().__init__(sentence)
        self.effects = effects
        self.seen = seen
        """The digest of ``effects``: send it back with the confirmation."""

    def members(self) -> dict[str, Any]:
        return {"effects": self.effects, "seen": self.seen}
