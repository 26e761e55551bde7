"""The errors of an engine: each carries a sentence for a person and a code for a program.

All are subclasses of ``ValueError``; no engine throws anything else, whatever it is given.
"""

from __future__ import annotations


class EngineError(ValueError):
    """Something was refused and nothing changed. ``code`` is the wire's error code, ``str(error)`` the reason."""

    code = "bad_request"


class IllegalMove(EngineError):
    """A move, host moves and a ``default_move`` out of turn included, that the rules do not allow now."""

    code = "illegal_move"


class BadRequest(EngineError):
    """An unknown command, game or seat; a move that is no object; a scripted die outside its faces."""

    code = "bad_request"


class BadState(EngineError):
    """A position that cannot stand, or is not written as the game's data contract says."""

    code = "bad_state"


class BadOptions(EngineError):
    """Options or terms that the game does not have or allow; names the key and what it allows."""

    code = "bad_options"


class DiceExhausted(EngineError):
    """A roll was needed after the last scripted die, and no seed was given."""

    code = "dice_exhausted"


def show(value: object, longest: int = 80) -> str:
    """``value`` for the sentence of an error: its repr, cut short, whatever came in."""
    try:
        words = repr(value)
    except (RecursionError, ValueError):  # nested beyond repr, or an integer beyond the digits Python prints
        words = f"a {type(value).__name__}"
    return words if len(words) <= longest else words[: longest - 1] + "…"
