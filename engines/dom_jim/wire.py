"""A position of Dom Jim as JSON and back. Source: DJ-14.5.

``read`` is strict: exactly the keys of the data contract, each value checked, so that no position from outside can make
a rule fail later. Positions made by hand are in ``scenario``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import BadOptions, BadState, show
from engines.core.seats import Wire
from engines.dom_jim.board import (
    ADMONITION,
    BENCH,
    CAPTAIN,
    CELLS,
    CODE,
    FIELD,
    GOAL,
    KEEPER,
    LIGHT,
    NAMES,
    PIECE,
    PIECES,
    PITCH,
    RED,
    RESERVE_B,
    SPOT,
    ZONE,
    distance,
)
from engines.dom_jim.deciding import result, shootout_winner
from engines.dom_jim.options import frame
from engines.dom_jim.play import deciding_side, legal
from engines.dom_jim.state import (
    BALL,
    CORNER,
    FINISHED,
    KICKS,
    OFFSIDE,
    OVER,
    PENALTY,
    PERIODS,
    PHASES,
    REGULATION,
    SHOOTOUT,
    TRIANGLE,
    TURN,
    Frame,
    Race,
    State,
    occupy,
    starting,
)

SLUG: Final = "dom_jim"
MOST: Final = 10**9
"""Bound of every count in a position from outside."""
HOWS: Final = ("goal_limit", "regulation", "aggregate", "away_goals", "extra_time", "shootout", "resignation")


def to_act(s: State) -> list[str]:
    """Who decides."""
    return [] if s.phase == FINISHED else [NAMES[deciding_side(s)]]


def write(s: State) -> Wire:
    """The position in the data contract's shape."""
    terms = s.frame.terms
    return {
        "game": SLUG,
        "options": dict(s.frame.options),
        "terms": {**terms, "carry": dict(terms["carry"])},
        "phase": PHASES[s.phase],
        "period": PERIODS[s.period],
        "attacking": _seat(s.attacking),
        "to_act": to_act(s),
        "score": _by_seat(s.score),
        "shootout": None if s.kicks is None else {"home": list(s.kicks[0]), "away": list(s.kicks[1])},
        "shootout_first": _seat(s.shootout_first),
        "pieces": {PIECES[n]: None if cell < 0 else CELLS[cell] for n, cell in enumerate(s.pieces)},
        "ball": CELLS[s.ball],
        "carrier": _piece(s.carrier),
        "possession": _seat(s.possession),
        "yellow": {PIECES[n]: count for n, count in sorted(s.yellow.items())},
        "cards": _by_seat(s.cards),
        "sent_off": [PIECES[n] for n in s.sent_off],
        "time_up": s.time_up,
        "turn": s.turn,
        "turns": s.turns,
        "quiet": s.quiet,
        "lost_turns": _by_seat(s.lost),
        "watch": [PIECES[n] for n in s.watch],
        "offside": [PIECES[n] for n in s.offside],
        "passer": _piece(s.passer),
        "races": [
            {"first": NAMES[race.first], "winner": NAMES[race.winner], "home": race.home, "away": race.away}
            for race in s.races
        ],
        "result": result(s),
    }


def _seat(side: int) -> str | None:
    return None if side < 0 else NAMES[side]


def _piece(piece: int) -> str | None:
    return None if piece < 0 else PIECES[piece]


def _by_seat(pair: list[int]) -> dict[str, int]:
    return {"home": pair[0], "away": pair[1]}


KEYS: Final = frozenset(write(starting(frame(None, None))))


def read(wire: Mapping[str, Any]) -> State:
    """The position of ``wire``. Raises BadState naming the key that is wrong and what it allows."""
    if not isinstance(wire, Mapping):
        raise BadState(f"a state must be an object, not {show(wire)}")
    if set(wire) != KEYS:
        missing, extra = KEYS - set(wire), set(wire) - KEYS
        words = [f"{name} is missing" for name in sorted(missing)] + [f"{show(name)} is no key" for name in extra]
        raise BadState("the keys of a dom_jim state are wrong: " + show(", ".join(words), 400))
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
    _check_board(s)
    _check_phase(s)
    if wire["to_act"] != to_act(s):
        raise BadState(f"to_act must be {to_act(s)} in phase {PHASES[s.phase]}, not {show(wire['to_act'])}")
    return s


def _fields(wire: Mapping[str, Any], match: Frame) -> State:
    s = State()
    s.frame = match
    s.phase, s.period = _one(wire, "phase", PHASES), _one(wire, "period", PERIODS)
    s.attacking, s.possession = _side(wire["attacking"], "attacking"), _side(wire["possession"], "possession")
    s.shootout_first = _side(wire["shootout_first"], "shootout_first")
    s.score, s.cards, s.lost = _pair(wire, "score"), _pair(wire, "cards"), _pair(wire, "lost_turns")
    s.kicks = _kicks(wire["shootout"])
    s.pieces = _pieces(wire["pieces"])
    s.ball = _one(wire, "ball", CELLS)
    s.carrier, s.passer = _figure(wire["carrier"], "carrier"), _figure(wire["passer"], "passer")
    s.yellow = _yellow(wire["yellow"])
    s.sent_off = _figures(wire["sent_off"], "sent_off")
    s.watch, s.offside = tuple(_figures(wire["watch"], "watch")), tuple(_figures(wire["offside"], "offside"))
    if not isinstance(wire["time_up"], bool):
        raise BadState(f"time_up must be true or false, not {show(wire['time_up'])}")
    s.time_up = wire["time_up"]
    s.turn, s.turns, s.quiet = (_count(wire[key], key) for key in ("turn", "turns", "quiet"))
    s.races = _races(wire["races"])
    s.result = _result(wire["result"])
    s.occupied = occupy(s.pieces)
    s.offered = None
    return s


