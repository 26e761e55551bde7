"""Refusals of clubs, each with a sentence for a person and a code for a program."""

from league.competitions.errors import CompetitionError


class ClubRefused(CompetitionError):
    """A refused action on a club."""

    code = "club"


class HandoverRefused(CompetitionError):
    """An offer, an answer or a claim that is not possible, or not for this person."""

    code = "handover"
