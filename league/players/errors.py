"""What this room refuses: each error has a sentence for a person and a code for a program."""

from __future__ import annotations

from league.errors import LeagueError


class PlayerError(LeagueError):
    """A refusal of something that concerns who somebody is."""


class NicknameRefused(PlayerError):
    """A nickname that is too short, too long, or written with signs that deceive."""

    code = "nickname"


class ClaimRefused(PlayerError):
    """A name without account that this account may not take over."""

    code = "claim"


class ResetRefused(PlayerError):
    """A reset link that this organiser may not make."""

    code = "reset"
