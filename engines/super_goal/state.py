"""A position of Super Goal!, compact: integers inside, names only at the wire.

Immutable to callers: the rules change only the copy that ``apply`` makes. ``-1`` stands for null in an integer field.
Source: SG section 16, "State".
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.core.moves import Move
from engines.super_goal.faces import Arrow

ATTACK, REACT, DIRECTION, INTERVENE, KEEPER_THROW, PENALTY, SHOOTOUT, FINISHED = range(8)
PHASES: Final = (
    "attack",
    "react",
    "direction",
    "intervene",
    "keeper_throw",
    "penalty",
    "shootout",
    "finished",
)

FIRST, SECOND, KICKS, OVER = range(4)
PERIODS: Final = ("first_half", "second_half", "shootout", "finished")

LIVE, KICK_OFF, THROW_IN, GOAL_KICK, THROW, CORNER, FREE_KICK, SPOT_KICK = range(8)
RESTARTS: Final = (None, "kick_off", "throw_in", "goal_kick", "keeper_throw", "corner", "free_kick", "penalty")

TACKLE, BLOCK, POST, CROSSBAR, SAVE, UNSTOPPABLE_SHOT = range(6)
WINDOWS: Final = ("tackle", "block", "post", "crossbar", "save", "unstoppable")


class Frame(NamedTuple):
    """What never changes in a match: options and terms, complete, and what the rules ask of them."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    half_turns: int
    by_turns: bool  # the half ends by counted turns (SG-13.2), not by the host's clock (SG-13.1)


class State:
    """A position. Sides are 0 (home) and 1 (away); see the module for the codes."""

    __slots__ = (
        "arrow",
        "attacking",
        "ball",
        "declared",
        "first_kicker",
        "frame",
        "kicks",
        "last_die",
        "last_foul",
        "period",
        "period_turns",
        "phase",
        "reds",
        "restart",
        "result",
        "score",
        "star_face",
        "star_holder",
        "time_up",
        "toss_winner",
        "turn",
        "window",
    )
    frame: Frame
    phase: int
    period: int
    attacking: int
    ball: int
    restart: int
    last_die: int
    score: tuple[int, int]
    star_holder: int
    star_face: int
    toss_winner: int
    last_foul: int
    reds: tuple[int, int]
    time_up: bool
    turn: int
    period_turns: int
    first_kicker: int
    kicks: tuple[tuple[bool, ...], tuple[bool, ...]] | None
    result: tuple[int, str] | None
    """(winner or -1, how)."""
    declared: Move | None
    """Phase ``react``: the roll or shot that waits (SG-10.10)."""
    arrow: Arrow | None
    """Phase ``direction``: the arrow whose side is to be chosen."""
    window: tuple[int, bool] | None
    """Phase ``intervene``: the kind, and whether the shot was taken from inside the area (SG-6.4)."""

    def copy(self) -> State:
        """The same position, to be changed by the rules. What a phase was waiting for is left behind."""
        new = _new(State)
        new.frame = self.frame
        new.phase = self.phase
        new.period = self.period
        new.attacking = self.attacking
        new.ball = self.ball
        new.restart = self.restart
        new.last_die = self.last_die
        new.score = self.score
        new.star_holder = self.star_holder
        new.star_face = self.star_face
        new.toss_winner = self.toss_winner
        new.last_foul = self.last_foul
        new.reds = self.reds
        new.time_up = self.time_up
        new.turn = self.turn
        new.period_turns = self.period_turns
        new.first_kicker = self.first_kicker
        new.kicks = self.kicks
        new.result = self.result
        new.declared = None
        new.arrow = None
        new.window = None
        return new


_new = State.__new__


def starting(frame: Frame) -> State:
    """Home about to kick off the first half at 0-0, away with the star die and an assist: the set-up's base line."""
    state = State()
    state.frame = frame
    state.phase, state.period, state.attacking, state.ball = ATTACK, FIRST, 0, 27
    state.restart, state.last_die, state.score = KICK_OFF, -1, (0, 0)
    state.star_holder, state.star_face, state.toss_winner = 1, 2, 1
    state.last_foul, state.reds, state.time_up, state.turn, state.period_turns = -1, (0, 0), False, 0, 0
    state.first_kicker, state.kicks, state.result = -1, None, None
    state.declared = state.arrow = state.window = None
    return state
