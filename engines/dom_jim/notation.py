"""The line of a position of Dom Jim: its parts in order (``engines.core.position``).

Figures stand in canonical order (DJ-14.1), two letters each; elsewhere home's are ``A`` to ``L``, away's ``a`` to
``l``.
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
    Many,
    Positions,
    Record,
    Run,
    Tally,
    cells,
    pieces,
)
from engines.dom_jim.board import CELLS, PIECES
from engines.dom_jim.options import OPTIONS, frame

FIGURE: Final = pieces(*PIECES)
CELL: Final = cells(*CELLS)


def _usual() -> tuple[Any, Any]:  # options and terms as JSON
    match = frame(None, None)
    return match.options, match.terms


NOUGHT: Final = {"home": 0, "away": 0}
POSITIONS: Final = Positions(
    "dom_jim",
    OPTIONS,
    _usual,
    Field("period", WORD, "regulation"),
    Field("phase", WORD, "turn"),
    Field("to_act", Acting(), ["home"]),
    Field("attacking", SEAT, "home"),
    Field("score", Each(COUNT), NOUGHT),
    Field("pieces", Keyed(PIECES, CELL, 2), {}),
    Field("ball", CELL, "E7"),
    Field("carrier", FIGURE, None),
    Field("possession", SEAT, None),
    Field("turn", COUNT, 0),
    Field("turns", COUNT, 0),
    Field("quiet", COUNT, 0),
    Field("cards", Each(COUNT), {"home": 2, "away": 2}),
    Field("yellow", Tally(FIGURE), {}),
    Field("sent_off", Run(FIGURE), []),
    Field("lost_turns", Each(COUNT), NOUGHT),
    Field("watch", Run(FIGURE), []),
    Field("offside", Run(FIGURE), []),
    Field("passer", FIGURE, None),
    Field("time_up", FLAG, False),
    Field("races", Many(Record(first=SEAT, winner=SEAT, home=COUNT, away=COUNT)), []),
    Field("shootout_first", SEAT, None),
    Field("shootout", KICKS, None),
    Field("result", RESULT, None),
)
