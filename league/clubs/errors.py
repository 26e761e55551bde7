"""What this room refuses: each error has a sentence for a person and a code for a program."""

from __future__ import annotations

from league.competitions.errors import CompetitionError


class ClubRefused(CompetitionError):
    """Something of a club that cannot be; ``field`` names the setting that is wrong, if it is one."""

    code = "club"

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class HandoverRefused(CompetitionError):
    """An offer, an answer or a claim that is not possible, or not by this person."""

    code = "handover"
