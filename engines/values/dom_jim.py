"""Win expectations of Dom Jim, fitted to bots' matches: the ball, who can reach it, the way to goal, the kick-off."""

import math
from typing import Final

from engines.core.seats import SEATS
from engines.dom_jim import phases
from engines.dom_jim.board import ADMONITION, CAPTAIN, FLIGHTS, KEEPER, KEEPER_CELL, ROW
from engines.dom_jim.reach import can_reach, open_goal
from engines.dom_jim.state import State
from engines.judging import dom_jim as judge
from engines.values import Expectation, goals

STEP: Final = 5
"""Turns of a step."""
NEVER: Final = 1000
"""Turns without a goal in a leg without that limit: goals end it, as good as certainly, long before."""
SOON: Final = 3
SCORES: Final = 2 / 3
"""Share of shootout kicks that score."""
FEATURES: Final = (
    "always",
    "to move",
    "hurry",
    "kicked off",
    "kicked off, to move",
    "shot now",
    "shot after a pass",
    "shot next, safe",
    "shot next, ball in danger",
    "takes the ball and shoots",
    "takes the ball",
    "holds the ball safely",
    "holds the ball in danger",
    "ball's row",
    "evaluation",
    "evaluation, to move",
    "penalty",
    "corner",
    "offside",
    "keeper away",
    "men in their half",
    "turns lost",
)


def expect(state: State) -> Expectation:
    if state.phase == phases.SHOOTOUT:
        return goals.shootout(state.kicks or ((), ()), state.attacking, SCORES)
    return MODEL.expect(situation(state))


def situation(s: State) -> goals.Situation:
    frame = s.frame
    if frame.goals:
        limit = frame.no_goal_limit or NEVER
        leg = goals.leg_of(frame.terms, goals=frame.goals, refill=max(1, limit // STEP))
        left = max(0, limit - (s.quiet if frame.no_goal_limit else 0)) / STEP
    else:
        leg = goals.leg_of(frame.terms)
        nominal: int = frame.options["leg_turns"]
        left = max(0 if frame.leg_turns else STEP, nominal - s.turns) / STEP
    if s.time_up:
        left = 0.0
    men = _strength(s, 0) - _strength(s, 1)
    both = (features(s, 0, left), features(s, 1, left))
    return goals.Situation(leg, (s.score[0], s.score[1]), left, max(-3, min(3, round(men))), both)


def _strength(s: State, side: int) -> float:
    """Count figures on the pitch, and half a figure for each card left."""
    cells = s.pieces[side * 12 : side * 12 + CAPTAIN + 1]
    return sum(1 for cell in cells if cell >= 0 and cell not in ADMONITION[side]) + 0.5 * s.cards[side]


def features(s: State, side: int, left: float) -> tuple[float, ...]:
    mine, ball = s.attacking == side, s.ball
    first = s.attacking if s.quiet % 2 == 0 else 1 - s.attacking
    fresh = math.exp(-s.quiet / 8) if first == side else 0.0
    now = passed = safe = danger = robs = takes = held = exposed = 0.0
    playing = s.phase not in (phases.PENALTY, phases.SHOOTOUT, phases.OFFSIDE)
    if playing and s.carrier >= 0:
        is_open = s.carrier % 12 != KEEPER and open_goal(s, s.carrier // 12, ball)
        if s.carrier // 12 == side:
            reached = not mine and s.carrier % 12 != KEEPER and can_reach(s, 1 - side, ball)
            now = float(is_open and mine and s.phase != phases.TRIANGLE)
            passed = float(mine and not is_open and _pass_to_goal(s, side))
            safe, danger = float(is_open and not mine and not reached), float(is_open and reached)
            held, exposed = float(not reached), float(reached)
        elif mine and s.phase not in (phases.BALL, phases.TRIANGLE, phases.CORNER) and s.carrier % 12 != KEEPER:
            takes = float(can_reach(s, side, ball))
            robs = takes * open_goal(s, side, ball)
    elif playing and can_reach(s, side, ball):
        takes = 1.0 if mine else 0.5
        robs = takes * open_goal(s, side, ball)
    row = ROW[ball] if side == 0 else 14 - ROW[ball]
    evaluation = judge.evaluate(s, SEATS[side]) - (s.score[side] - s.score[1 - side])
    evaluation = max(-1.5, min(1.5, evaluation))
    keeper = s.pieces[(1 - side) * 12 + KEEPER]
    half = sum(
        1
        for cell in s.pieces[side * 12 : side * 12 + CAPTAIN + 1]
        if cell >= 0 and (ROW[cell] > 7 if side == 0 else ROW[cell] < 7)
    )
    return (
        1.0,
        float(mine),
        goals.hurry(left, SOON),
        fresh,
        fresh * mine,
        now,
        passed,
        safe,
        danger,
        robs,
        takes,
        held,
        exposed,
        row / 13,
        evaluation,
        evaluation * mine,
        float(s.phase == phases.PENALTY and mine),
        float(s.phase == phases.CORNER and mine),
        float(s.phase == phases.OFFSIDE and mine),
        float(keeper != KEEPER_CELL[1 - side]),
        half / 9,
        float(s.lost[side] - s.lost[1 - side]),
    )


def _pass_to_goal(s: State, side: int) -> bool:
    """Return whether the holder can pass to a team-mate with an open shot."""
    if s.carrier % 12 == KEEPER:
        return False
    for cell in FLIGHTS[side][s.ball]:
        figure = s.occupied[cell]
        if figure and (figure > 12) == bool(side) and open_goal(s, side, cell):
            return True
    return False


MODEL: Final = goals.Model("dom_jim", SOON)
CARD: Final = goals.card_of("dom_jim")
