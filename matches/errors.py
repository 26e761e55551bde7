"""What ``matches`` may refuse, with a sentence for a person and a code for a program."""

from __future__ import annotations


class MatchError(ValueError):
    """Something was refused and nothing changed. ``code`` is for programs, ``str(error)`` for people."""

    code = "refused"
    status = 409
    """The HTTP status that says the same."""


class SeatTaken(MatchError):
    """The seat is not open, or not for this user."""

    code = "seat_taken"


class NotSeated(MatchError):
    """Only who sits at the table may do this."""

    code = "not_seated"
    status = 403


class Elsewhere(MatchError):
    """The user plays on another device now, and only looks on from this one."""

    code = "elsewhere"


class BadFrame(MatchError):
    """A frame or a body that the protocol does not know."""

    code = "bad_frame"
    status = 400
