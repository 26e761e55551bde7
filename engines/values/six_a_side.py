"""Win expectations of six-a-side, fitted to bots' matches: the ball, the way to goal, who may steal, who is free."""

import math
from typing import Final

from engines.core.seats import SEATS
from engines.judging import six_a_side as judge
from engines.six_a_side import phases
from engines.six_a_side.board import KEEPER_CELL, ROW, distance
from engines.six_a_side.reach import open_goal
from engines.six_a_side.state import EXTRA, State
from engines.values import Expectation, goals

STEP: Final = 6
"""Turns of a step."""
SOON: Final = 3
SCORES: Final = 2 / 3
"""Share of shootout kicks that score: the keeper guesses one of three sides."""
FEATURES: Final = (
    "always",
    "to move",
    "hurry",
    "goal now",
    "goal next, safe",
    "goal next, ball in danger",
    "passes to a free man",
    "steals",
    "steals and shoots",
    "holds the ball safely",
    "holds the ball in danger",
    "risks a diagonal steal",
    "nearest to a free ball",
    "row of own ball",
    "evaluation",
    "evaluation, to move",
    "penalty",
    "kick-off",
    "keeper away",
    "men in their half",
    "men near their goal",
    "possession used up",
    "attack begun",
    "cards",
)


def expect(state: State) -> Expectation:
    if state.phase == phases.SHOOTOUT:
        return goals.shootout(state.kicks or ((), ()), state.active, SCORES)
    return MODEL.expect(situation(state))


def situation(s: State) -> goals.Situation:
    frame, extra = s.frame, s.period == EXTRA
    leg = goals.leg_of(frame.terms, extra=extra, golden=extra, to_win=frame.goals_to_win)
    limit = frame.extra_turns if extra else frame.turn_limit
    left = max(0 if frame.by_turns else STEP, limit - s.turns_played) / STEP
    if s.time_up:
        left = 0.0
    gone = [sum(1 for piece in s.sent_off if piece // 7 == side) for side in (0, 1)]
    both = (features(s, 0, left), features(s, 1, left))
    return goals.Situation(leg, (s.score[0], s.score[1]), left, gone[1] - gone[0], both)


def features(s: State, side: int, left: float) -> tuple[float, ...]:
    mine, ball, other = s.active == side, s.ball, 1 - side
    now = safe = danger = passes = steals = robs = held = exposed = risk = nearest = ahead = 0.0
    if ball >= 0 and s.penalty is None and s.carrier >= 0:
        holder = s.carrier // 7
        straight, diagonal = judge.robbers(s, 1 - holder, ball)
        if holder == side:
            shot = open_goal(s, side, ball)
            ahead = _forward(ball, side)
            now = float(shot and mine and s.phase != phases.CHAIN)
            passes = min(2.0, judge.free_mates(s, side, ball)) * (1.0 if mine else 0.5)
            if not mine:
                safe, danger = float(shot and not straight), float(shot and straight > 0)
            held, exposed = float(mine or not straight), float(not mine and straight > 0)
            risk = float(not mine and diagonal > 0)
        elif mine:
            steals = float(straight > 0)
            robs = steals * open_goal(s, side, ball)
    elif ball >= 0 and s.penalty is None:
        nearest = float(_near(s, side) - (0.5 if mine else 0.0) < _near(s, other))
    evaluation = (judge.evaluate(s, SEATS[side]) / judge.GOAL) - (s.score[side] - s.score[other])
    evaluation = max(-1.0, min(1.0, evaluation))
    keeper = s.keeper[other]
    cells = [cell for cell in s.pieces[side * 7 : side * 7 + 7] if cell >= 0]
    used = s.possession_turns / s.frame.possession_limit if s.frame.possession_limit else 0.0
    return (
        1.0,
        float(mine),
        goals.hurry(left, SOON),
        now,
        safe,
        danger,
        passes,
        steals,
        robs,
        held,
        exposed,
        risk,
        nearest,
        ahead,
        evaluation,
        evaluation * mine,
        float(s.penalty is not None and s.penalty.awarded == side),
        float(s.phase == phases.KICKOFF and mine),
        float(keeper < 0 or s.pieces[keeper] != KEEPER_CELL[other]),
        sum(1 for cell in cells if _forward(cell, side) > 0.5) / 6,
        sum(1 for cell in cells if _forward(cell, side) > 0.7) / 6,
        used if s.attacking == side else 0.0,
        math.exp(-s.possession_turns / 6) if s.attacking == side else 0.0,
        0.3 * sum(1 for piece in s.yellow if piece // 7 == side),
    )


def _forward(cell: int, side: int) -> float:
    return (ROW[cell] if side == 0 else 12 - ROW[cell]) / 12


def _near(s: State, side: int) -> int:
    return min((distance(s.ball, cell) for cell in s.pieces[side * 7 : side * 7 + 7] if cell >= 0), default=9)


MODEL: Final = goals.Model("six_a_side", SOON)
CARD: Final = goals.card_of("six_a_side")