def _one(wire: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> int:
    value = wire[key]
    if not isinstance(value, str) or value not in allowed:
        raise BadState(f"{key} must be one of {show(', '.join(allowed), 120)}, not {show(value)}")
    return allowed.index(value)


def _side(value: Any, key: str) -> int:  # a JSON value from outside
    if value is None:
        return -1
    if not isinstance(value, str) or value not in NAMES:
        raise BadState(f"{key} must be home, away or null, not {show(value)}")
    return NAMES.index(value)


def _count(value: Any, key: str, most: int = MOST) -> int:  # a JSON value from outside
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadState(f"{key} must be a whole number from 0 to {most}, not {show(value)}")
    return value


def _pair(wire: Mapping[str, Any], key: str) -> list[int]:
    value = wire[key]
    if not isinstance(value, Mapping) or set(value) != set(NAMES):
        raise BadState(f"{key} must be an object with the keys home and away, not {show(value)}")
    most = {"cards": 2, "lost_turns": 20}.get(key, MOST)
    return [_count(value[seat], f"{key}.{seat}", most) for seat in NAMES]


def _figure(value: Any, key: str) -> int:  # a JSON value from outside
    if value is None:
        return -1
    if not isinstance(value, str) or value not in PIECE:
        raise BadState(f"{key} must be a figure or null, not {show(value)}")
    return PIECE[value]


def _figures(value: Any, key: str) -> list[int]:  # a JSON value from outside
    if not isinstance(value, list) or any(not isinstance(name, str) or name not in PIECE for name in value):
        raise BadState(f"{key} must be a list of figures, not {show(value)}")
    if len(set(value)) != len(value):
        raise BadState(f"{key} names a figure twice: {show(value)}")
    return [PIECE[name] for name in value]


def _yellow(value: Any) -> dict[int, int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or any(not isinstance(name, str) or name not in PIECE for name in value):
        raise BadState(f"yellow must be an object of figures, not {show(value)}")
    found = {PIECE[name]: _count(count, f"yellow.{name}") for name, count in value.items()}
    if 0 in found.values():
        raise BadState("yellow lists only figures with a caution")
    return found


def _kicks(value: Any) -> tuple[list[bool], list[bool]] | None:  # a JSON value from outside
    if value is None:
        return None
    if (
        not isinstance(value, Mapping)
        or set(value) != set(NAMES)
        or any(not isinstance(value[seat], list) for seat in NAMES)
        or any(not isinstance(kick, bool) for seat in NAMES for kick in value[seat])
    ):
        raise BadState(f"shootout must be null or an object of two lists of true and false, not {show(value)}")
    return list(value["home"]), list(value["away"])


def _pieces(value: Any) -> list[int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or set(value) != set(PIECES):
        raise BadState("pieces must name all 24 figures")
    found = []
    for number, name in enumerate(PIECES):
        cell = value[name]
        if cell is None:
            found.append(-1)
            continue
        if not isinstance(cell, str) or cell not in CODE:
            raise BadState(f"pieces.{name} must be a cell or null, not {show(cell)}")
        if not may_stand(number, CODE[cell]):
            raise BadState(f"{name} may never stand on {cell}")
        found.append(CODE[cell])
    return found


def may_stand(piece: int, cell: int) -> bool:
    """Whether the figure may ever be on the cell (DJ-3.9 to DJ-3.11, DJ-5.2, DJ-5.5, DJ-5.7)."""
    side, kind = divmod(piece, 12)
    if kind == KEEPER:
        return cell in ZONE[side]
    if kind > KEEPER:
        return cell == BENCH[side][1 if kind == RESERVE_B else 0]
    if cell in FIELD:
        return kind == CAPTAIN or LIGHT[cell] == (kind < 4)
    return cell == ADMONITION[side][0 if kind < 4 else 1 if kind < CAPTAIN else 2]


def _races(value: Any) -> tuple[Race, ...]:  # a JSON value from outside
    if not isinstance(value, list) or len(value) > 2:
        raise BadState(f"races must be a list of at most two races, not {show(value)}")
    found = []
    for race in value:
        if not isinstance(race, Mapping) or set(race) != {"first", "winner", "home", "away"}:
            raise BadState(f"a race has the keys first, winner, home and away, not {show(race)}")
        first, winner = _side(race["first"], "races.first"), _side(race["winner"], "races.winner")
        if first < 0 or winner < 0:
            raise BadState("a race has a first side and a winner")
        found.append(Race(first, winner, *(_count(race[seat], f"races.{seat}", 25) for seat in NAMES)))
    return tuple(found)


def _result(value: Any) -> tuple[int, str] | None:  # a JSON value from outside
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"winner", "how"}:
        raise BadState(f"result must be null or an object with the keys winner and how, not {show(value)}")
    return _side(value["winner"], "result.winner"), HOWS[_one(value, "how", HOWS)]


def _check_board(s: State) -> None:
    seen: dict[int, int] = {}
    for piece, cell in enumerate(s.pieces):
        if cell < 0:
            continue
        if (cell in PITCH or cell in GOAL[0] or cell in GOAL[1]) and cell in seen:
            raise BadState(f"{PIECES[seen[cell]]} and {PIECES[piece]} both stand on {CELLS[cell]}")
        seen[cell] = piece
        if piece in s.sent_off:
            raise BadState(f"{PIECES[piece]} is sent off and cannot stand on {CELLS[cell]}")
    over = s.phase == FINISHED
    if s.ball not in PITCH and not (over and (s.ball in GOAL[0] or s.ball in GOAL[1])):
        raise BadState(f"ball must be on a cell of the pitch, not on {CELLS[s.ball]}")
    if s.carrier >= 0 and s.pieces[s.carrier] != s.ball:
        raise BadState(f"carrier {PIECES[s.carrier]} must stand on the ball's cell {CELLS[s.ball]}")
    if s.carrier < 0 and s.period == REGULATION and s.phase in (TURN, BALL, TRIANGLE, CORNER) and s.occupied[s.ball]:
        raise BadState(f"{PIECES[s.occupied[s.ball] - 1]} stands on the ball's cell and must be the carrier")


def _check_phase(s: State) -> None:
    """What each phase asks of the other keys, so that no rule meets a position that it cannot play on from."""
    phase, over = PHASES[s.phase], s.phase == FINISHED
    if over != (s.period == OVER) or over != (s.result is not None) or over != (s.attacking < 0):
        raise BadState("phase and period finished, a result and attacking null go together")
    if (s.phase == SHOOTOUT) != (s.period == KICKS) or (not over and s.period not in (REGULATION, KICKS)):
        raise BadState("phase shootout and period shootout go together; the other phases belong to regulation")
    if (s.phase == OFFSIDE) != bool(s.offside):
        raise BadState("offside lists figures in phase offside and only there")
    if any(piece // 12 != s.attacking or s.pieces[piece] < 0 or piece % 12 > CAPTAIN for piece in s.offside):
        raise BadState("offside lists figures of the attacking side that are on the board")
    if s.watch and s.phase not in (TURN, BALL, TRIANGLE, CORNER):
        raise BadState(f"watch must be empty in phase {phase}")
    if any(piece // 12 != s.attacking or s.pieces[piece] < 0 or piece % 12 > CAPTAIN for piece in s.watch):
        raise BadState("watch lists figures of the attacking side that are on the board")
    if s.phase in (BALL, TRIANGLE, CORNER) and (s.carrier < 0 or s.carrier // 12 != s.attacking):
        raise BadState(f"phase {phase} needs a carrier of the attacking side")
    if (s.phase == TRIANGLE) != (s.passer >= 0):
        raise BadState("passer names a figure in phase triangle and only there")
    if s.phase == TRIANGLE and (s.passer // 12 != s.attacking or s.passer == s.carrier):
        raise BadState("passer is another figure of the attacking side than the carrier")
    if s.phase in (PENALTY, SHOOTOUT) and (s.ball != SPOT[1 - s.attacking] or s.carrier >= 0):
        raise BadState(f"in phase {phase} the ball lies on {CELLS[SPOT[1 - s.attacking]]} and nobody holds it")
    if s.phase == SHOOTOUT:
        _check_shootout(s)
    if s.phase == TURN:
        keeper = s.pieces[s.attacking * 12 + KEEPER]
        if s.carrier < 0 and s.ball in RED[s.attacking] and (keeper < 0 or distance(keeper, s.ball) > 1):
            raise BadState("this turn would begin with a penalty (DJ-7.3)")
    if s.phase == CORNER and not _at_corner(s):
        raise BadState("phase corner needs a light figure with the ball on a corner cell")
    if not over and not legal(s, deciding_side(s)):
        raise BadState(f"nobody has a legal move in phase {phase}")


def _at_corner(s: State) -> bool:
    return CELLS[s.ball] in ("A1", "I1", "A13", "I13") and s.carrier % 12 < 4


def _check_shootout(s: State) -> None:
    if s.kicks is None or s.shootout_first < 0:
        raise BadState("phase shootout needs shootout and shootout_first")
    first, second = s.kicks if s.shootout_first == 0 else (s.kicks[1], s.kicks[0])
    due = s.shootout_first if len(first) == len(second) else 1 - s.shootout_first
    if len(first) - len(second) not in (0, 1) or s.attacking != due:
        raise BadState("in a shootout the kicks alternate from shootout_first on, and attacking is the next kicker")
    if shootout_winner(s.kicks) >= 0:
        raise BadState("this shootout is decided already")
