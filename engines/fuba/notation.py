"""The line of a position of FUBA: its parts in order (``engines.core.position``).

Pieces stand from the goalkeeper to p10, home first, a letter each for the zone: ``1`` to ``5`` for C1 to C5, ``l m n
o`` for L1 to L4, ``r s t u`` for R1 to R4, ``w x y z`` for the corner spots. Elsewhere home's pieces are ``A`` to
``K``, away's ``a`` to ``k``.
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
    Always,
    Each,
    Field,
    Keyed,
    Positions,
    Record,
    Run,
    Table,
    pieces,
)
from engines.fuba.board import CELL_NAMES, PIECES
from engines.fuba.options import OPTIONS, Settings

PIECE: Final = pieces(*PIECES)
ZONE: Final = Table(dict(zip(CELL_NAMES, "12345lmnorstuwxyz-", strict=True)))
PITCH: Final = Keyed(PIECES, ZONE, 1)


def _usual() -> tuple[Any, Any]:  # options and terms as JSON
    match = Settings({}, {})
    return match.options, match.terms


NOBODY: Final = {"home": None, "away": None}
NOUGHT: Final = {"home": 0, "away": 0}
POSITIONS: Final = Positions(
    "fuba",
    {option.name: option.kind for option in OPTIONS},
    _usual,
    Field("period", WORD, "first_half"),
    Field("phase", WORD, "target"),
    Field("to_act", Acting(), ["home"]),
    Field("attacking", SEAT, "home"),
    Field("score", Each(COUNT), NOUGHT),
    Field("pieces", PITCH, {}),
    Field("ball", ZONE, "C3"),
    Field("ball_die", COUNT, None),
    Field("minute", COUNT, 1),
    Field("stoppage", COUNT, 0),
    Field("formations", Each(WORD), NOBODY),
    Field("first_kick_off", SEAT, None),
    Field("turn", COUNT, 0),
    Field("game_turn", COUNT, 0),
    Field("restart", WORD, None),
    Field("dice", Each(COUNT), NOBODY),
    Field("target", Record(**{"from_": ZONE, "zone": ZONE, "via": ZONE}), None),
    Field("movement", Record(seat=SEAT, option=WORD, left=COUNT, next=SEAT, extra=FLAG), None),
    Field("moved", Run(PIECE), []),
    Field("snapshot", PITCH, {}),
    Field("setup", Record(seat=SEAT, step=WORD, left=Run(PIECE), adjust_left=COUNT, adjusted=Run(PIECE)), None),
    Field("deducted", Each(COUNT), NOUGHT),
    Field("carried", FLAG, False),
    Field("no_movement", SEAT, None),
    Field("yellow", Each(COUNT), NOUGHT),
    Field("sent_off", Run(PIECE), []),
    Field("sealed", Each(WORD), NOBODY),
    Field("shootout", KICKS, None),
    Field("result", RESULT, None),
    Field("carrier", Always(), None),
    Field("time_up", Always(), False),
)
