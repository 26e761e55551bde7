"""Refusals of this app: each has a sentence for a person and a code for a program."""

from league.errors import LeagueError


class PlayerError(LeagueError):
    """Base of refusals about players and their identity."""


class NicknameRefused(PlayerError):
    """Refusal of a nickname that is too short, too long, or written with deceptive characters."""

    code = "nickname"


class ClaimRefused(PlayerError):
    """Refusal to let this account take over a name without account."""

    code = "claim"


class FactorNeeded(PlayerError):
    """Refusal of a right of staff or moderators before the account has a second factor."""

    code = "second_factor"
    status = 403


class ResetRefused(PlayerError):
    code = "reset"
