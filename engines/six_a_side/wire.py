"""A position of six-a-side as JSON and back, and what each seat may see of it. Source: SX section 14.

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
from engines.six_a_side.board import (
    AREA_OF,
    CELLS,
    CENTRE,
    CODE,
    NAMES,
    PIECE,
    PIECES,
    PITCH,
    PLACING,
    SPOT,
    SUBSTITUTE,
)
from engines.six_a_side.deciding import result
from engines.six_a_side.options import frame
from engines.six_a_side.play import legal, waiting
from engines.six_a_side.state import (
    AFTER_TURN,
    CHAIN,
    FINISHED,
    KEEPER,
    KICKER,
    KICKOFF,
    KICKS,
    OVER,
    PENALTY,
    PERIODS,
    PHASES,
    SETUP,
    SHOOTOUT,
    TURN,
    Frame,
    Kick,
    State,
    occupy,
    starting,
)

SLUG: Final = "six_a_side"
HOWS: Final = (
    "golden_goal",
    "goal_limit",
    "regulation",
    "aggregate",
    "away_goals",
    "extra_time",
    "shootout",
    "walkover",
    "resignation",
)
REASONS: Final = ("foul", "coaching", "shootout")


def to_act(s: State) -> list[str]:
    """Who decides."""
    return [NAMES[side] for side in waiting(s)]


def write(s: State) -> Wire:
    """The whole position in the data contract's shape."""
    terms, options = s.frame.terms, s.frame.options
    kick = s.penalty
    return {
        "game": SLUG,
        "options": {**options, "players": dict(options["players"])},
        "terms": {**terms, "carry": dict(terms["carry"])},
        "phase": PHASES[s.phase],
        "to_act": to_act(s),
        "period": PERIODS[s.period],
        "active": _seat(s.active),
        "attacking": _seat(s.attacking),
        "score": _by_seat(s.score),
        "shootout": None if s.kicks is None else {"home": list(s.kicks[0]), "away": list(s.kicks[1])},
        "pieces": _cells(s.pieces),
        "ball": None if s.ball < 0 else CELLS[s.ball],
        "carrier": _piece(s.carrier),
        "formation": _cells(s.formation),
        "bench": {NAMES[side]: [PIECES[piece] for piece in s.bench[side]] for side in (0, 1)},
        "subs_left": _by_seat(s.subs_left),
        "keeper": {NAMES[side]: _piece(s.keeper[side]) for side in (0, 1)},
        "no_steal": {NAMES[side]: _piece(s.no_steal[side]) for side in (0, 1)},
        "chain": [PIECES[piece] for piece in s.chain],
        "yellow": {PIECES[piece]: count for piece, count in sorted(s.yellow.items())},
        "sent_off": [PIECES[piece] for piece in s.sent_off],
        "turns_played": s.turns_played,
        "possession_turns": s.possession_turns,
        "controller": _by_seat(s.controller),
        "coaching": _by_seat(s.coaching),
        "penalty": None
        if kick is None
        else {
            "awarded": NAMES[kick.awarded],
            "reason": kick.reason,
            "kicker": _piece(kick.kicker),
            "keeper": _piece(kick.keeper),
        },
        "picks": {NAMES[side]: s.picks[side] or None for side in (0, 1)},
        "time_up": s.time_up,
        "turn": s.turn,
        "result": result(s),
    }


def view(s: State, side: int) -> Wire:
    """The position without what ``side`` (-1: a spectator) may not know: sealed placings and picks."""
    wire = write(s)
    for other in (0, 1):
        if other == side:
            continue
        wire["picks"][NAMES[other]] = None
        if s.phase == SETUP:
            for piece in PIECES[other * 7 : other * 7 + 7]:
                wire["pieces"][piece] = None
    return wire


def _seat(side: int) -> str | None:
    return None if side < 0 else NAMES[side]


def _piece(piece: int) -> str | None:
    return None if piece < 0 else PIECES[piece]


def _by_seat(pair: list[int]) -> dict[str, int]:
    return {"home": pair[0], "away": pair[1]}


def _cells(cells: list[int]) -> dict[str, str | None]:
    return {PIECES[n]: None if cell < 0 else CELLS[cell] for n, cell in enumerate(cells)}


KEYS: Final = frozenset(write(starting(frame(None, None))))


