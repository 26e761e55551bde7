"""Changes of possession: turnovers, restarts, goals. Every rule that ends an action ends here.

Source: SG-4.8, SG-8, SG-9.9.
"""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal import phases
from engines.super_goal.board import CELLS, CORNER_KICK, FRONT, GOAL_KICK, HOME, MOUTH, NAMES, ON_PITCH
from engines.super_goal.faces import NO_DIE
from engines.super_goal.periods import end_half, kick_off
from engines.super_goal.record import move_ball
from engines.super_goal.state import CORNER, LIVE, RESTARTS, THROW, State
from engines.super_goal.state import GOAL_KICK as GOAL_KICK_RESTART


def play_on(s: State) -> None:
    """Let the attack go on with a live ball and any die (SG-4.6)."""
    s.phase, s.restart, s.last_die = phases.ATTACK, LIVE, NO_DIE


def turnover(s: State, ev: list[Event], dice: Dice, restart: int = LIVE, at: int = -1) -> None:
    """Swap roles; the new attack restarts at ``at`` (-1: the ball's cell, out of a goal mouth).

    If time is up the half ends instead (SG-4.8, SG-12.3).
    """
    side = 1 - s.attacking
    ev.append({"type": "possession", "seat": NAMES[side]})
    if s.time_up:
        end_half(s, ev, dice)
        return
    at = at if at >= 0 else dropped(s)
    s.attacking = side
    put_in_play(s, ev, restart, at)


def put_in_play(s: State, ev: list[Event], restart: int, at: int) -> None:
    """Put the ball at ``at`` for a restart (``LIVE``: simple possession): event, then ball."""
    side = s.attacking
    s.phase, s.restart, s.last_die = phases.ATTACK, restart, NO_DIE
    if restart == THROW:  # SG-8.2: until the cell is chosen the keeper holds the ball in his goal
        ev.append({"type": "keeper_throw", "seat": NAMES[side]})
        s.phase = phases.KEEPER_THROW
        at = MOUTH[1 - side]
    elif restart != LIVE:
        ev.append({"type": RESTARTS[restart], "seat": NAMES[side], "at": CELLS[at]})
    move_ball(s, ev, at, side)


def dropped(s: State) -> int:
    """Return the ball's cell, or the cell in front of the mouth under attack if it is inside (SG-7)."""
    return s.ball if s.ball < ON_PITCH else FRONT[s.attacking]


def goal_kick(s: State, ev: list[Event], dice: Dice) -> None:
    """Give a goal kick: the ball is behind the line that the attack plays at."""
    turnover(s, ev, dice, GOAL_KICK_RESTART, GOAL_KICK[1 - s.attacking])


def keepers_throw(s: State, ev: list[Event], dice: Dice) -> None:
    """Give the defending keeper, who held the ball, a throw (SG-8.1)."""
    turnover(s, ev, dice, THROW, MOUTH[s.attacking])


def corner(s: State, ev: list[Event]) -> None:
    """Give the attack a corner (SG-8.1, SG-9.3)."""
    put_in_play(s, ev, CORNER, CORNER_KICK[s.attacking])


def goal(s: State, ev: list[Event], dice: Dice, side: int, *, own: bool) -> None:
    """Score for ``side`` (``own``: an own goal) and kick off (SG-9.9, SG-12.3)."""
    move_ball(s, ev, MOUTH[side], side)
    home, away = s.score
    s.score = (home + 1, away) if side == HOME else (home, away + 1)
    ev.append({"type": "goal", "seat": NAMES[side], "piece": None, "own": own})
    if s.time_up:
        end_half(s, ev, dice)
    else:
        kick_off(s, ev, 1 - side)
