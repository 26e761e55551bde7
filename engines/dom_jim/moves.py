"""Every move of Dom Jim as a constant, so that legal lists consist of ready objects. Source: DJ-14.7.

``code`` is ``kind << 16 | figure << 8 | cell``.
"""

from itertools import chain
from typing import Final

from engines.core.moves import Move, piece_to_each, to_each
from engines.dom_jim.board import CELLS, PIECES

MOVE, KICK, LONG_THROW, HOLD, CORNER, THROW_IN, RELOCATE, KEEPER = range(8)


MOVES: Final = piece_to_each(MOVE, "move", PIECES, CELLS)
RELOCATIONS: Final = piece_to_each(RELOCATE, "relocate", PIECES, CELLS)
KICKS: Final = to_each(KICK, "kick", CELLS)
THROW_INS: Final = to_each(THROW_IN, "throw_in", CELLS)
KEEPERS: Final = to_each(KEEPER, "keeper", CELLS)
CORNER_TAKERS: Final = tuple(
    Move({"type": "corner", "piece": piece}, CORNER << 16 | number << 8) for number, piece in enumerate(PIECES)
)
THE_LONG_THROW: Final = Move({"type": "long_throw"}, LONG_THROW << 16)
THE_HOLD: Final = Move({"type": "hold"}, HOLD << 16)


def every() -> tuple[Move, ...]:
    """Return each move that the game has, by its code."""
    return (
        *chain(*MOVES),
        *KICKS,
        THE_LONG_THROW,
        THE_HOLD,
        *CORNER_TAKERS,
        *THROW_INS,
        *chain(*RELOCATIONS),
        *KEEPERS,
    )
