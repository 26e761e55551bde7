"""Win expectations of FUBA, fitted to bots' matches: the chance to come, the restart, the men, the shape."""

import math
from typing import Final

from engines.core.seats import SEATS
from engines.fuba import phases
from engines.fuba.board import BOX, KEEPER, OFF, SHOOTING, START
from engines.fuba.state import (
    EXTRA_FIRST,
    FIRST_HALF,
    FROM_CORNER,
    FROM_FREE_KICK,
    FROM_GOAL_KICK,
    FROM_PENALTY,
    KICK_OFF,
    NOBODY,
    SECOND_HALF,
    SHOOTOUT,
    State,
)
from engines.judging import fuba as judge
from engines.values import Expectation, goals

STEP: Final = 2
"""Minutes of a step."""
SOON: Final = 4
SCORES: Final = judge.PENALTY_WORTH
STOPPAGE: Final = 3.0
"""Minutes that a half's stoppage squares last, about."""
FEATURES: Final = (
    "always",
    "active",
    "hurry",
    "chance",
    "logarithm of the chance",
    "shot to take",
    "penalty",
    "corner",
    "free kick in range",
    "goal kick",
    "kick-off",
    "in range",
    "row of own ball",
    "ball die",
    "evaluation",
    "evaluation, active",
    "keeper away",
    "men ahead of the ball",
    "men more around the ball",
    "moving now",
    "cards",
)


def expect(state: State) -> Expectation:
    if state.period == SHOOTOUT:
        return goals.shootout(state.shootout or ((), ()), max(0, state.attacking), SCORES)
    return MODEL.expect(situation(state))


def situation(s: State) -> goals.Situation:
    frame, extra = s.frame, s.period >= EXTRA_FIRST
    leg = goals.leg_of(frame.terms, extra=extra)
    left = half = frame.ends[s.period] - s.minute + (STOPPAGE if not s.stoppage else 3.0 / s.stoppage)
    if s.period in (FIRST_HALF, EXTRA_FIRST):
        left += frame.ends[s.period + 1] - frame.ends[s.period] + STOPPAGE
    left /= STEP
    gone = [sum(1 for piece in s.sent_off if piece // 11 == side) for side in (0, 1)]
    both = (features(s, 0, half / STEP), features(s, 1, half / STEP))
    return goals.Situation(leg, s.score, left, gone[1] - gone[0], both)


def features(s: State, side: int, half: float) -> tuple[float, ...]:
    """Return the features of ``side`` with ``half`` steps left in this half: its end ends the attack too."""
    active, ball = s.attacking == side, s.ball
    other = 1 - side
    chance = 0.0
    if active and s.period <= SECOND_HALF + 2:
        chance = max(0.0, judge.attack_worth(s))
    setting_up = s.phase in (phases.DEPLOY, phases.ADJUST)
    on_pitch = ball != OFF and ball < 13
    in_range = bool(active and on_pitch and SHOOTING[side] >> ball & 1)
    evaluation = judge.evaluate(s, SEATS[side]) - (s.score[side] - s.score[other])
    evaluation = max(-1.0, min(1.0, evaluation))
    keeper = s.pieces[KEEPER[other]]
    ahead = around = 0.0
    if on_pitch and s.attacking != NOBODY:
        depth = START[side][ball]
        first = side * 11
        ahead = sum(1 for cell in s.pieces[first : first + 11] if cell < 13 and START[side][cell] > depth) / 10
        around = (s.counts[18 * side + ball] - s.counts[18 * other + ball]) / 5
    movement = s.movement
    return (
        1.0,
        float(active),
        goals.hurry(half, SOON),
        chance,
        math.log(max(0.02, chance)) + 4 if active else 0.0,
        float(active and s.phase in (phases.SHOT, phases.FREE_KICK)),
        float(active and s.restart == FROM_PENALTY),
        float(active and s.restart == FROM_CORNER),
        float(in_range and s.restart == FROM_FREE_KICK),
        float(active and s.restart == FROM_GOAL_KICK),
        float(active and s.restart == KICK_OFF),
        float(in_range),
        START[side][ball] / 20 if active and on_pitch else 0.0,
        s.ball_die / 6 if active and not setting_up else 0.0,
        evaluation,
        evaluation * active,
        float(keeper not in (BOX[other], OFF) and not setting_up),
        ahead if not setting_up else 0.0,
        around if not setting_up else 0.0,
        float(s.phase == phases.MOVEMENT and movement is not None and movement.seat == side),
        s.yellow[side] / 4,
    )


MODEL: Final = goals.Model("fuba", SOON)
CARD: Final = goals.card_of("fuba")
