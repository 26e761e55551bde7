"""State machine of a turn: legal moves and their effects. Source: DJ sections 5 to 8, DJ-13, DJ-14.2."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.hosts import read_host_move
from engines.core.moves import Move
from engines.core.seats import Event, Seat
from engines.dom_jim import kicks, phases
from engines.dom_jim import moves as m
from engines.dom_jim.board import (
    ADMONITION,
    CAPTAIN,
    CELLS,
    FIELD,
    GOAL,
    GREEN_OF,
    HALF,
    KEEPER,
    LIGHT,
    NAMES,
    PIECES,
    PITCH,
    RED,
)
from engines.dom_jim.deciding import end_regulation, finish, roll_off, shootout_kick
from engines.dom_jim.reach import destinations, landing, leaps
from engines.dom_jim.state import REGULATION, Frame, State
from engines.dom_jim.turns import end_turn, goal, kick_off, penalty, placed

Moves = Sequence[Move]
NONE: Final[Moves] = ()


def begin(frame: Frame, dice: Dice) -> tuple[State, list[Event]]:
    """Roll off and kick off for the first time (DJ-4.1, DJ-4.2); by the house rule home does, without a roll."""
    s = State(frame=frame)
    ev: list[Event] = []
    first = 0 if frame.options["first_move"] == "home" else roll_off(ev, dice, "kick_off")
    kick_off(s, ev, first)
    return s, ev


_ANSWERS: Final = (phases.OFFSIDE, phases.PENALTY, phases.SHOOTOUT)
"""Phases in which the other side than the attacking one decides."""


def deciding_side(s: State) -> int:
    """Return the side to act, -1 when the leg is over (DJ-14.2)."""
    return 1 - s.attacking if s.phase in _ANSWERS else s.attacking


_SEATS: Final[tuple[tuple[Seat, ...], tuple[Seat, ...]]] = (("home",), ("away",))


def to_act(s: State) -> tuple[Seat, ...]:
    return () if s.phase == phases.FINISHED else _SEATS[deciding_side(s)]


def legal(s: State, side: int) -> Moves:
    """Return the legal moves of ``side``, in canonical order (DJ-14.1); found once for a position."""
    if s.phase == phases.FINISHED or side != deciding_side(s):
        return NONE
    if s.offered is None:
        s.offered = tuple(_legal(s, side))
    return s.offered


def _legal(s: State, side: int) -> Moves:
    phase = s.phase
    if phase == phases.TURN:
        return _turn(s, side)
    if phase == phases.BALL:
        offered = kicks.kicks(s, side)
        if s.carrier % 12 == KEEPER:
            offered.append(m.THE_LONG_THROW)
            if s.ball in RED[side]:
                return offered  # no hold on a red cell (DJ-7.2)
        offered.append(m.THE_HOLD)
        return offered
    if phase == phases.TRIANGLE:
        return [*kicks.second_passes(s, side, s.passer), m.THE_HOLD]
    if phase == phases.CORNER:
        return kicks.corner_kicks(s, side)
    if phase == phases.OFFSIDE:
        offered = relocations(s, s.offside[0])
        if may_leave(s):
            offered.append(m.THE_HOLD)
        return offered
    return [m.KEEPERS[cell] for cell in GOAL[side]]


def _turn(s: State, side: int) -> Moves:
    carrier, ball, first = s.carrier, s.ball, side * 12
    if carrier == first + KEEPER:
        return [*kicks.kicks(s, side), m.THE_LONG_THROW]  # DJ-7.1
    if carrier < 0 and ball in RED[side]:
        return [m.MOVES[first + KEEPER][ball]]  # DJ-7.2; any farther would be a penalty
    occupied, closed, pieces = s.occupied, landing(s, side), s.pieces
    offered: list[Move] = []
    add = offered.append
    for piece in range(first, first + CAPTAIN):
        cell = pieces[piece]
        if cell >= 0 and piece != carrier:
            leaps(occupied, closed, cell, m.MOVES[piece], add)
    for piece in (first + CAPTAIN, first + KEEPER):
        cell = pieces[piece]
        if cell >= 0 and piece != carrier:
            destinations(occupied, closed, piece, cell, m.MOVES[piece], add)
    if carrier >= 0:
        if (carrier >= 12) == side:
            offered += kicks.kicks(s, side)
        return offered
    if kicks.corner_is_given(s, side):
        offered += kicks.corner_takers(s, side)
    elif ball in PITCH:
        offered += kicks.throw_ins(s, side)
    return offered


def relocations(s: State, piece: int) -> list[Move]:
    """Return an offside figure's places: row 7, or its half's nearest row with a free cell (DJ-9.3)."""
    side, kind = piece // 12, piece % 12
    for row in (7, 6, 5, 4, 3, 2, 1) if side == 0 else (7, 8, 9, 10, 11, 12, 13):
        moves = [
            m.RELOCATIONS[piece][cell]
            for cell in range(row * 9, row * 9 + 9)
            if cell in FIELD
            and not s.occupied[cell]
            and cell != s.ball
            and (kind == CAPTAIN or LIGHT[cell] == (kind < 4))
        ]
        if moves:
            return moves
    return []


def may_leave(s: State) -> bool:
    """Return whether the figure offside may stay where it stands: one alone, off the ball's cell (DJ-9.5)."""
    return s.frame.may_leave and s.offside_count == 1 and s.pieces[s.offside[0]] != s.ball


