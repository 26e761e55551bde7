"""A position of Dom Jim as JSON and back. Source: DJ-14.5.

``read`` is strict: exactly the keys of the data contract, each value checked, so that no position from outside can make
a rule fail later. Positions made by hand are in ``scenario``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core import reading
from engines.core.errors import BadState, show
from engines.core.seats import Wire
from engines.core.shootouts import shootout_winner
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
from engines.dom_jim.deciding import result
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
MOST_LOST: Final = 20
"""Bound of the lost turns in a position from outside."""
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
    wire = reading.whole(wire, KEYS, SLUG)
    s = _fields(wire, reading.settings(wire, frame, lambda match: (match.options, match.terms)))
    _check_board(s)
    _check_phase(s)
    if wire["to_act"] != to_act(s):
        raise BadState(f"to_act must be {to_act(s)} in phase {PHASES[s.phase]}, not {show(wire['to_act'])}")
    return s


def _fields(wire: Mapping[str, Any], match: Frame) -> State:
    s = State()
    s.frame = match
    s.phase = reading.one("phase", wire["phase"], PHASES)
    s.period = reading.one("period", wire["period"], PERIODS)
    s.attacking = reading.side("attacking", wire["attacking"])
    s.possession = reading.side("possession", wire["possession"])
    s.shootout_first = reading.side("shootout_first", wire["shootout_first"])
    s.score = list(reading.pair("score", wire["score"]))
    s.cards = list(reading.pair("cards", wire["cards"], 2))
    s.lost = list(reading.pair("lost_turns", wire["lost_turns"], MOST_LOST))
    s.kicks = reading.kicks(wire["shootout"])
    s.pieces = _pieces(wire["pieces"])
    s.ball = reading.one("ball", wire["ball"], CELLS)
    s.carrier = reading.piece("carrier", wire["carrier"], PIECE)
    s.passer = reading.piece("passer", wire["passer"], PIECE)
    s.yellow = _yellow(wire["yellow"])
    s.sent_off = list(reading.piece_list("sent_off", wire["sent_off"], PIECE))
    s.watch = reading.piece_list("watch", wire["watch"], PIECE)
    s.offside = reading.piece_list("offside", wire["offside"], PIECE)
    s.time_up = reading.truth("time_up", wire["time_up"])
    s.turn, s.turns, s.quiet = (reading.count(key, wire[key]) for key in ("turn", "turns", "quiet"))
    s.races = _races(wire["races"])
    s.result = reading.result(wire["result"], HOWS)
    s.occupied, s.offered = occupy(s.pieces), None
    return s


def _yellow(value: Any) -> dict[int, int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or any(not isinstance(name, str) or name not in PIECE for name in value):
        raise BadState(f"yellow must be an object of figures, not {show(value)}")
    found = {PIECE[name]: reading.count(f"yellow.{name}", count) for name, count in value.items()}
    if 0 in found.values():
        raise BadState("yellow lists only figures with a caution")
    return found


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
        first = reading.side("races.first", race["first"], nullable=False)
        winner = reading.side("races.winner", race["winner"], nullable=False)
        found.append(Race(first, winner, *(reading.count(f"races.{seat}", race[seat], 25) for seat in NAMES)))
    return tuple(found)


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
    if s.phase in (TURN, BALL, TRIANGLE, CORNER) and s.lost[s.attacking] == MOST_LOST:
        raise BadState(f"lost_turns.{NAMES[s.attacking]} must be below {MOST_LOST} while that side is on turn")
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
    # DJ-14.8: a set-up that gives kicks without shootout_first names the next kicker there, so it binds nothing here
    mine, theirs = len(s.kicks[s.attacking]), len(s.kicks[1 - s.attacking])
    if theirs - mine not in (0, 1):
        raise BadState("in a shootout the kicks alternate, and attacking is the next kicker")
    if shootout_winner(s.kicks) >= 0:
        raise BadState("this shootout is decided already")
