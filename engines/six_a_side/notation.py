"""The line of a position of six-a-side: its parts in order (``engines.core.position``).

Pawns stand as p1 to p7, two letters each, home first; elsewhere home's are ``A`` to ``G``, away's ``a`` to ``g``.
"""

from __future__ import annotations

from typing import Any, Final

from engines.core.position import (
    COUNT,
    FLAG,
    KICKS,
    RESULT,
    SEAT,
    WORD,
    Acting,
    Each,
    Field,
    Keyed,
    Positions,
    Record,
    Run,
    Tally,
    cells,
    pieces,
)
from engines.six_a_side.board import CELLS, PIECES
from engines.six_a_side.options import OPTIONS, frame

PAWN: Final = pieces(*PIECES)
CELL: Final = cells(*CELLS)
PLACES: Final = Keyed(PIECES, CELL, 2)


def _usual() -> tuple[Any, Any]:  # options and terms as JSON
    match = frame(None, None)
    return match.options, match.terms


NOBODY: Final = {"home": None, "away": None}
NOUGHT: Final = {"home": 0, "away": 0}
POSITIONS: Final = Positions(
    "six_a_side",
    OPTIONS,
    _usual,
    Field("period", WORD, "regulation"),
    Field("phase", WORD, "turn"),
    Field("to_act", Acting(), ["home"]),
    Field("active", SEAT, "home"),
    Field("attacking", SEAT, "home"),
    Field("score", Each(COUNT), NOUGHT),
    Field("pieces", PLACES, {}),
    Field("ball", CELL, None),
    Field("carrier", PAWN, None),
    Field("formation", PLACES, {}),
    Field("bench", Each(Run(PAWN)), {"home": [], "away": []}),
    Field("keeper", Each(PAWN), NOBODY),
    Field("subs_left", Each(COUNT), NOUGHT),
    Field("turn", COUNT, 0),
    Field("turns_played", COUNT, 0),
    Field("possession_turns", COUNT, 0),
    Field("controller", Each(COUNT), NOUGHT),
    Field("no_steal", Each(PAWN), NOBODY),
    Field("chain", Run(PAWN), []),
    Field("yellow", Tally(PAWN), {}),
    Field("sent_off", Run(PAWN), []),
    Field("coaching", Each(COUNT), NOUGHT),
    Field("penalty", Record(awarded=SEAT, reason=WORD, kicker=PAWN, keeper=PAWN), None),
    Field("picks", Each(COUNT), NOBODY),
    Field("time_up", FLAG, False),
    Field("shootout", KICKS, None),
    Field("result", RESULT, None),
)