def decide(before: State, _side: int, move: Move, dice: Dice, ev: list[Event]) -> State:
    s = before.copy()
    s.turn += 1
    kind, piece, cell = move.code >> 16, move.code >> 8 & 255, move.code & 255
    side = deciding_side(s)
    if kind == m.MOVE:
        _move(s, ev, dice, side, piece, cell)
    elif kind == m.KICK:
        _kick(s, ev, dice, side, cell)
    elif kind == m.HOLD and s.phase == phases.OFFSIDE:
        placed(s, ev, dice)
    elif kind == m.HOLD:
        end_turn(s, ev, dice)
    elif kind == m.LONG_THROW:
        _long_throw(s, ev, dice, side)
    elif kind == m.CORNER:
        _corner(s, ev, side, piece)
    elif kind == m.THROW_IN:
        _throw_in(s, ev, dice, side, cell)
    elif kind == m.RELOCATE:
        _walk(s, ev, piece, cell)
        placed(s, ev, dice)
    elif s.phase == phases.PENALTY:
        penalty(s, ev, dice, cell)
    else:
        shootout_kick(s, ev, dice, cell)
    return s


def _walk(s: State, ev: list[Event], piece: int, cell: int) -> None:
    ev.append({"type": "move", "piece": PIECES[piece], "from": CELLS[s.pieces[piece]], "to": CELLS[cell]})
    s.put(piece, cell)
    if piece in s.watch:
        s.watch = tuple(other for other in s.watch if other != piece)


def _hold(s: State, ev: list[Event], piece: int) -> None:
    """Give ``piece`` the ball, with an event if possession changes."""
    s.carrier = piece
    side = piece // 12
    if s.possession != side:
        s.possession = side
        ev.append({"type": "possession", "seat": NAMES[side], "piece": PIECES[piece]})


def _move(s: State, ev: list[Event], dice: Dice, side: int, piece: int, cell: int) -> None:
    if cell != s.ball:
        _walk(s, ev, piece, cell)
        end_turn(s, ev, dice)
        return
    loser = s.carrier
    if loser < 0:
        _walk(s, ev, piece, cell)
        _hold(s, ev, piece)
        s.phase = phases.BALL
        return
    # DJ-8.6: the interception, with its caution
    s.put(loser, -1)
    _walk(s, ev, piece, cell)
    ev.append({"type": "tackle", "winner": PIECES[piece], "loser": PIECES[loser], "at": CELLS[cell]})
    _caution(s, ev, loser)
    s.carrier, s.possession = piece, side
    ev.append({"type": "possession", "seat": NAMES[side], "piece": PIECES[piece]})
    end_turn(s, ev, dice)


def _caution(s: State, ev: list[Event], piece: int) -> None:
    """Show a yellow card while the side has one (DJ-8.7), else a red one (DJ-8.8).

    The figure is off the pitch already.
    """
    side, kind = piece // 12, piece % 12
    if s.cards[side]:
        s.cards = s.cards[:]
        s.cards[side] -= 1
        s.yellow = {**s.yellow, piece: s.yellow.get(piece, 0) + 1}
        cell = ADMONITION[side][0 if kind < 4 else 1 if kind < CAPTAIN else 2]
        s.put(piece, cell)
        ev.append({"type": "yellow", "seat": NAMES[side], "piece": PIECES[piece], "to": CELLS[cell]})
    else:
        s.sent_off = [*s.sent_off, piece]
        ev.append({"type": "red", "seat": NAMES[side], "piece": PIECES[piece]})


def _fly(s: State, ev: list[Event], cell: int, by: int | None) -> None:
    ev.append({"type": "ball", "from": CELLS[s.ball], "to": CELLS[cell], "by": None if by is None else PIECES[by]})
    s.ball = cell


