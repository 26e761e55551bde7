"""Refusals of clubs, each with a sentence for a person and a code for a program."""

from league.competitions.errors import CompetitionError


class ClubRefused(CompetitionError):
    """A refused action on a club; ``field`` names the wrong setting, if it is one."""

    code = "club"

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class HandoverRefused(CompetitionError):
    """An offer, an answer or a claim that is not possible, or not for this person."""

    code = "handover"
