"""Refusals of school classes."""

from league.competitions.errors import CompetitionError


class CardRefused(CompetitionError):
    """A code, name or PIN that opens nothing, or too many wrong ones."""

    code = "card"
