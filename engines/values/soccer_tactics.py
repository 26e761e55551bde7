"""Win expectations of Soccer Tactics, fitted to bots' matches: the offensive set to come, the restart, the men."""

import math
from typing import Final

from engines.core.seats import SEATS
from engines.judging import soccer_tactics as judge
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import ROW, SHOOTING, TEAM, distance
from engines.soccer_tactics.state import (
    CORNER,
    EXTRA_FIRST,
    FIRST_HALF,
    FREE_KICK,
    GOAL_KICK,
    KICK_OFF,
    LOOSE,
    PENALTY,
    SHOOT,
    State,
)
from engines.values import Expectation, goals

STEP: Final = 2
"""Turns of a step."""
SOON: Final = 3
FEATURES: Final = (
    "always",
    "on offence",
    "hurry",
    "set to come",
    "logarithm of the set",
    "moves",
    "plays",
    "loose ball",
    "shot unless defended",
    "penalty",
    "corner",
    "free kick",
    "goal kick",
    "kick-off",
    "row of own ball",
    "shooters in range",
    "evaluation",
    "evaluation, on offence",
    "men near the ball",
    "men in their half",
)


def expect(state: State) -> Expectation:
    return MODEL.expect(situation(state))


def situation(s: State) -> goals.Situation:
    frame, extra = s.frame, s.period >= EXTRA_FIRST
    leg = goals.leg_of(frame.terms, extra=extra)
    if frame.wall:
        limit = int(frame.options["extra_minutes" if extra else "half_minutes"])
    else:
        limit = frame.extra if extra else frame.half
    running = max(2 * STEP if frame.wall else 0, limit - s.clock_turns)
    left = 0.0 if s.time_up else float(running)
    if s.period in (FIRST_HALF, EXTRA_FIRST):
        left += limit
    left /= STEP
    gone = [sum(1 for piece in s.sent_off if piece // TEAM == side) for side in (0, 1)]
    both = (features(s, 0, left), features(s, 1, left))
    return goals.Situation(leg, s.score, left, gone[1] - gone[0], both)


def features(s: State, side: int, left: float) -> tuple[float, ...]:
    offence, ball, other = s.attacking == side, s.ball, 1 - side
    kind = s.restart.kind if s.restart is not None else s.dead
    chance = max(0.0, judge.attack_ahead(s)) if offence else 0.0
    evaluation = judge.evaluate(s, SEATS[side]) - (s.score[side] - s.score[other])
    evaluation = max(-1.0, min(1.0, evaluation))
    cells = [cell for cell in s.pieces[side * TEAM + 1 : side * TEAM + TEAM] if 0 <= cell < 128]
    in_play = 0 <= ball < 128
    return (
        1.0,
        float(offence),
        goals.hurry(left, SOON),
        chance,
        math.log(max(0.02, chance)) + 4 if offence else 0.0,
        float(offence and s.phase == phases.ATTACK_MOVE),
        float(offence and s.phase == phases.ATTACK_PLAY),
        float(offence and (s.phase == phases.CAPTURE or s.after == LOOSE)),
        float(offence and s.after == SHOOT and s.phase in (phases.DEFENCE, phases.DEFENCE_MOVE, phases.MINOR_FOUL)),
        float(offence and kind == PENALTY),
        float(offence and kind == CORNER),
        float(offence and kind == FREE_KICK),
        float(offence and kind == GOAL_KICK),
        float(offence and kind == KICK_OFF),
        _forward(ball, side) if offence and in_play else 0.0,
        min(3, (s.field[side] & ~s.own[other] & SHOOTING[other]).bit_count()) / 3,
        evaluation,
        evaluation * offence,
        sum(1 for cell in cells if distance(cell, ball) <= 3) / 4 if in_play else 0.0,
        sum(1 for cell in cells if _forward(cell, side) > 0.5) / 10,
    )


def _forward(cell: int, side: int) -> float:
    return (ROW[cell] - 1 if side == 0 else 16 - ROW[cell]) / 15


MODEL: Final = goals.Model("soccer_tactics", SOON)
CARD: Final = goals.card_of("soccer_tactics")
