"""A position of Soccer Tactics as JSON and back. Source: ST-15.2.

``read`` is strict: exactly the keys of the data contract, each value checked, so that no position from outside can make
a rule fail later (``checks``). Positions made by hand are in ``scenario``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import BadOptions, BadState, show
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
MOST: Final = 10**9
"""Bound of every count in a position from outside."""
MOST_KICKS: Final = 10_000
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
    if not isinstance(wire, Mapping):
        raise BadState(f"a state must be an object, not {show(wire)}")
    if set(wire) != KEYS:
        missing, extra = KEYS - set(wire), set(wire) - KEYS
        words = [f"{name} is missing" for name in sorted(missing)] + [f"{show(name)} is no key" for name in extra]
        raise BadState("the keys of a soccer_tactics state are wrong: " + show(", ".join(words), 400))
    if wire["game"] != SLUG:
        raise BadState(f"game must be {SLUG!r}, not {show(wire['game'])}")
    for key in ("options", "terms"):
        if not isinstance(wire[key], Mapping):
            raise BadState(f"{key} must be an object, not {show(wire[key])}")
    try:
        match = frame(wire["options"], wire["terms"])
    except BadOptions as wrong:
        raise BadState(str(wrong)) from None
    if match.options != wire["options"] or match.terms != wire["terms"]:
        raise BadState("options and terms of a state must be complete: every key")
    s = _fields(wire, match)
    if not isinstance(wire["to_act"], list):
        raise BadState(f"to_act must be a list, not {show(wire['to_act'])}")
    if s.phase == FINISHED:
        if wire["to_act"]:
            raise BadState("to_act must be [] when the match is over")
    elif len(wire["to_act"]) != 1:
        raise BadState(f"to_act must be a list of one seat, not {show(wire['to_act'])}")
    else:
        s.acting = _side_of(wire["to_act"][0], "to_act")
        if s.acting < 0:
            raise BadState("to_act must be a list of one seat, not [null]")
    check(s)
    return s


def _fields(wire: Mapping[str, Any], match: Frame) -> State:
    s = blank(match)
    s.phase, s.period = _one(wire["phase"], "phase", PHASES), _one(wire["period"], "period", PERIODS)
    s.attacking, s.first_kick = _side_of(wire["attacking"], "attacking"), _side_of(wire["first_kick"], "first_kick")
    s.extra_kick = _side_of(wire["extra_kick"], "extra_kick")
    s.shootout_first = _side_of(wire["shootout_first"], "shootout_first")
    s.score = _pair(wire["score"], "score", MOST)
    s.shootout = _kicks(wire["shootout"])
    s.pieces = _pieces(wire["pieces"])
    count(s)
    s.ball = _at(wire["ball"], "ball")
    s.carrier = _man(wire["carrier"], "carrier")
    s.kicker, s.no_touch = _man(wire["kicker"], "kicker"), _man(wire["no_touch"], "no_touch")
    s.yellow = _yellow(wire["yellow"])
    s.sent_off = _men(wire["sent_off"], "sent_off")
    s.time_up, s.no_offside = _flag(wire["time_up"], "time_up"), _flag(wire["no_offside"], "no_offside")
    s.turn, s.clock_turns = _count(wire["turn"], "turn"), _count(wire["clock_turns"], "clock_turns")
    s.passes = _count(wire["passes"], "passes", 2)
    s.roll = 0 if wire["roll"] is None else _count(wire["roll"], "roll", 12, 1)
    s.dead = _one(wire["dead"], "dead", RESTARTS[:5])
    s.after = _one(wire["after"], "after", AFTERS)
    s.result = _result(wire["result"])
    pending = wire["pending"]
    if not isinstance(pending, Mapping) or set(pending) != set(NAMES):
        raise BadState(f"pending must be an object with exactly home and away, not {show(pending)}")
    s.pending = (_men(pending["home"], "pending.home"), _men(pending["away"], "pending.away"))
    s.restart = _read_restart(wire["restart"])
    return s


def _one(value: Any, key: str, allowed: tuple[str | None, ...]) -> int:  # a JSON value from outside
    if not (value is None or isinstance(value, str)) or value not in allowed:
        words = ", ".join("null" if name is None else name for name in allowed)
        raise BadState(f"{key} must be one of {show(words, 200)}, not {show(value)}")
    return allowed.index(value)


def _side_of(value: Any, key: str) -> int:  # a JSON value from outside
    if value is None:
        return -1
    if not isinstance(value, str) or value not in NAMES:
        raise BadState(f"{key} must be home, away or null, not {show(value)}")
    return NAMES.index(value)


def _flag(value: Any, key: str) -> bool:  # a JSON value from outside
    if not isinstance(value, bool):
        raise BadState(f"{key} must be true or false, not {show(value)}")
    return value


def _count(value: Any, key: str, most: int = MOST, least: int = 0) -> int:  # a JSON value from outside
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadState(f"{key} must be a whole number from {least} to {most}, not {show(value)}")
    return value


def _pair(value: Any, key: str, most: int) -> tuple[int, int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or set(value) != set(NAMES):
        raise BadState(f"{key} must be an object with exactly home and away, not {show(value)}")
    return _count(value["home"], f"{key}.home", most), _count(value["away"], f"{key}.away", most)


def _at(value: Any, key: str) -> int:  # a JSON value from outside
    if value is None:
        return -1
    if not isinstance(value, str) or value not in PLACES:
        raise BadState(f"{key} must be a cell or null, not {show(value)}")
    return PLACES.index(value)


def _man(value: Any, key: str) -> int:  # a JSON value from outside
    if value is None:
        return -1
    if not isinstance(value, str) or value not in PIECE:
        raise BadState(f"{key} must be a piece or null, not {show(value)}")
    return PIECE[value]


def _men(value: Any, key: str) -> tuple[int, ...]:  # a JSON value from outside
    if not isinstance(value, list):
        raise BadState(f"{key} must be a list of pieces, not {show(value)}")
    found = tuple(_man(name, key) for name in value)
    if -1 in found or len(set(found)) != len(found):
        raise BadState(f"{key} must name pieces, none twice, not {show(value)}")
    return found


def _pieces(value: Any) -> list[int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or set(value) != set(PIECES):
        raise BadState("pieces must be an object with exactly the 22 pieces")
    return [_at(value[name], f"pieces.{name}") for name in PIECES]


def _kicks(value: Any) -> tuple[tuple[bool, ...], tuple[bool, ...]] | None:  # a JSON value from outside
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != set(NAMES):
        raise BadState(f"shootout must be null or an object with exactly home and away, not {show(value)}")
    for kicks in value.values():
        if not isinstance(kicks, list) or len(kicks) > MOST_KICKS or not all(isinstance(kick, bool) for kick in kicks):
            raise BadState(f"shootout must hold lists of true and false, not {show(kicks)}")
    return tuple(value["home"]), tuple(value["away"])


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
    seat = _side_of(value["seat"], "restart.seat")
    if seat < 0:
        raise BadState("restart.seat must be home or away, not null")
    cell = _at(value["cell"], "restart.cell")
    if cell >= _CELL_COUNT:
        raise BadState(f"restart.cell must be a cell or null, not {PLACES[cell]}")
    return Restart(
        kind=_one(value["kind"], "restart.kind", RESTARTS[1:]) + 1,
        seat=seat,
        cell=cell,
        taker=_man(value["taker"], "restart.taker"),
        why=-1 if value["why"] is None else _one(value["why"], "restart.why", WHYS),
        left=None if value["left"] is None else _pair(value["left"], "restart.left", 3),
    )


def _result(value: Any) -> tuple[int, str] | None:  # a JSON value from outside
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"winner", "how"}:
        raise BadState(f"result must be null or an object with the keys winner and how, not {show(value)}")
    return _side_of(value["winner"], "result.winner"), HOWS[_one(value["how"], "result.how", HOWS)]
