"""The master of FUBA: plans whole movements, aims and shoots by fitted prospects, and searches where neither counts."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.bots import master
from engines.bots.fuba_plans import best_option, next_move
from engines.bots.fuba_prospects import Weights, best_target, shoot_or_play_on, weights
from engines.bots.judges import sight
from engines.core.dice import ScriptedDice
from engines.core.moves import Move
from engines.core.seats import Seat, Wire, side_of
from engines.fuba import phases
from engines.fuba.moves import AIM_0, DIVE_0, DONE, GOAL_KICK_0, MOVEMENT_0, MOVES, PLAY_ON, SHOOT, number_of
from engines.fuba.play import decide
from engines.fuba.state import DEFENCE, State

DIVES: Final = (2, 3, 2)
AIMS: Final = (5, 4, 5)
"""Shares of left, middle and right that no opponent can use: a penalty is then a goal in 0.643 of cases (FU-7.15)."""


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    _game, _judge, state, _goal = sight(slug, view, seat, chance)
    legal = {number_of(move): move for move in moves}
    code = _decide(state, side_of(seat), dict(legal), chance)
    return legal[code] if code in legal else master.choose(slug, view, seat, moves, chance)


def _decide(state: State, seat: int, legal: dict[int, object], chance: Random) -> int:
    """Return the number of the move; -1 where the search decides."""
    weighing = weights()
    if state.phase in (phases.MOVEMENT, phases.QUICK_MOVES):
        return next_move(state, seat, legal, weighing)
    if state.phase == phases.MOVEMENT_OPTION:
        return MOVEMENT_0 + best_option(state, seat, weighing)[1] - DEFENCE
    if state.phase == phases.FREE_PLAY:
        return _free_move(state, seat, legal, weighing)
    if state.phase == phases.TARGET:
        return best_target(state, weighing)[1]
    if state.phase == phases.GOAL_KICK:
        slow = GOAL_KICK_0 + 1
        after = decide(state, seat, MOVES[slow], ScriptedDice((), 0), [])
        return slow if best_option(after, seat, weighing)[0] > best_target(state, weighing)[0] else GOAL_KICK_0
    if state.phase in (phases.SHOT, phases.FREE_KICK):
        shoot, play_on = shoot_or_play_on(state, weighing)
        return SHOOT if shoot > play_on else PLAY_ON
    if state.phase == phases.PENALTY_DIVE:
        return DIVE_0 + chance.choices(range(3), DIVES)[0]
    if state.phase == phases.PENALTY_AIM:
        return AIM_0 + chance.choices(range(3), AIMS)[0]
    return -1


def _free_move(state: State, seat: int, legal: dict[int, object], weighing: Weights) -> int:
    """Return the free move after which the next target is worth most, or done (FU-5.10)."""
    sign = 1 if state.attacking == seat else -1

    def worth(code: int) -> tuple[float, bool]:
        after = decide(state, seat, MOVES[code], ScriptedDice((), 0), [])
        return round(sign * best_target(after, weighing)[0], 9), code == DONE

    return max(legal, key=worth)