def read(wire: Mapping[str, Any]) -> State:
    """The position of ``wire``. Raises BadState naming the key that is wrong and what it allows."""
    wire = reading.whole(wire, KEYS, SLUG)
    s = _fields(wire, reading.settings(wire, frame, lambda match: (match.options, match.terms)))
    _check_board(s)
    _check_formation(s)
    _check_phase(s)
    if wire["to_act"] != to_act(s):
        raise BadState(f"to_act must be {to_act(s)} in phase {PHASES[s.phase]}, not {show(wire['to_act'])}")
    return s


def _fields(wire: Mapping[str, Any], match: Frame) -> State:
    s = State()
    s.frame = match
    s.phase = reading.one("phase", wire["phase"], PHASES)
    s.period = reading.one("period", wire["period"], PERIODS)
    s.active = reading.side("active", wire["active"])
    s.attacking = reading.side("attacking", wire["attacking"])
    s.score, s.kicks = list(reading.pair("score", wire["score"])), reading.kicks(wire["shootout"])
    s.pieces, s.formation = _places(wire, "pieces"), _places(wire, "formation")
    s.ball = -1 if wire["ball"] is None else reading.one("ball", wire["ball"], CELLS)
    s.carrier = reading.piece("carrier", wire["carrier"], PIECE)
    s.bench = _bench(wire["bench"])
    s.subs_left = list(reading.pair("subs_left", wire["subs_left"], 1))
    s.keeper, s.no_steal = _pawns_by_seat(wire, "keeper"), _pawns_by_seat(wire, "no_steal")
    s.chain = reading.piece_list("chain", wire["chain"], PIECE)
    s.sent_off = reading.piece_list("sent_off", wire["sent_off"], PIECE)
    s.yellow = _yellow(wire["yellow"])
    s.turns_played = reading.count("turns_played", wire["turns_played"])
    s.possession_turns = reading.count("possession_turns", wire["possession_turns"])
    s.controller = list(reading.pair("controller", wire["controller"], 2))
    s.coaching = list(reading.pair("coaching", wire["coaching"]))
    s.penalty, s.picks = _penalty(wire["penalty"]), _picks(wire["picks"])
    s.time_up = reading.truth("time_up", wire["time_up"])
    s.turn, s.result = reading.count("turn", wire["turn"]), reading.result(wire["result"], HOWS)
    s.occupied, s.offered = occupy(s.pieces), None
    return s


def _pawns_by_seat(wire: Mapping[str, Any], key: str) -> list[int]:
    value = reading.seats(key, wire[key])
    found = [reading.piece(f"{key}.{seat}", value[seat], PIECE) for seat in NAMES]
    for side, piece in enumerate(found):
        if piece >= 0 and piece // 7 != side:
            raise BadState(f"{key}.{NAMES[side]} must be a pawn of that side, not {PIECES[piece]}")
    return found


