"""Evaluation of Dom Jim for the bots: goals, open shots, and captures of the ball.

Source of the ideas: DJ section 15.
"""

from typing import Final

from engines.core.seats import Seat
from engines.dom_jim import phases
from engines.dom_jim.board import (
    ADMONITION,
    CAPTAIN,
    KEEPER,
    KEEPER_CELL,
    RED,
    RINGED,
    ROW,
    SIDE,
    WALL,
    distance,
)
from engines.dom_jim.reach import can_reach, open_goal
from engines.dom_jim.state import State

SHOT = 0.75
"""Value in goals of an open shot for the side that plays next."""
THREAT = 0.25
"""The same, when the opponent plays first."""
HELD = 0.12
FIGURE = 0.16
WAITING = 0.10
CARD = 0.08
LOST, COVERED = -0.5, -0.1
"""Ball taken at once: for nothing, or for a figure that is taken back a turn later."""


def evaluate(state: State, seat: Seat) -> float:
    me = SIDE[seat]
    lead = float(state.score[me] - state.score[1 - me])
    if state.phase == phases.FINISHED:
        winner = state.result[0] if state.result else -1
        return lead + (0.0 if winner < 0 else 2.0 if winner == me else -2.0)
    if state.phase == phases.SHOOTOUT:
        kicks = state.kicks or ((), ())
        return lead + sum(kicks[me]) - sum(kicks[1 - me])
    if state.phase == phases.PENALTY:
        return lead + (0.5 if state.attacking == me else -0.5)
    lead += _material(state, me) - _material(state, 1 - me)
    lead += _ball(state, me)
    lost = state.lost
    return (
        lead
        - 0.2 * (lost[me] - lost[1 - me])
        - (0.1 if state.phase == phases.OFFSIDE and state.attacking == me else 0.0)
    )


def hopes(state: State, seat: Seat) -> float:
    """Evaluate as a beginner: goals, the ball, the way to goal; no figure that may be taken, no reply."""
    me = SIDE[seat]
    lead = float(state.score[me] - state.score[1 - me])
    if state.carrier < 0:
        cells = state.pieces[me * 12 : me * 12 + CAPTAIN + 1]
        return lead - 0.04 * min((distance(state.ball, cell) for cell in cells if cell >= 0), default=9)
    if state.carrier // 12 != me:
        return lead - 0.3
    return lead + 0.2 + 0.03 * _forward(state.ball, me) + (0.4 if open_goal(state, me, state.ball) else 0.0)


def _material(s: State, side: int) -> float:
    worth = CARD * s.cards[side]
    worths = _WORTHS[side]
    for cell in s.pieces[side * 12 : side * 12 + CAPTAIN + 1]:
        if cell >= 0:
            standing, forward, leaving = worths[cell]
            worth += standing
            worth += forward
            worth -= leaving
    keeper = s.pieces[side * 12 + KEEPER]
    if keeper >= 0:
        worth -= 0.03 * distance(keeper, KEEPER_CELL[side])
    return worth


def _ball(s: State, me: int) -> float:
    """Evaluate the ball: its holder now or soon, and whether a goal is open from there."""
    mover = s.attacking
    if s.carrier >= 0:
        holder = s.carrier // 12
        sign = 1.0 if holder == me else -1.0
        is_robbed = holder != mover and s.carrier % 12 != KEEPER and can_reach(s, mover, s.ball)
        if is_robbed:
            worth = COVERED if can_reach(s, holder, s.ball) else LOST
            return sign * (worth - (0.3 if open_goal(s, mover, s.ball) else 0.0))
        worth = HELD + 0.01 * _forward(s.ball, holder)
        if s.carrier % 12 != KEEPER and open_goal(s, holder, s.ball):
            worth += SHOT if holder == mover else THREAT * 2
        return sign * worth
    sign = 1.0 if mover == me else -1.0
    if s.ball in RED[1 - mover]:
        return sign * 0.05
    if can_reach(s, mover, s.ball):
        return sign * (HELD + (SHOT if open_goal(s, mover, s.ball) else 0.0))
    if can_reach(s, 1 - mover, s.ball):
        return -sign * (HELD / 2 + (THREAT if open_goal(s, 1 - mover, s.ball) else 0.0))
    near = min((distance(s.ball, c) for c in s.pieces[me * 12 : me * 12 + 9] if c >= 0), default=9)
    far = min((distance(s.ball, c) for c in s.pieces[(1 - me) * 12 : (1 - me) * 12 + 9] if c >= 0), default=9)
    return 0.01 * (far - near)


def _forward(cell: int, side: int) -> int:
    return ROW[cell] if side == 0 else 14 - ROW[cell]


_WORTHS: Final = tuple(
    tuple(
        (
            FIGURE - (WAITING if cell in ADMONITION[side] else 0.0),
            0.004 * min(_forward(cell, side), 11),
            0.03 if cell in RINGED[1 - side] else 0.0,
        )
        for cell in range(WALL)
    )
    for side in (0, 1)
)
"""By side and cell: worth of a figure there, of being forward, and what it loses where it will have to leave."""
