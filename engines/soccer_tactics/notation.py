"""The line of a position of Soccer Tactics: its parts in order (``engines.core.position``).

Pieces stand in the order of the data contract, two letters each, ``L0`` and ``L1`` the middle of home's and away's goal
line, ``S0`` and ``S1`` the spots; elsewhere home's are ``A`` to ``K``, away's ``a`` to ``k``, and ``Z`` and ``z`` the
defenders of a side together (ST-11.3).
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
    Nullable,
    Positions,
    Record,
    Run,
    Table,
    Tally,
    pieces,
)
from engines.soccer_tactics.board import CELLS, PIECES, PLACES
from engines.soccer_tactics.options import OPTIONS, frame
from engines.soccer_tactics.wire import DEFENDERS

PIECE: Final = pieces(*PIECES, groups=tuple(DEFENDERS))
PLACE: Final = Table(
    {
        **{name: f"{name[0]}{'0123456789abcdefg'[int(name[1:])]}" for name in CELLS},
        **dict(zip(PLACES[len(CELLS) :], ("L0", "L1", "S0", "S1"), strict=True)),
        None: "--",
    }
)


def _usual() -> tuple[Any, Any]:  # options and terms as JSON
    match = frame(None, None)
    return match.options, match.terms


NOUGHT: Final = {"home": 0, "away": 0}
POSITIONS: Final = Positions(
    "soccer_tactics",
    OPTIONS,
    _usual,
    Field("period", WORD, "first_half"),
    Field("phase", WORD, "attack_move"),
    Field("to_act", Acting(), ["home"]),
    Field("attacking", SEAT, "home"),
    Field("score", Each(COUNT), NOUGHT),
    Field("pieces", Keyed(PIECES, PLACE, 2), {}),
    Field("ball", PLACE, None),
    Field("carrier", PIECE, None),
    Field("roll", COUNT, None),
    Field("passes", COUNT, 0),
    Field("turn", COUNT, 0),
    Field("clock_turns", COUNT, 0),
    Field("first_kick", SEAT, None),
    Field("extra_kick", SEAT, None),
    Field("dead", WORD, None),
    Field("kicker", PIECE, None),
    Field("no_touch", PIECE, None),
    Field("no_offside", FLAG, False),
    Field("after", WORD, None),
    Field("pending", Each(Run(PIECE)), {"home": [], "away": []}),
    Field(
        "restart",
        Record(kind=WORD, seat=SEAT, cell=PLACE, taker=PIECE, why=WORD, left=Nullable(Each(COUNT))),
        None,
    ),
    Field("yellow", Tally(PIECE), {}),
    Field("sent_off", Run(PIECE), []),
    Field("time_up", FLAG, False),
    Field("shootout_first", SEAT, None),
    Field("shootout", KICKS, None),
    Field("result", RESULT, None),
)