def _kick(s: State, ev: list[Event], dice: Dice, side: int, cell: int) -> None:
    kicker, phase = s.carrier, s.phase
    _fly(s, ev, cell, kicker)
    s.carrier = -1
    if cell in GOAL[1 - side]:
        event = {"seat": NAMES[side], "piece": PIECES[kicker]}
        ev.append({"type": "shot", **event, "at": CELLS[cell], "outcome": "goal"})
        goal(s, ev, dice, side, kicker, counted=True)
        return
    receiver = s.occupied[cell] - 1
    if receiver < 0:
        if cell in RED[1 - side]:
            ev.append({"type": "small_area", "seat": NAMES[side], "piece": PIECES[kicker], "at": CELLS[cell]})
        end_turn(s, ev, dice)
        return
    _passed(s, ev, kicker, receiver)
    if phase == phases.TRIANGLE:
        trio = [PIECES[piece] for piece in (s.passer, kicker, receiver)]
        ev.append({"type": "triangulation", "seat": NAMES[side], "pieces": trio})
    elif phase != phases.CORNER and KEEPER not in (kicker % 12, receiver % 12) and kicks.second_passes(s, side, kicker):
        s.phase, s.passer = phases.TRIANGLE, kicker
        return
    end_turn(s, ev, dice)


def _passed(s: State, ev: list[Event], start: int, end: int) -> None:
    """Pass the ball to a figure of either side."""
    ev.append(
        {
            "type": "pass",
            "seat": NAMES[start // 12],
            "from": PIECES[start],
            "to": PIECES[end],
            "completed": start // 12 == end // 12,
        }
    )
    _hold(s, ev, end)


def _long_throw(s: State, ev: list[Event], dice: Dice, side: int) -> None:
    """Throw the ball to a random green cell of the other half (DJ-7.6)."""
    keeper, value = s.carrier, dice.roll(44)
    ev.append({"type": "roll", "seat": NAMES[side], "sides": 44, "value": value, "for": "long_throw"})
    _fly(s, ev, GREEN_OF[1 - side][value - 1], keeper)
    s.carrier = -1
    receiver = s.occupied[s.ball] - 1
    if receiver >= 0:
        _passed(s, ev, keeper, receiver)
    end_turn(s, ev, dice)


def _corner(s: State, ev: list[Event], side: int, piece: int) -> None:
    """Send a light figure to the corner ball (DJ-8.1)."""
    kind = "corner" if s.ball in HALF[1 - side] else "goal_kick"
    ev.append({"type": kind, "seat": NAMES[side], "piece": PIECES[piece], "at": CELLS[s.ball]})
    _walk(s, ev, piece, s.ball)
    _hold(s, ev, piece)
    s.phase = phases.CORNER


def _throw_in(s: State, ev: list[Event], dice: Dice, side: int, cell: int) -> None:
    ev.append({"type": "throw_in", "seat": NAMES[side], "from": CELLS[s.ball], "to": CELLS[cell]})
    _fly(s, ev, cell, None)
    if s.occupied[cell]:
        _hold(s, ev, s.occupied[cell] - 1)
    end_turn(s, ev, dice)


def default_move(s: State, side: int) -> Move:
    """Return the move played when the time of ``side`` runs out (DJ-13.4)."""
    offered = legal(s, side)
    if not offered:
        raise IllegalMove(f"{NAMES[side]} is not to act, so there is no default move (DJ-13.2)")
    if s.phase == phases.OFFSIDE:
        return offered[0]
    for choice in (m.THE_HOLD, m.THE_LONG_THROW):
        if choice in offered[-2:]:
            return choice
    return offered[1] if s.phase in (phases.PENALTY, phases.SHOOTOUT) else offered[0]


HOST_MOVES: Final = ("time_up", "timeout", "resign")


def host(before: State, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Return the position after a host move, whose fields come from outside (DJ-13.1 to DJ-13.3)."""
    kind, side = read_host_move(move, HOST_MOVES, "DJ-13")
    ev: list[Event] = []
    if kind == "time_up":
        if not before.frame.wall:
            raise IllegalMove("time_up is for a leg of agreed time on the wall clock (DJ-13.1)")
        if before.phase == phases.FINISHED or before.period != REGULATION:
            raise IllegalMove("time_up is refused: the regulation period is over (DJ-13.1)")
        s = before.copy()
        s.time_up = True
        if s.phase == phases.TURN:
            end_regulation(s, ev, dice, "time")
        return s, ev
    if before.phase == phases.FINISHED:
        raise IllegalMove("the match is over")
    if kind == "timeout":
        return decide(before, side, default_move(before, side), dice, ev), ev
    s = before.copy()
    finish(s, ev, 1 - side, "resignation")
    return s, ev
