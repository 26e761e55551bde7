"""Every move of six-a-side as a constant, so that legal lists hold ready objects. Source: SX 14.

``code`` is ``kind << 16 | pawn << 8 | space`` (or the number of a pick, or of a formation).
"""

from itertools import chain
from typing import Final

from engines.core.moves import Move, piece_to_each, to_each
from engines.six_a_side.board import CELLS, FORMATIONS, PIECES

(
    PLACE,
    FORMATION,
    NAME_STARTER,
    MOVE,
    PASS,
    KICK,
    LONG_PASS,
    STEAL,
    SUBSTITUTE,
    DONE,
    NAME_KEEPER,
    DECLINE,
    NAME_KICKER,
    PICK,
) = range(14)


def _piece(kind: int, name: str) -> tuple[Move, ...]:
    return tuple(Move({"type": name, "piece": piece}, kind << 16 | number << 8) for number, piece in enumerate(PIECES))


PLACINGS: Final = piece_to_each(PLACE, "place", PIECES, CELLS)
THE_FORMATIONS: Final = tuple(
    Move({"type": "formation", "name": name}, FORMATION << 16 | number) for number, name in enumerate(FORMATIONS[0])
)
FORMATION_NAMES: Final = tuple(FORMATIONS[0])
STARTERS: Final = _piece(NAME_STARTER, "kickoff")
MOVES: Final = piece_to_each(MOVE, "move", PIECES, CELLS)
PASSES: Final = to_each(PASS, "pass", CELLS)
KICKS: Final = to_each(KICK, "kick", CELLS)
LONG_PASSES: Final = to_each(LONG_PASS, "long_pass", CELLS)
STEALS: Final = _piece(STEAL, "steal")
SUBSTITUTIONS: Final = _piece(SUBSTITUTE, "substitute")
THE_DONE: Final = Move({"type": "done"}, DONE << 16)
KEEPERS: Final = _piece(NAME_KEEPER, "keeper")
THE_DECLINE: Final = Move({"type": "decline"}, DECLINE << 16)
KICKERS: Final = _piece(NAME_KICKER, "kicker")
PICKS: Final = tuple(Move({"type": "pick", "number": number}, PICK << 16 | number) for number in (1, 2, 3))


def every() -> tuple[Move, ...]:
    """Return each move that the game has, by its code."""
    return (
        *chain(*PLACINGS),
        *THE_FORMATIONS,
        *STARTERS,
        *chain(*MOVES),
        *PASSES,
        *KICKS,
        *LONG_PASSES,
        *STEALS,
        *SUBSTITUTIONS,
        THE_DONE,
        *KEEPERS,
        THE_DECLINE,
        *KICKERS,
        *PICKS,
    )
