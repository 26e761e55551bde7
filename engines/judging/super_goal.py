"""Evaluation of Super Goal! for the bots: goals, possession and the ball's place, the star die.

``evaluate`` is a rule of thumb. ``foresee`` looks the running attack up among the values of ``solving``; it plays out
windows, choices of side and kicks by every outcome of the dice.
"""

import json
from functools import cache

from engines.core.seats import Seat
from engines.judging import solving
from engines.super_goal import phases
from engines.super_goal.board import AREA, DEPTH, OUTSIDE, SIDE
from engines.super_goal.faces import CONTROL
from engines.super_goal.state import State

BY_DEPTH = (0.0, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.10, 0.14, 0.20, 0.20, 0.20)
"""Value in goals of an attack, by depth of the ball's row."""
IN_AREA = 0.42
OUTSIDE_AREA = 0.22
FACE = (0.0, 0.10, 0.07, 0.12, 0.08, 0.09, 0.09)
"""Value in goals of holding each face of the star die."""
WINDOW = (0.15, 0.25, 0.35, 0.35, 0.4, 0.8)
"""Goals to come for the attack, by kind of the defender's window."""
LOCKED = 0.02
"""Cost of a locked control die."""


def evaluate(state: State, seat: Seat) -> float:
    me = SIDE[seat]
    lead = float(state.score[me] - state.score[1 - me])
    if state.phase == phases.FINISHED:
        winner = state.result[0] if state.result else -1
        return lead + (0.0 if winner < 0 else 3.0 if winner == me else -3.0)
    if state.phase == phases.SHOOTOUT:
        kicks = state.kicks or ((), ())
        return lead + sum(kicks[me]) - sum(kicks[1 - me])
    chance = _attack(state)
    lead += chance if state.attacking == me else -chance
    star = FACE[state.star_face]
    return lead + (star if state.star_holder == me else -star)


def hopes(state: State, seat: Seat) -> float:
    """Evaluate as a beginner: goals, the ball, how far forward it is; no star die, no window of the defender."""
    me = SIDE[seat]
    lead = float(state.score[me] - state.score[1 - me])
    if state.phase in (phases.PENALTY, phases.SHOOTOUT, phases.FINISHED) or not 0 <= state.ball < len(DEPTH[0]):
        return lead
    hope = BY_DEPTH[min(DEPTH[state.attacking][state.ball], len(BY_DEPTH) - 1)]
    return lead + (hope if state.attacking == me else -hope)


def _attack(state: State) -> float:
    side, ball, phase = state.attacking, state.ball, state.phase
    if phase == phases.PENALTY:
        return 0.62
    if phase == phases.INTERVENE and state.window is not None:
        return WINDOW[state.window[0]]
    if phase == phases.KEEPER_THROW:
        return BY_DEPTH[2]
    if AREA[side][ball]:
        worth = IN_AREA
    elif OUTSIDE[side][ball]:
        worth = OUTSIDE_AREA
    else:
        worth = BY_DEPTH[DEPTH[side][ball]]
    if phase in (phases.DIRECTION, phases.REACT):
        return worth
    return worth - (LOCKED if state.last_die == CONTROL else 0.0)


def foresee(state: State, seat: Seat) -> float:
    """Return goals ahead and to come in this half for ``seat``, when both play well."""
    if state.phase in (phases.SHOOTOUT, phases.FINISHED):
        return evaluate(state, seat)
    me = SIDE[seat]
    if state.phase != phases.ATTACK:
        return (1.0 if me == 0 else -1.0) * solving.ahead(state, lambda after: foresee(after, "home"))
    lead = float(state.score[me] - state.score[1 - me])
    left = 0 if state.time_up else max(1, state.frame.half_turns - state.period_turns) if state.frame.by_turns else 20
    worth = _solved(min(left, solving.LEFT[-1]))[solving.row(state)] / solving.SCALE
    return lead + (worth if state.attacking == me else -worth)


@cache
def _solved(left: int) -> list[int]:
    values: list[int] = _read()[max(solved_left for solved_left in solving.LEFT if solved_left <= left)]
    return values


@cache
def _read() -> dict[int, list[int]]:
    return {int(left): values for left, values in json.loads(solving.FILE.read_text(encoding="utf-8")).items()}
