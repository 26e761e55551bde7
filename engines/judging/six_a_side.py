"""Evaluation of six-a-side for the bots. Source: SX section 16.

``guess`` fills in hidden values: the usual line-up for a sealed one, a random pick.
"""

from random import Random

from engines.core.seats import Seat, Wire
from engines.six_a_side import phases
from engines.six_a_side.board import (
    AREA_OF,
    CELLS,
    FORMATIONS,
    KEEPER_CELL,
    NAMES,
    PENALTY_AREA,
    PIECES,
    ROW,
    SIDE,
    STEPS,
    WITHIN_TWO,
    distance,
)
from engines.six_a_side.reach import is_diagonal, open_goal
from engines.six_a_side.state import State
from engines.six_a_side.wire import CONTRACT

GOAL = UNIT = 200.0


def guess(view: Wire, seat: Seat, chance: Random) -> State:
    wire = dict(view)
    other = NAMES[1 - SIDE[seat]]
    if view["phase"] == "setup" and other not in view["to_act"]:
        cells = FORMATIONS[SIDE[other]][chance.choice(list(FORMATIONS[0]))]
        placed = {PIECES[SIDE[other] * 7 + n]: CELLS[cell] for n, cell in enumerate(cells)}
        wire["pieces"] = {**view["pieces"], **placed}
    if view["phase"] in ("penalty", "shootout") and other not in view["to_act"]:
        wire["picks"] = {**view["picks"], other: chance.randrange(3) + 1}
    return CONTRACT.read(wire)


def evaluate(state: State, seat: Seat) -> float:
    """Evaluate for ``seat`` in the units of SX section 16, a goal being 200."""
    me = SIDE[seat]
    lead = GOAL * (state.score[me] - state.score[1 - me])
    if state.phase == phases.FINISHED:
        winner = state.result[0] if state.result else -1
        return lead + (0.0 if winner < 0 else 400.0 if winner == me else -400.0)
    if state.phase == phases.SHOOTOUT:
        kicks = state.kicks or ((), ())
        return lead + 100.0 * (sum(kicks[me]) - sum(kicks[1 - me]))
    lead -= 20.0 * (_cards(state, me) - _cards(state, 1 - me))
    if state.penalty is not None:
        return lead + (130.0 if state.penalty.awarded == me else -130.0)
    if state.phase in (phases.SETUP, phases.KICKOFF, phases.PENALTY):
        return lead
    return lead + _shape(state, me) - _shape(state, 1 - me) + _ball(state, me)


def hopes(state: State, seat: Seat) -> float:
    """Evaluate as a beginner: goals, the ball, the way to goal; no opponent who may steal."""
    me = SIDE[seat]
    lead = GOAL * (state.score[me] - state.score[1 - me])
    if state.ball < 0:
        return lead
    if state.carrier < 0:
        cells = state.pieces[me * 7 : me * 7 + 7]
        return lead - 8.0 * min((distance(state.ball, cell) for cell in cells if cell >= 0), default=9)
    if state.carrier // 7 != me:
        return lead - 60.0
    return lead + 40.0 + 8.0 * _advance(state.ball, me) + (40.0 if open_goal(state, me, state.ball) else 0.0)


def _cards(s: State, side: int) -> float:
    yellow = sum(0.3 for piece in s.yellow if piece // 7 == side and piece not in s.sent_off)
    return yellow + sum(2.0 for piece in s.sent_off if piece // 7 == side)


def _advance(cell: int, side: int) -> int:
    return ROW[cell] if side == 0 else 12 - ROW[cell]


def _shape(s: State, side: int) -> float:
    worth = 0.0
    for piece in range(side * 7, side * 7 + 7):
        cell = s.pieces[piece]
        if cell < 0:
            continue
        if piece == s.keeper[side]:
            worth += 2.0 if cell == KEEPER_CELL[side] else 1.0 if AREA_OF[cell] == side else 0.0
        else:
            worth += 3.0 + 0.25 * _advance(cell, side)
    return worth


def robbers(s: State, side: int, cell: int) -> tuple[int, int]:
    """Count pawns of ``side`` beside ``cell`` that may steal straight, and diagonally without a red card."""
    straight = diagonal = 0
    for near in STEPS[cell]:
        piece = s.occupied[near] - 1
        if piece < 0 or piece // 7 != side or piece == s.no_steal[side]:
            continue
        if not is_diagonal(near, cell):
            straight += 1
        elif piece not in s.yellow and cell not in PENALTY_AREA[side]:
            diagonal += 1
    return straight, diagonal


def free_mates(s: State, side: int, cell: int) -> int:
    """Count team-mates within one pass, unmarked, with an open shot."""
    count = 0
    for near in WITHIN_TWO[cell]:
        piece = s.occupied[near] - 1
        if piece >= 0 and piece // 7 == side and open_goal(s, side, near) and not robbers(s, 1 - side, near)[0]:
            count += 1
    return count


def _ball(s: State, me: int) -> float:
    ball = s.ball
    if s.carrier >= 0:
        side = s.carrier // 7
        shot = open_goal(s, side, ball)
        if side == me and s.active != me:
            straight, diagonal = robbers(s, 1 - me, ball)
            worth = 8.0 + 1.2 * _advance(ball, me)
            if straight:
                worth = -14.0 - 1.2 * _advance(ball, 1 - me) - (25.0 if open_goal(s, 1 - me, ball) else 0.0)
            elif shot:
                worth += 45.0 - (25.0 if diagonal else 0.0)
            free = free_mates(s, me, ball) if not straight else 0
            return worth + (18.0 if free > 1 else 7.0 * free)
        if side == me:
            return 8.0 + 1.2 * _advance(ball, me) + (80.0 if shot else 0.0)
        if shot:
            return -100.0
        near = min((distance(ball, c) for c in s.pieces[me * 7 : me * 7 + 7] if c >= 0), default=6)
        free = free_mates(s, 1 - me, ball)
        worth = -8.0 - 1.2 * _advance(ball, 1 - me) - 0.6 * near - (12.0 + 4.0 * free if free else 0.0)
        return worth + (3.0 if robbers(s, me, ball)[0] else 0.0)
    own = min((distance(ball, c) for c in s.pieces[me * 7 : me * 7 + 7] if c >= 0), default=9)
    theirs = min((distance(ball, c) for c in s.pieces[(1 - me) * 7 : (1 - me) * 7 + 7] if c >= 0), default=9)
    if theirs == 1:
        return -10.0
    return 3.0 if own < theirs else -3.0
