"""Placing, kick-offs and keepers. Source: SX-2, SX-3.2, SX-6.8, SX-8.2."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.six_a_side import phases
from engines.six_a_side.board import AREA_OF, CELLS, CENTRE, FORMATIONS, KEEPER_CELL, KEEPER_ROW, NAMES, PIECES
from engines.six_a_side.moves import FORMATION_NAMES
from engines.six_a_side.reach import in_area
from engines.six_a_side.state import State


def placed(s: State, side: int) -> int:
    return sum(1 for piece in range(side * 7, side * 7 + 6) if s.pieces[piece] >= 0)


def place(s: State, ev: list[Event], dice: Dice, side: int, piece: int, cell: int) -> None:
    """Place one pawn, sealed (SX-2.7)."""
    s.put(piece, cell)
    _after_placing(s, ev, dice, side)


def take_formation(s: State, ev: list[Event], dice: Dice, side: int, number: int) -> None:
    for offset, cell in enumerate(FORMATIONS[side][FORMATION_NAMES[number]]):
        s.put(side * 7 + offset, cell)
    _after_placing(s, ev, dice, side)


def _after_placing(s: State, ev: list[Event], dice: Dice, side: int) -> None:
    ev.append({"type": "setup_step", "seat": NAMES[side], "placed": placed(s, side)})
    if placed(s, 0) == placed(s, 1) == 6:
        s.formation = s.pieces[:]
        line_up(s, ev, toss(ev, dice))


def toss(ev: list[Event], dice: Dice, purpose: str = "toss") -> int:
    """Toss a coin; return the side it names (SX-3.1)."""
    value = dice.roll(2)
    ev.append({"type": "roll", "seat": None, "sides": 2, "value": value, "for": purpose})
    return value - 1


def line_up(s: State, ev: list[Event], starter: int) -> None:
    """Put both sides in formation, the ball on the centre; ``starter`` names a pawn (SX-3.2, SX-8.3)."""
    for piece in range(14):
        s.put(piece, -1)
    for piece, cell in enumerate(s.formation):
        if cell >= 0 and piece not in s.bench[piece // 7]:  # pawns out of play stay off (SX-8.3)
            s.put(piece, cell)
    for side in (0, 1):
        cells = {
            PIECES[piece]: CELLS[s.pieces[piece]] for piece in range(side * 7, side * 7 + 7) if s.pieces[piece] >= 0
        }
        ev.append({"type": "line_up", "seat": NAMES[side], "cells": cells})
    s.ball, s.carrier, s.attacking = CENTRE, -1, -1
    s.possession_turns, s.no_steal, s.chain, s.penalty = 0, [-1, -1], (), None
    update_keepers(s)
    s.phase, s.active = phases.KICKOFF, starter


def start(s: State, ev: list[Event], side: int, piece: int) -> None:
    """Send the pawn named by the starter to the centre with the ball."""
    ev.append({"type": "placed", "piece": PIECES[piece], "from": CELLS[s.pieces[piece]], "to": CELLS[CENTRE]})
    s.put(piece, CENTRE)
    take_ball(s, ev, piece)
    ev.append({"type": "kick_off", "seat": NAMES[side], "piece": PIECES[piece]})
    s.phase = phases.TURN


def take_ball(s: State, ev: list[Event], piece: int) -> None:
    """Give ``piece`` the ball, with an event if possession changes (SX-14)."""
    side = piece // 7
    s.carrier, s.ball = piece, s.pieces[piece]
    if s.attacking != side:
        s.attacking, s.possession_turns = side, 0
        ev.append({"type": "possession", "seat": NAMES[side]})


def update_keepers(s: State) -> None:
    """Make a pawn in its own goal-kick area the keeper (SX-2.6)."""
    for side in (0, 1):
        pawn = in_area(s, side, side)
        if pawn >= 0:
            s.keeper[side] = pawn


def new_keeper(s: State, ev: list[Event], side: int, piece: int) -> None:
    """Put a named pawn in the keeper's place (SX-6.8)."""
    cell = next(cell for cell in KEEPER_ROW[side] if not s.occupied[cell])
    ev.append({"type": "placed", "piece": PIECES[piece], "from": CELLS[s.pieces[piece]], "to": CELLS[cell]})
    s.put(piece, cell)
    if s.carrier == piece:
        s.ball = cell
    if not any(AREA_OF[at] == side for at in s.formation[side * 7 : side * 7 + 7] if at >= 0):
        s.formation = s.formation[:]
        s.formation[piece] = KEEPER_CELL[side]
    s.keeper[side] = piece
    ev.append({"type": "keeper_change", "seat": NAMES[side], "piece": PIECES[piece], "to": CELLS[cell]})
