"""A position of Soccer Tactics as JSON and back. Source: ST-15.2.

``read`` is strict: exactly the keys of the data contract, each value checked, so that no position from outside can make
a rule fail later (``checks``). Positions made by hand are in ``scenario``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core import reading
from engines.core.errors import BadState, show
from engines.core.seats import Wire
from engines.soccer_tactics.board import KIND, NAMES, PIECE, PIECES, PLACES, TEAM
from engines.soccer_tactics.checks import check
from engines.soccer_tactics.options import frame
from engines.soccer_tactics.periods import result
from engines.soccer_tactics.state import (
    AFTERS,
    FINISHED,
    PERIODS,
    PHASES,
    RESTARTS,
    WHYS,
    Frame,
    Restart,
    State,
    blank,
    count,
)

SLUG: Final = "soccer_tactics"
HOWS: Final = ("regulation", "aggregate", "away_goals", "extra_time", "shootout", "walkover", "resignation")
DEFENDERS: Final = {f"{seat}.d": side * TEAM + 1 for side, seat in enumerate(NAMES)}
"""The defenders' group of a side, by the name of its yellow card (ST-11.3)."""
YELLOW: Final = {**{name: code for name, code in PIECE.items() if not 1 <= KIND[code] <= 4}, **DEFENDERS}
YELLOW_NAME: Final = {code: name for name, code in YELLOW.items()}
_CELL_COUNT: Final = 128


def write(s: State) -> Wire:
    """The position in the data contract's shape."""
    terms = s.frame.terms
    return {
        "game": SLUG,
        "options": dict(s.frame.options),
        "terms": {**terms, "carry": dict(terms["carry"])},
        "phase": PHASES[s.phase],
        "to_act": to_act(s),
        "period": PERIODS[s.period],
        "attacking": _seat(s.attacking),
        "score": _by_seat(s.score),
        "shootout": None if s.shootout is None else {"home": list(s.shootout[0]), "away": list(s.shootout[1])},
        "shootout_first": _seat(s.shootout_first),
        "pieces": {name: _place(cell) for name, cell in zip(PIECES, s.pieces, strict=True)},
        "ball": _place(s.ball),
        "carrier": _piece(s.carrier),
        "yellow": {YELLOW_NAME[piece]: number for piece, number in sorted(s.yellow.items())},
        "sent_off": [PIECES[piece] for piece in s.sent_off],
        "time_up": s.time_up,
        "turn": s.turn,
        "result": result(s),
        "first_kick": _seat(s.first_kick),
        "extra_kick": _seat(s.extra_kick),
        "clock_turns": s.clock_turns,
        "roll": s.roll or None,
        "passes": s.passes,
        "dead": RESTARTS[s.dead],
        "kicker": _piece(s.kicker),
        "no_touch": _piece(s.no_touch),
        "no_offside": s.no_offside,
        "after": AFTERS[s.after],
        "pending": {seat: [PIECES[piece] for piece in s.pending[side]] for side, seat in enumerate(NAMES)},
        "restart": _restart(s.restart),
    }


def to_act(s: State) -> list[str]:
    """Who decides."""
    return [] if s.phase == FINISHED else [NAMES[s.acting]]


def _restart(restart: Restart | None) -> Wire | None:
    if restart is None:
        return None
    return {
        "kind": RESTARTS[restart.kind],
        "seat": NAMES[restart.seat],
        "cell": _place(restart.cell),
        "taker": _piece(restart.taker),
        "why": None if restart.why < 0 else WHYS[restart.why],
        "left": None if restart.left is None else _by_seat(restart.left),
    }


def _seat(side: int) -> str | None:
    return None if side < 0 else NAMES[side]


def _place(cell: int) -> str | None:
    return None if cell < 0 else PLACES[cell]


def _piece(piece: int) -> str | None:
    return None if piece < 0 else PIECES[piece]


def _by_seat(pair: tuple[int, int]) -> dict[str, int]:
    return {"home": pair[0], "away": pair[1]}


KEYS: Final = frozenset(write(blank(frame(None, None))))
RESTART_KEYS: Final = ("kind", "seat", "cell", "taker", "why", "left")


