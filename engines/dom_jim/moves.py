"""Every move of Dom Jim as a constant, so that legal lists consist of ready objects. Source: DJ-14.7.

``code`` is ``kind << 16 | figure << 8 | cell``.
"""

from __future__ import annotations

from typing import Final

from engines.core.moves import Move
from engines.dom_jim.board import CELLS, PIECES

MOVE, KICK, LONG_THROW, HOLD, CORNER, THROW_IN, RELOCATE, KEEPER = range(8)


def _to(kind: int, name: str) -> tuple[Move, ...]:
    return tuple(Move({"type": name, "to": cell}, kind << 16 | code) for code, cell in enumerate(CELLS))


def _piece_to(kind: int, name: str) -> tuple[tuple[Move, ...], ...]:
    return tuple(
        tuple(
            Move({"type": name, "piece": piece, "to": cell}, kind << 16 | number << 8 | code)
            for code, cell in enumerate(CELLS)
        )
        for number, piece in enumerate(PIECES)
    )


MOVES: Final = _piece_to(MOVE, "move")
RELOCATIONS: Final = _piece_to(RELOCATE, "relocate")
KICKS: Final = _to(KICK, "kick")
THROW_INS: Final = _to(THROW_IN, "throw_in")
KEEPERS: Final = _to(KEEPER, "keeper")
CORNER_TAKERS: Final = tuple(
    Move({"type": "corner", "piece": piece}, CORNER << 16 | number << 8) for number, piece in enumerate(PIECES)
)
THE_LONG_THROW: Final = Move({"type": "long_throw"}, LONG_THROW << 16)
THE_HOLD: Final = Move({"type": "hold"}, HOLD << 16)
