"""The two seats of every match, and the basic types that all games use."""

from typing import Any, Final, Literal, TypeAlias

from engines.core.errors import BadRequest, show

Seat: TypeAlias = Literal["home", "away"]
"""A side of a match. Coordinates are absolute: home attacks the high end of the board."""

SEATS: Final[tuple[Seat, Seat]] = ("home", "away")

Wire: TypeAlias = dict[str, Any]
"""A JSON object of the data contracts (``Any``: its shape is the game's own)."""

Event: TypeAlias = dict[str, Any]
"""One event, ``{"type": ..., ...}``, public to all (``Any``: its keys are the game's own)."""


def other(seat: Seat) -> Seat:
    return "away" if seat == "home" else "home"


_SIDES: Final[dict[object, int]] = {"home": 0, "away": 1}


def side_of(seat: object) -> int:
    """Return 0 for home, 1 for away. Raises BadRequest for anything else."""
    try:
        return _SIDES[seat]
    except (KeyError, TypeError):
        raise BadRequest(f"a seat is {' or '.join(SEATS)}, not {show(seat)}") from None


def seat_of(event: Event) -> object:
    """Return the seat that ``event`` is about; None if it names neither a seat nor a piece."""
    if event.get("seat"):
        return event["seat"]
    piece = event.get("winner") or event.get("from") or event.get("piece")
    return piece.partition(".")[0] if isinstance(piece, str) else None
