"""Compact position of Super Goal!: integers inside, names only at the wire.

Immutable to callers: the rules change only the copy that ``apply`` makes. ``-1`` stands for null in an integer field.
Source: SG section 16, "State".
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Self

from engines.core.compact import Compact
from engines.core.moves import Move
from engines.core.seats import SEATS, Wire
from engines.super_goal import phases
from engines.super_goal.faces import DICE, STAR, Arrow

FIRST, SECOND, KICKS, OVER = range(4)
PERIODS: Final = ("first_half", "second_half", "shootout", "finished")

LIVE, KICK_OFF, THROW_IN, GOAL_KICK, THROW, CORNER, FREE_KICK, SPOT_KICK = range(8)
RESTARTS: Final = (None, "kick_off", "throw_in", "goal_kick", "keeper_throw", "corner", "free_kick", "penalty")

TACKLE, BLOCK, POST, CROSSBAR, SAVE, UNSTOPPABLE_SHOT = range(6)
WINDOWS: Final = ("tackle", "block", "post", "crossbar", "save", "unstoppable")


class Frame(NamedTuple):
    """The constants of a match: complete options and terms, and what the rules derive from them."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    half_turns: int
    by_turns: bool  # the half ends by counted turns (SG-13.2), not by the host's clock (SG-13.1)


class State(Compact):
    """A position, initially home's kick-off with away holding the star die. Sides are 0 (home) and 1 (away)."""

    frame: Frame
    phase: int = phases.ATTACK
    period: int = FIRST
    attacking: int = 0
    ball: int = 27
    restart: int = KICK_OFF
    last_die: int = -1
    score: tuple[int, int] = (0, 0)
    star_holder: int = 1
    star_face: int = 2
    toss_winner: int = 1
    last_foul: int = -1
    reds: tuple[int, int] = (0, 0)
    time_up: bool = False
    turn: int = 0
    period_turns: int = 0
    first_kicker: int = -1
    kicks: tuple[tuple[bool, ...], tuple[bool, ...]] | None = None
    result: tuple[int, str] | None = None
    """(winner or -1, how)."""
    declared: Move | None = None
    """Phase ``react``: the declared roll or shot (SG-10.10)."""
    arrow: Arrow | None = None
    """Phase ``direction``: the arrow awaiting its side."""
    window: tuple[int, bool] | None = None
    """Phase ``intervene``: the kind, and whether the shot was taken from inside the area (SG-6.4)."""

    def copy(self) -> Self:
        """Copy the position for the rules to change, without the values of a phase."""
        new = self.__copy__()
        new.declared = new.arrow = new.window = None
        return new

    @property
    def star(self) -> Wire:
        """Return holder and face of the star die, in the data contract's shape."""
        return {"holder": SEATS[self.star_holder], "face": STAR[self.star_face]}

    @property
    def pending(self) -> Wire | None:
        """Return the pending decision, in the data contract's shape."""
        if self.declared is not None:
            return {"action": dict(self.declared)}
        if self.arrow is not None:
            die, direction, n, symbol, turned = self.arrow
            return {"die": DICE[die], "dir": direction, "n": n, "symbol": symbol, "turned": turned}
        if self.window is not None:
            return {"kind": WINDOWS[self.window[0]], "inside": self.window[1]}
        return None