def read(wire: Mapping[str, Any]) -> State:
    """The position of ``wire``. Raises BadState naming the key that is wrong and what it allows."""
    wire = reading.whole(wire, KEYS, SLUG)
    s = _fields(wire, reading.settings(wire, frame, lambda match: (match.options, match.terms)))
    if not isinstance(wire["to_act"], list):
        raise BadState(f"to_act must be a list, not {show(wire['to_act'])}")
    if s.phase == FINISHED:
        if wire["to_act"]:
            raise BadState("to_act must be [] when the match is over")
    elif len(wire["to_act"]) != 1:
        raise BadState(f"to_act must be a list of one seat, not {show(wire['to_act'])}")
    else:
        s.acting = reading.side("to_act", wire["to_act"][0], nullable=False)
    check(s)
    return s


def _fields(wire: Mapping[str, Any], match: Frame) -> State:
    s = blank(match)
    s.phase = reading.one("phase", wire["phase"], PHASES)
    s.period = reading.one("period", wire["period"], PERIODS)
    s.attacking = reading.side("attacking", wire["attacking"])
    s.first_kick = reading.side("first_kick", wire["first_kick"])
    s.extra_kick = reading.side("extra_kick", wire["extra_kick"])
    s.shootout_first = reading.side("shootout_first", wire["shootout_first"])
    s.score, s.shootout = reading.pair("score", wire["score"]), reading.kicks(wire["shootout"])
    s.pieces = _pieces(wire["pieces"])
    count(s)
    s.ball = _at(wire["ball"], "ball")
    s.carrier = reading.piece("carrier", wire["carrier"], PIECE)
    s.kicker = reading.piece("kicker", wire["kicker"], PIECE)
    s.no_touch = reading.piece("no_touch", wire["no_touch"], PIECE)
    s.yellow = _yellow(wire["yellow"])
    s.sent_off = reading.piece_list("sent_off", wire["sent_off"], PIECE)
    s.time_up = reading.truth("time_up", wire["time_up"])
    s.no_offside = reading.truth("no_offside", wire["no_offside"])
    s.turn = reading.count("turn", wire["turn"])
    s.clock_turns = reading.count("clock_turns", wire["clock_turns"])
    s.passes = reading.count("passes", wire["passes"], 2)
    if wire["roll"] is not None:
        s.roll = reading.count("roll", wire["roll"], 12)
        if not s.roll:
            raise BadState("roll must be null or a whole number from 1 to 12, not 0")
    s.dead = reading.one("dead", wire["dead"], RESTARTS[:5])
    s.after = reading.one("after", wire["after"], AFTERS)
    s.result = reading.result(wire["result"], HOWS)
    pending = reading.seats("pending", wire["pending"])
    home, away = (reading.piece_list(f"pending.{seat}", pending[seat], PIECE) for seat in NAMES)
    s.pending = (home, away)
    s.restart = _read_restart(wire["restart"])
    return s


def _at(value: Any, key: str) -> int:  # a JSON value from outside
    if value is None:
        return -1
    if not isinstance(value, str) or value not in PLACES:
        raise BadState(f"{key} must be a cell or null, not {show(value)}")
    return PLACES.index(value)


def _pieces(value: Any) -> list[int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or set(value) != set(PIECES):
        raise BadState("pieces must be an object with exactly the 22 pieces")
    return [_at(value[name], f"pieces.{name}") for name in PIECES]


def _yellow(value: Any) -> dict[int, int]:  # a JSON value from outside
    if not isinstance(value, Mapping):
        raise BadState(f"yellow must be an object, not {show(value)}")
    for name, number in value.items():
        if name not in YELLOW or isinstance(number, bool) or number != 1 or not isinstance(number, int):
            raise BadState(
                f"yellow names pieces, or the defenders as home.d and away.d, with 1 each, not {show(value)}"
            )
    return {YELLOW[name]: 1 for name in value}


def _read_restart(value: Any) -> Restart | None:  # a JSON value from outside
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != set(RESTART_KEYS):
        raise BadState(f"restart must be null or an object with the keys {', '.join(RESTART_KEYS)}, not {show(value)}")
    seat = reading.side("restart.seat", value["seat"], nullable=False)
    cell = _at(value["cell"], "restart.cell")
    if cell >= _CELL_COUNT:
        raise BadState(f"restart.cell must be a cell or null, not {PLACES[cell]}")
    return Restart(
        kind=reading.one("restart.kind", value["kind"], RESTARTS[1:]) + 1,
        seat=seat,
        cell=cell,
        taker=reading.piece("restart.taker", value["taker"], PIECE),
        why=-1 if value["why"] is None else reading.one("restart.why", value["why"], WHYS),
        left=None if value["left"] is None else reading.pair("restart.left", value["left"], 3),
    )