def _bench(value: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:  # a JSON value from outside
    seats = reading.seats("bench", value)
    home, away = (reading.piece_list(f"bench.{seat}", seats[seat], PIECE) for seat in NAMES)
    if any(piece >= 7 for piece in home) or any(piece < 7 for piece in away):
        raise BadState("bench lists pawns of the other side")
    return home, away


def _places(wire: Mapping[str, Any], key: str) -> list[int]:
    value = wire[key]
    if not isinstance(value, Mapping) or set(value) != set(PIECES):
        raise BadState(f"{key} must name all 14 pawns")
    found = []
    for name in PIECES:
        cell = value[name]
        if cell is not None and (not isinstance(cell, str) or cell not in CODE or CODE[cell] not in PITCH):
            raise BadState(f"{key}.{name} must be a space of the pitch or null, not {show(cell)}")
        found.append(-1 if cell is None else CODE[cell])
    return found


def _yellow(value: Any) -> dict[int, int]:  # a JSON value from outside
    if not isinstance(value, Mapping) or any(not isinstance(name, str) or name not in PIECE for name in value):
        raise BadState(f"yellow must be an object of pawns, not {show(value)}")
    if any(isinstance(count, bool) or count != 1 or not isinstance(count, int) for count in value.values()):
        raise BadState("yellow lists only pawns with a token, and a pawn has at most one")
    return {PIECE[name]: 1 for name in value}


def _penalty(value: Any) -> Kick | None:  # a JSON value from outside
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"awarded", "reason", "kicker", "keeper"}:
        raise BadState(f"penalty must be null or have the keys awarded, reason, kicker and keeper, not {show(value)}")
    awarded = reading.side("penalty.awarded", value["awarded"], nullable=False)
    kick = Kick(
        awarded,
        REASONS[reading.one("penalty.reason", value["reason"], REASONS)],
        reading.piece("penalty.kicker", value["kicker"], PIECE),
        reading.piece("penalty.keeper", value["keeper"], PIECE),
    )
    if (kick.kicker < 0) != (kick.keeper < 0):
        raise BadState("penalty.kicker and penalty.keeper are named together")
    if kick.kicker >= 0 and (kick.kicker // 7 != awarded or kick.keeper // 7 == awarded):
        raise BadState("penalty.kicker belongs to the awarded side and penalty.keeper to the other")
    return kick


def _picks(value: Any) -> list[int]:  # a JSON value from outside
    seats = reading.seats("picks", value)
    found = []
    for seat in NAMES:
        pick = seats[seat]
        if pick is not None and (isinstance(pick, bool) or pick not in (1, 2, 3) or not isinstance(pick, int)):
            raise BadState(f"picks.{seat} must be 1, 2, 3 or null, not {show(pick)}")
        found.append(pick or 0)
    return found


def _check_board(s: State) -> None:
    seen: dict[int, int] = {}
    for piece, cell in enumerate(s.pieces):
        if cell < 0:
            continue
        if cell in seen:
            raise BadState(f"{PIECES[seen[cell]]} and {PIECES[piece]} both stand on {CELLS[cell]} (SX-2.4)")
        seen[cell] = piece
        if piece in s.sent_off:
            raise BadState(f"{PIECES[piece]} is sent off and cannot stand on {CELLS[cell]}")
        if any(piece in bench for bench in s.bench):
            raise BadState(f"{PIECES[piece]} is on the bench and cannot stand on {CELLS[cell]}")
        if s.phase == SETUP and cell not in PLACING[piece // 7]:
            raise BadState(f"{PIECES[piece]} may not be placed on {CELLS[cell]} (SX-2.3)")
    for side in (0, 1):
        for area in (0, 1):
            inside = [piece for cell, piece in seen.items() if AREA_OF[cell] == area and piece // 7 == side]
            if len(inside) > 1:
                raise BadState(f"{NAMES[side]} has two pawns in one goal-kick area (SX-2.5)")
        if s.controller[side] >= s.frame.players[side]:
            raise BadState(f"controller.{NAMES[side]} must be below its {s.frame.players[side]} players")
        if sum(1 for piece in s.sent_off if piece // 7 == side) > 3 and s.phase != FINISHED:
            raise BadState(f"{NAMES[side]} has four pawns sent off and has lost (SX-6.9)")
    if s.ball >= 0 and s.ball not in PITCH:
        raise BadState(f"ball must be on a space of the pitch, not on {CELLS[s.ball]}")
    if s.carrier >= 0 and (s.ball < 0 or s.pieces[s.carrier] != s.ball):
        raise BadState(f"carrier {PIECES[s.carrier]} must stand on the ball's space")
    lying = s.phase in (TURN, CHAIN, AFTER_TURN)
    if lying and s.carrier < 0 <= s.ball and s.occupied[s.ball]:
        raise BadState(f"{PIECES[s.occupied[s.ball] - 1]} stands on the ball's space and must be the carrier")


def _check_formation(s: State) -> None:
    """A line-up to which both sides can return at any kick-off (SX-2.9, SX-8.3)."""
    standing = [piece for piece, cell in enumerate(s.formation) if cell >= 0 and piece not in s.bench[piece // 7]]
    cells = [s.formation[piece] for piece in standing]
    for number, piece in enumerate(standing):
        cell = cells[number]
        if cell in cells[:number]:
            raise BadState(f"formation has two pawns on {CELLS[cell]} (SX-2.4)")
        if cell == CENTRE:
            raise BadState(f"formation.{PIECES[piece]} may not be D6, where the kick-off is taken (SX-2.3)")
        if piece in s.sent_off:
            raise BadState(f"formation.{PIECES[piece]} must be null, for it is sent off (SX-6.6)")
    for side in (0, 1):
        areas = [AREA_OF[s.formation[piece]] for piece in standing if piece // 7 == side]
        if areas.count(0) > 1 or areas.count(1) > 1:
            raise BadState(f"formation has two pawns of {NAMES[side]} in one goal-kick area (SX-2.5)")


def _check_phase(s: State) -> None:
    """What each phase asks of the other keys, so that no rule meets a position that it cannot play on from."""
    phase, over = PHASES[s.phase], s.phase == FINISHED
    if over != (s.period == OVER) or over != (s.result is not None):
        raise BadState("phase and period finished and a result go together")
    if (s.phase == SHOOTOUT) != (s.period == KICKS):
        raise BadState("phase shootout and period shootout go together")
    if (s.active < 0) != (s.phase in (SETUP, FINISHED)):
        raise BadState("active is null in the phases setup and finished and only there")
    if s.phase == SETUP:
        _check_setup(s)
    if s.phase == CHAIN:
        if s.carrier < 0 or s.carrier // 7 != s.active or len(s.chain) < 2 or s.chain[-1] != s.carrier:
            raise BadState("phase chain needs a chain of pawns that ends with the carrier")
    elif s.chain:
        raise BadState(f"chain must be empty in phase {phase}")
    if s.chain and any(piece // 7 != s.active for piece in s.chain):
        raise BadState("chain lists pawns of the side on turn")
    if s.phase == KICKOFF and (s.ball != CENTRE or s.carrier >= 0 or s.occupied[CENTRE]):
        raise BadState("phase kickoff needs the ball on D6 with no carrier and no pawn there")
    _check_penalty(s)
    if s.phase == SHOOTOUT:
        _check_shootout(s)
    for side in waiting(s):
        if not legal(s, side):
            raise BadState(f"{NAMES[side]} has no legal move in phase {phase}")


def _check_setup(s: State) -> None:
    for side in (0, 1):
        first = side * 7
        standing = [s.pieces[piece] >= 0 for piece in range(first, first + 7)]
        if standing[6] or standing[:6] != sorted(standing[:6], reverse=True):
            raise BadState("in phase setup p1 to p6 are placed in this order, and p7 waits")
    if any(piece % 7 != SUBSTITUTE for bench in s.bench for piece in bench):
        raise BadState("in phase setup only p7 waits on the bench (SX-2.1)")
    if all(s.pieces[piece] >= 0 for piece in (*range(6), *range(7, 13))):
        raise BadState("both sides are placed: phase setup is over")


def _check_penalty(s: State) -> None:
    kick = s.penalty
    if s.phase in (KICKER, PENALTY, SHOOTOUT) and kick is None:
        raise BadState(f"phase {PHASES[s.phase]} needs a penalty")
    if kick is None:
        if any(s.picks):
            raise BadState("picks are made only at a penalty")
        return
    if s.phase not in (KEEPER, KICKER, PENALTY, SHOOTOUT):
        raise BadState(f"penalty must be null in phase {PHASES[s.phase]}")
    if kick.awarded != s.active or (kick.reason == "shootout") != (s.phase == SHOOTOUT):
        raise BadState("active is the side that the penalty is awarded to, and a shootout's reason is shootout")
    if all(s.picks) or (any(s.picks) and s.phase not in (PENALTY, SHOOTOUT)):
        raise BadState("picks hold at most one choice, while the other side is still to choose")
    if s.phase == PENALTY and (kick.kicker < 0 or s.carrier != kick.kicker or s.pieces[kick.keeper] < 0):
        raise BadState("phase penalty needs kicker and keeper on the board, the kicker with the ball")
    if s.phase == KEEPER and s.keeper[1 - kick.awarded] >= 0:
        raise BadState("phase keeper of a penalty needs a side without keeper")
    if s.phase == KICKER:
        keeper = s.keeper[1 - kick.awarded]
        if keeper < 0 or s.pieces[keeper] < 0:
            raise BadState("phase kicker needs the other side's keeper on the board")
    if s.phase in (KEEPER, KICKER) and (s.ball != SPOT[1 - kick.awarded] or s.carrier >= 0):
        raise BadState("before the kicker is named the ball lies on the spot, and nobody has it")


def _check_shootout(s: State) -> None:
    if s.kicks is None:
        raise BadState("phase shootout needs shootout")
    home, away = s.kicks
    lengths = (len(home), len(away))
    if abs(lengths[0] - lengths[1]) > 1 or (lengths[0] != lengths[1] and lengths[s.active] > lengths[1 - s.active]):
        raise BadState("in a shootout the kicks alternate, and active is the next kicker")
    if shootout_winner(s.kicks) >= 0 or lengths[0] == lengths[1] == 30:
        raise BadState("this shootout is decided already")
