"""What this room refuses: each error has a sentence for a person and a code for a program."""

from __future__ import annotations


class PlayerError(ValueError):
    """Something was refused and nothing changed. ``str(error)`` is the sentence, in the reader's language."""

    code = "refused"


class NicknameRefused(PlayerError):
    """A nickname that is too short, too long, or written with signs that deceive."""

    code = "nickname"


class ClaimRefused(PlayerError):
    """A name without account that this account may not take over."""

    code = "claim"


class ResetRefused(PlayerError):
    """A reset link that this organiser may not make."""

    code = "reset"
