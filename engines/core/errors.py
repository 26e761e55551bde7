"""Errors of an engine: each carries a sentence for a person and a code for a program.

All are subclasses of ``ValueError``; no input makes an engine raise anything else.
"""


class EngineError(ValueError):
    """A refusal; nothing changed. ``code`` is the wire's error code, ``str(error)`` the reason."""

    code = "bad_request"
    kind = ""
    """Kind of the refusal, by which the rules page has its chapter (``engines.core.rulebook``); empty: none."""


class IllegalMove(EngineError):
    """A move, host move or out-of-turn ``default_move`` that the rules do not allow now."""

    code = "illegal_move"

    def __init__(self, reason: str, kind: str = "") -> None:
        super().__init__(reason)
        self.kind = kind


class BadRequest(EngineError):
    """An unknown command, game or seat; a move that is no object; a scripted die outside its faces."""

    code = "bad_request"


class BadState(EngineError):
    """An impossible position, or one not written as the game's data contract says."""

    code = "bad_state"


class BadOptions(EngineError):
    """An option or term unknown to the game or out of range; names the key and what it allows."""

    code = "bad_options"


class DiceExhausted(EngineError):
    """A roll after the last scripted die, without a seed."""

    code = "dice_exhausted"


def show(value: object, longest: int = 80) -> str:
    """Return the repr of any ``value``, cut to ``longest``, for an error's sentence."""
    try:
        words = repr(value)
    except (RecursionError, ValueError):  # nested beyond repr, or an integer beyond the digits Python prints
        words = f"a {type(value).__name__}"
    return words if len(words) <= longest else words[: longest - 1] + "…"
