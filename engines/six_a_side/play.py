"""Legal moves and their effects by phase. Source: SX section 12, SX-13."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.hosts import read_host_move
from engines.core.moves import Move
from engines.core.seats import Event, Seat
from engines.six_a_side import moves as m
from engines.six_a_side import phases
from engines.six_a_side.board import (
    AREA_OF,
    CELLS,
    CENTRE,
    CODE,
    COLUMN,
    GOAL,
    NAMES,
    PIECE,
    PIECES,
    PLACING,
    ROW,
    distance,
)
from engines.six_a_side.deciding import end_period, finish, shootout_kick
from engines.six_a_side.line_ups import new_keeper, place, start, take_ball, take_formation, update_keepers
from engines.six_a_side.penalties import award, name_kicker, take_penalty
from engines.six_a_side.reach import actions, in_area, is_diagonal, own_pawns, passes
from engines.six_a_side.state import Frame, State
from engines.six_a_side.steals import steal
from engines.six_a_side.turns import after_action, end_turn, goal, may_substitute, substitute

Moves = Sequence[Move]
NONE: Final[Moves] = ()


def begin(frame: Frame, _dice: Dice) -> tuple[State, list[Event]]:
    return State(frame=frame), []


def waiting(s: State) -> tuple[int, ...]:
    """Return the sides that have a decision to make (SX section 12)."""
    phase = s.phase
    if phase == phases.SETUP:
        return tuple(side for side in (0, 1) if next_to_place(s, side) >= 0)
    if phase in (phases.PENALTY, phases.SHOOTOUT):
        return tuple(side for side in (0, 1) if not s.picks[side])
    if phase == phases.FINISHED:
        return ()
    if phase == phases.KEEPER and s.penalty is not None:
        return (1 - s.active,)
    return (s.active,)


_ACTING: Final[dict[tuple[int, ...], tuple[Seat, ...]]] = {
    (): (),
    (0,): ("home",),
    (1,): ("away",),
    (0, 1): ("home", "away"),
}


def to_act(s: State) -> tuple[Seat, ...]:
    return _ACTING[waiting(s)]


def next_to_place(s: State, side: int) -> int:
    """Return the next pawn to place, -1 when all six are placed (SX-2.7)."""
    for piece in range(side * 7, side * 7 + 6):
        if s.pieces[piece] < 0:
            return piece
    return -1


def legal(s: State, side: int) -> Moves:
    if side not in waiting(s):
        return NONE
    phase = s.phase
    if phase == phases.SETUP:
        return _placings(s, side)
    if phase in (phases.PENALTY, phases.SHOOTOUT):
        return m.PICKS
    if s.offered is None:
        s.offered = tuple(_decisions(s, side))
    return s.offered


def _decisions(s: State, side: int) -> list[Move]:
    phase = s.phase
    if phase == phases.KICKOFF:
        return [m.STARTERS[piece] for piece in own_pawns(s, side)]
    if phase == phases.KICKER:
        return [m.KICKERS[piece] for piece in own_pawns(s, side)]
    if phase == phases.KEEPER:
        named = [m.KEEPERS[piece] for piece in own_pawns(s, side)]
        return named if s.penalty is not None else [*named, m.THE_DECLINE]
    if phase == phases.TURN:
        offered = actions(s, side)
        return offered + _substitutions(s, side) if offered else offered
    offered = passes(s, side, s.chain) if phase == phases.CHAIN else []
    if phase == phases.AFTER_TURN or s.frame.window_after:
        offered += _substitutions(s, side)
    return [*offered, m.THE_DONE]


def _substitutions(s: State, side: int) -> list[Move]:
    if not may_substitute(s, side):
        return []
    return [m.SUBSTITUTIONS[piece] for piece in own_pawns(s, side)]


def _placings(s: State, side: int) -> list[Move]:
    piece = next_to_place(s, side)
    guarded = in_area(s, side, side) >= 0
    moves = m.PLACINGS[piece]
    cells = [moves[cell] for cell in PLACING[side] if not s.occupied[cell] and not (guarded and AREA_OF[cell] == side)]
    return [*cells, *m.THE_FORMATIONS] if piece == side * 7 else cells


def decide(before: State, side: int, move: Move, dice: Dice, ev: list[Event]) -> State:
    s = before.copy()
    s.turn += 1
    kind, piece, value = move.code >> 16, move.code >> 8 & 255, move.code & 255
    if kind == m.MOVE:
        _move(s, ev, dice, side, piece, value)
    elif kind == m.PASS:
        _pass(s, ev, dice, side, value)
    elif kind in (m.KICK, m.LONG_PASS):
        _kick(s, ev, dice, side, value, kind == m.LONG_PASS)
    elif kind == m.STEAL:
        steal(s, ev, dice, side, piece)
    elif kind == m.SUBSTITUTE:
        substitute(s, ev, side, piece)
        if s.phase != phases.TURN:
            end_turn(s, ev, dice, side)
    elif kind == m.DONE:
        end_turn(s, ev, dice, side)
    elif kind == m.PICK:
        _pick(s, ev, dice, side, value)
    elif kind == m.PLACE:
        place(s, ev, dice, side, piece, value)
    elif kind == m.FORMATION:
        take_formation(s, ev, dice, side, value)
    elif kind == m.NAME_STARTER:
        start(s, ev, side, piece)
    elif kind == m.NAME_KICKER:
        name_kicker(s, ev, piece)
    else:
        _keeper(s, ev, dice, side, piece if kind == m.NAME_KEEPER else -1)
    return s


def _move(s: State, ev: list[Event], dice: Dice, side: int, piece: int, cell: int) -> None:
    start_cell = s.pieces[piece]
    if cell in GOAL[1 - side]:
        _score(s, ev, dice, side, piece, cell)
        return
    event = {"piece": PIECES[piece], "from": CELLS[start_cell], "to": CELLS[cell]}
    ev.append({"type": "move", **event, "sprint": distance(start_cell, cell) > 1})
    s.put(piece, cell)
    if piece == s.carrier:
        ev.append({"type": "ball", "from": CELLS[start_cell], "to": CELLS[cell], "by": PIECES[piece]})
        s.ball = cell
    elif s.carrier < 0 and cell == s.ball:
        ev.append({"type": "pickup", "piece": PIECES[piece], "at": CELLS[cell]})
        take_ball(s, ev, piece)
    update_keepers(s)
    after_action(s, ev, dice)


def _score(s: State, ev: list[Event], dice: Dice, side: int, piece: int, cell: int) -> None:
    """Score for a carrier in the goal or a kick into it (SX-8.1)."""
    at = CELLS[s.pieces[piece]]
    ev.append({"type": "ball", "from": CELLS[s.ball], "to": CELLS[cell], "by": PIECES[piece]})
    ev.append({"type": "shot", "seat": NAMES[side], "piece": PIECES[piece], "at": at, "outcome": "goal"})
    goal(s, ev, dice, side, piece, penalty=False)


def _ball(s: State, ev: list[Event], cell: int, by: int) -> None:
    ev.append({"type": "ball", "from": CELLS[s.ball], "to": CELLS[cell], "by": PIECES[by]})
    s.ball = cell


def _give(s: State, ev: list[Event], cell: int, long: bool) -> None:
    giver, receiver = s.carrier, s.occupied[cell] - 1
    event = {"from": PIECES[giver], "to": PIECES[receiver], "completed": True, "long": long}
    ev.append({"type": "pass", **event})
    _ball(s, ev, cell, giver)
    s.carrier = receiver


def _pass(s: State, ev: list[Event], dice: Dice, side: int, cell: int) -> None:
    chain = s.chain or (s.carrier,)
    _give(s, ev, cell, False)
    s.chain = (*chain, s.carrier)
    if passes(s, side, s.chain):
        s.phase = phases.CHAIN
    else:
        after_action(s, ev, dice)


def _kick(s: State, ev: list[Event], dice: Dice, side: int, cell: int, long: bool) -> None:
    kicker = s.carrier
    if cell in GOAL[1 - side]:
        _score(s, ev, dice, side, kicker, cell)
        return
    if s.occupied[cell]:
        _give(s, ev, cell, long)
    else:
        event = {"piece": PIECES[kicker], "from": CELLS[s.ball], "to": CELLS[cell], "long": long}
        ev.append({"type": "kick", **event})
        _ball(s, ev, cell, kicker)
        s.carrier = -1
    after_action(s, ev, dice)


def _keeper(s: State, ev: list[Event], dice: Dice, side: int, piece: int) -> None:
    """Name a keeper, or decline where no penalty is to come (SX-6.8, SX-7.2)."""
    if piece >= 0:
        new_keeper(s, ev, side, piece)
    if s.penalty is not None:
        s.phase = phases.KICKER
    else:
        after_action(s, ev, dice)


def _pick(s: State, ev: list[Event], dice: Dice, side: int, number: int) -> None:
    s.picks[side] = number
    ev.append({"type": "picked", "seat": NAMES[side]})
    if not all(s.picks):
        return
    if s.phase == phases.PENALTY:
        take_penalty(s, ev, dice)
    else:
        shootout_kick(s, ev, dice)


# ── moves for a side out of time (SX-13) ──
def default_move(s: State, side: int) -> Move:
    offered = legal(s, side)
    if not offered:
        raise IllegalMove(f"{NAMES[side]} is not to act, so there is no default move (SX-13)")
    phase = s.phase
    if phase == phases.SETUP:
        return m.THE_FORMATIONS[0] if m.THE_FORMATIONS[0] in offered[-6:] else offered[0]
    if phase in (phases.CHAIN, phases.AFTER_TURN):
        return m.THE_DONE
    if phase == phases.KICKOFF:
        return min(offered, key=lambda move: (distance(s.pieces[PIECE[move["piece"]]], CENTRE), PIECE[move["piece"]]))
    if phase in (phases.PENALTY, phases.SHOOTOUT):
        if side == s.active:
            return m.PICKS[0]
        return m.PICKS[sum(len(kicks) for kicks in s.kicks or ()) % 3]
    return _default_action(s, side, offered) if phase == phases.TURN else offered[0]


def _default_action(s: State, side: int, offered: Moves) -> Move:
    goals = GOAL[1 - side]
    for kind in ("kick", "move"):
        shots = [move for move in offered if move["type"] == kind and CODE[move["to"]] in goals]
        if shots:
            return min(shots, key=lambda move: COLUMN[CODE[move["to"]]])
    for move in offered:
        if move["type"] == "steal" and not is_diagonal(s.pieces[PIECE[move["piece"]]], s.ball):
            return min(
                (
                    other
                    for other in offered
                    if other["type"] == "steal" and not is_diagonal(s.pieces[PIECE[other["piece"]]], s.ball)
                ),
                key=lambda other: PIECE[other["piece"]],
            )
    steps = [move for move in offered if move["type"] == "move"]
    if steps:
        return min(steps, key=lambda move: _step_order(s, side, move))
    rank = ("pass", "kick", "long_pass", "steal", "substitute")
    return min(offered, key=lambda move: (rank.index(move["type"]), move.get("to", ""), move.get("piece", "")))


def _step_order(s: State, side: int, move: Move) -> tuple[bool, bool, int, int, int]:
    piece, cell = PIECE[move["piece"]], CODE[move["to"]]
    return piece == s.carrier, piece == s.keeper[side], piece, ROW[cell], COLUMN[cell]


# ── the host (SX-9.3, SX-9.7, SX-11, SX-13) ──
HOST_MOVES: Final = ("time_up", "timeout", "resign", "coaching")


def host(before: State, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    kind, side = read_host_move(move, HOST_MOVES, "SX-13")
    ev: list[Event] = []
    if kind == "time_up":
        return _time_up(before, ev, dice)
    if before.phase == phases.FINISHED:
        raise IllegalMove("the match is over")
    if kind == "timeout":
        own = default_move(before, side)
        ev.append({"type": "timeout", "seat": NAMES[side]})
        return decide(before, side, own, dice, ev), ev
    if kind == "coaching":
        return _coaching(before, ev, dice, side)
    s = before.copy()
    s.turn += 1
    ev.append({"type": "resignation", "seat": NAMES[side]})
    finish(s, ev, 1 - side, "resignation")
    return s, ev


def _time_up(before: State, ev: list[Event], dice: Dice) -> tuple[State, list[Event]]:
    if before.frame.by_turns:
        raise IllegalMove("time_up is refused: this match is timed by counted turns (SX-9.3)")
    if before.phase in (phases.SETUP, phases.SHOOTOUT, phases.FINISHED) or before.time_up:
        raise IllegalMove("time_up is refused: no period is running, or its time is up already (SX-13)")
    s = before.copy()
    s.turn += 1
    s.time_up = True
    ev.append({"type": "time_up"})
    if s.phase == phases.KICKOFF:
        end_period(s, ev, dice, "regulation")
    return s, ev


def coachable(s: State, side: int) -> bool:
    """Return whether coaching of ``side`` can be judged now (SX-11.2)."""
    on_turn = s.phase in (phases.TURN, phases.CHAIN, phases.AFTER_TURN) and s.active == side
    return on_turn and s.frame.players[side] > 1


def _coaching(before: State, ev: list[Event], dice: Dice, side: int) -> tuple[State, list[Event]]:
    """Punish coaching: the first offence costs the turn, each further one a penalty (SX-11.2 to SX-11.4)."""
    if before.frame.players[side] < 2:
        raise IllegalMove("coaching needs a side of two or three players (SX-11.2)")
    if not coachable(before, side):
        raise IllegalMove(f"coaching is judged while {NAMES[side]} is on turn, and it is not (SX-11.2)")
    s = before.copy()
    s.turn += 1
    s.coaching[side] += 1
    first = s.coaching[side] == 1
    event = {"seat": NAMES[side], "count": s.coaching[side], "consequence": "turn_lost" if first else "penalty"}
    ev.append({"type": "coaching", **event})
    if first:
        ev.append({"type": "turn_lost", "seat": NAMES[side], "reason": "coaching"})
        end_turn(s, ev, dice, side)
    else:
        award(s, ev, side, "coaching")
    return s, ev
