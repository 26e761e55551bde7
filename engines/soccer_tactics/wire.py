"""Data contract of a Soccer Tactics position. Source: ST-15.2.

Checks between its keys are in ``checks``, positions set up by hand in ``scenario``.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engines.core.codecs import (
    ACTING,
    COUNT,
    FLAG,
    KICKS,
    SIDE,
    SIDE_OR_NULL,
    count,
    each,
    names,
    placed,
    record,
    result,
    run,
    tally,
)
from engines.core.contract import Contract, Key
from engines.core.position import Nullable, Table, pieces
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import CELLS, KIND, NAMES, PIECE, PIECES, PLACES, TEAM
from engines.soccer_tactics.checks import check
from engines.soccer_tactics.options import OPTIONS, frame
from engines.soccer_tactics.state import AFTERS, PERIODS, RESTARTS, WHYS, Restart, State

DEFENDERS: Final = {f"{seat}.d": side * TEAM + 1 for side, seat in enumerate(NAMES)}
"""Defenders' group of a side, by the name of its yellow card (ST-11.3)."""
YELLOW: Final = {**{name: code for name, code in PIECE.items() if not 1 <= KIND[code] <= 4}, **DEFENDERS}
YELLOW_NAME: Final = {code: name for name, code in YELLOW.items()}

_LETTERS: Final = pieces(*PIECES, groups=tuple(DEFENDERS))
_PLACE_LETTERS: Final = Table(
    {
        **{name: f"{name[0]}{'0123456789abcdefg'[int(name[1:])]}" for name in CELLS},
        **dict(zip(PLACES[len(CELLS) :], ("L0", "L1", "S0", "S1"), strict=True)),
        None: "--",
    }
)
ONE: Final = names(*PIECES, noun="a piece", part=_LETTERS)
ONE_OR_NULL: Final = names(*PIECES, None, noun="a piece", part=_LETTERS)
PLACE_OR_NULL: Final = names(*PLACES, None, noun="a cell", part=_PLACE_LETTERS)
CELL_OR_NULL: Final = names(*CELLS, None, noun="a cell", part=_PLACE_LETTERS)
CAUTIONED: Final = replace(
    names(*YELLOW, part=_LETTERS), read=YELLOW.__getitem__, write=YELLOW_NAME.__getitem__, table=()
)
KIND_OF_RESTART: Final = replace(names(*RESTARTS[1:]), read=RESTARTS.index, write=RESTARTS.__getitem__, table=RESTARTS)
LEFT: Final = each(count(3))


def _one_acting(seats: Sequence[str]) -> int:
    if len(seats) > 1:
        raise ValueError(f"must be a list of at most one seat, not {seats}")
    return NAMES.index(seats[0]) if seats else -1


CONTRACT: Final = Contract(
    "soccer_tactics",
    OPTIONS,
    frame,
    State,
    (
        Key("phase", names(*phases.NAMES)),
        Key(
            "to_act",
            replace(ACTING, read=_one_acting, write=lambda side: [] if side < 0 else [NAMES[side]]),
            "acting",
        ),
        Key("period", names(*PERIODS)),
        Key("attacking", SIDE_OR_NULL),
        Key("score", each(COUNT)),
        Key("shootout", KICKS),
        Key("shootout_first", SIDE_OR_NULL),
        Key("pieces", placed(PIECES, PLACE_OR_NULL, 2)),
        Key("ball", PLACE_OR_NULL),
        Key("carrier", ONE_OR_NULL),
        Key("yellow", tally(CAUTIONED, 1)),
        Key("sent_off", run(ONE)),
        Key("time_up", FLAG),
        Key("turn", COUNT),
        Key(
            "result",
            result("regulation", "aggregate", "away_goals", "extra_time", "shootout", "walkover", "resignation"),
        ),
        Key("first_kick", SIDE_OR_NULL),
        Key("extra_kick", SIDE_OR_NULL),
        Key("clock_turns", COUNT),
        Key("roll", count(12, 1, nullable=True)),
        Key("passes", count(2)),
        Key("dead", names(*RESTARTS[:5])),
        Key("kicker", ONE_OR_NULL),
        Key("no_touch", ONE_OR_NULL),
        Key("no_offside", FLAG),
        Key("after", names(*AFTERS)),
        Key("pending", each(run(ONE))),
        Key(
            "restart",
            record(
                Restart,
                kind=KIND_OF_RESTART,
                seat=SIDE,
                cell=CELL_OR_NULL,
                taker=ONE_OR_NULL,
                why=names(*WHYS, None),
                left=replace(
                    LEFT,
                    json=LEFT.json | None,
                    read=lambda pair: pair and (pair.f0, pair.f1),
                    write=lambda pair: pair and {"home": pair[0], "away": pair[1]},
                    part=Nullable(LEFT.part),
                ),
            ),
        ),
    ),
    check,
)
