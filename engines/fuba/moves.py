"""Moves of FUBA as shared objects with numbers, and the number of a wire object.

The numbers of one type are consecutive, so that the rules compute with plain integers.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.core.errors import IllegalMove, show
from engines.core.moves import Move
from engines.core.seats import SEATS
from engines.fuba.board import PIECES, SPOTS, ZONES
from engines.fuba.options import DIVE_SIDES, FORMATION_NAMES

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "formation": ("formation",),
    "kick_off_by": ("seat",),
    "place": ("piece", "to"),
    "adjust": ("piece", "to"),
    "done": (),
    "target": ("zone", "via"),
    "receive": ("piece",),
    "collect": ("piece",),
    "shoot": (),
    "play_on": (),
    "movement": ("option",),
    "move": ("piece", "to", "carry"),
    "free_move": ("piece", "to"),
    "goal_kick": ("speed",),
    "corner": ("spot",),
    "send_off": ("piece",),
    "dive": ("side",),
    "aim": ("side",),
}
"""Move type -> its fields beside ``type``, in the order of the spec's table."""

MOVES: Final[list[Move]] = []
"""[number]: the move."""
_NUMBER: Final[dict[tuple[Any, ...], int]] = {}


def _number_moves(kind: str, *values: tuple[Any, ...]) -> int:
    """Number one move for each row of field values; return the first number."""
    base = len(MOVES)
    fields = FIELDS[kind]
    for row in values:
        _NUMBER[(kind, *row)] = len(MOVES)
        MOVES.append(Move({"type": kind, **dict(zip(fields, row, strict=True))}, len(MOVES)))
    return base


_PLACES = [(piece, zone) for piece in PIECES for zone in ZONES]
_EACH = [(piece,) for piece in PIECES]

FORMATION_0: Final = _number_moves("formation", *((name,) for name in FORMATION_NAMES))
KICK_OFF_BY_0: Final = _number_moves("kick_off_by", *((seat,) for seat in SEATS))
PLACE_0: Final = _number_moves("place", *_PLACES)
"""+ 13 * piece + zone; so are adjust and free_move."""
ADJUST_0: Final = _number_moves("adjust", *_PLACES)
DONE: Final = _number_moves("done", ())
TARGET_0: Final = _number_moves("target", *((zone, via) for zone in ZONES for via in (*ZONES, None)))
"""+ 14 * zone + via, via 13 where it is null."""
RECEIVE_0: Final = _number_moves("receive", *_EACH)
COLLECT_0: Final = _number_moves("collect", *_EACH)
SHOOT: Final = _number_moves("shoot", ())
PLAY_ON: Final = _number_moves("play_on", ())
MOVEMENT_0: Final = _number_moves("movement", ("defence",), ("midfield",), ("forward",))
MOVE_0: Final = _number_moves("move", *((*place, carry) for place in _PLACES for carry in (False, True)))
"""+ 26 * piece + 2 * zone + (1 with the ball)."""
FREE_MOVE_0: Final = _number_moves("free_move", *_PLACES)
GOAL_KICK_0: Final = _number_moves("goal_kick", ("fast",), ("slow",))
CORNER_0: Final = _number_moves("corner", *((spot,) for spot in SPOTS))
SEND_OFF_0: Final = _number_moves("send_off", *_EACH)
AIM_SIDES: Final = ("left", "centre", "right")
DIVE_0: Final = _number_moves("dive", *((side,) for side in DIVE_SIDES))
AIM_0: Final = _number_moves("aim", *((side,) for side in AIM_SIDES))


def number_of(move: Mapping[str, Any]) -> int:
    """Return the number of a move from outside.

    Raises:
        IllegalMove: the object is no move of FUBA, with the field that is wrong.
    """
    if type(move) is Move and 0 <= move.code < len(MOVES) and MOVES[move.code] is move:
        return move.code
    kind = move.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise IllegalMove(f"there is no move of type {show(kind)} (section 12, moves)", "shape")
    fields = FIELDS[kind]
    if len(move) != len(fields) + 1 or any(field not in move for field in fields):
        names = ", ".join(("type", *fields))
        raise IllegalMove(f"a move of type {kind} has exactly the fields {names}", "shape")
    for field in fields:
        value = move[field]
        if field == "carry":
            if not isinstance(value, bool):
                raise IllegalMove(f"carry must be true or false, not {show(value)}", "shape")
        elif not (isinstance(value, str) or (field == "via" and value is None)):
            raise IllegalMove(f"{field} must be a string, not {show(value)}", "shape")
    code = _NUMBER.get((kind, *(move[field] for field in fields)))
    if code is None:
        values = ", ".join(f"{field} {show(move[field])}" for field in fields)
        raise IllegalMove(f"there is no {kind} with {values}", "shape")
    return code


def every() -> Sequence[Move]:
    """Return each move that the game has, by its number."""
    return MOVES
