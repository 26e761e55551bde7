"""The base of all refusals, and those of ``matches``: each has a sentence for a person and a code for a program."""

from typing import Any


class Refusal(ValueError):
    """A refusal that changed nothing. ``code`` is for programs, ``str(error)`` for people."""

    code = "refused"
    status = 409
    """The HTTP status of the same meaning."""

    def members(self) -> dict[str, Any]:
        """Return the extra members of the API's problem document beside sentence, code and status."""
        return {}


class MatchError(Refusal):
    """A refusal of ``matches``."""


class SeatTaken(MatchError):
    """The seat is not open, or not for this user."""

    code = "seat_taken"


class NotSeated(MatchError):
    """The user does not sit at this table."""

    code = "not_seated"
    status = 403


class Elsewhere(MatchError):
    """The user plays on another device now, and only looks on from this one."""

    code = "elsewhere"


class BadFrame(MatchError):
    """A frame or a body unknown to the protocol."""

    code = "bad_frame"
    status = 400
