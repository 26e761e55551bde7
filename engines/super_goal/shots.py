"""Shots at goal, from the area, from outside, from free kicks, and the coups that shoot.

Source: SG-6, SG-9.5 to SG-9.7, SG-10.3, SG-10.5.
"""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal.board import AREA, CELLS, CENTRAL_OUTSIDE, DEPTH, FRONT, MOUTH, NAMES, SPOT
from engines.super_goal.defence import open_window
from engines.super_goal.faces import SHOT
from engines.super_goal.flow import goal_kick, play_on
from engines.super_goal.record import move_ball, roll
from engines.super_goal.state import BLOCK, CROSSBAR, FREE_KICK, POST, SAVE, UNSTOPPABLE_SHOT, State

TO_MOUTH = "mouth"
TO_SPOT = "spot"
TO_WALL = "wall"
"""Interception cell of an outside shot: the spot from the central cell, else the front (SG-6.3)."""

_REBOUNDS = {"post": (TO_SPOT, POST), "crossbar": (TO_MOUTH, CROSSBAR)}
INSIDE = {"on_target": (TO_MOUTH, SAVE), "unstoppable": (TO_MOUTH, UNSTOPPABLE_SHOT), **_REBOUNDS}  # SG-6.2
OUTSIDE = {"on_target": (TO_WALL, BLOCK), "unstoppable": (TO_MOUTH, SAVE), **_REBOUNDS}  # SG-6.3
NEAR_FREE_KICK = INSIDE  # SG-9.5
FAR_FREE_KICK = {"on_target": (TO_SPOT, BLOCK), "unstoppable": (TO_MOUTH, SAVE), **_REBOUNDS}  # SG-9.6


def shoot(s: State, ev: list[Event], dice: Dice) -> None:
    side, at = s.attacking, s.ball
    inside, free_kick = AREA[side][at], s.restart == FREE_KICK
    outcome = SHOT[roll(ev, dice, side, "shot")]
    _shot(ev, side, at, outcome, inside, free_kick)
    play_on(s)
    if outcome == "wide":
        goal_kick(s, ev, dice)
        return
    if inside:
        table = INSIDE  # SG-11.8 as well
    elif free_kick:
        table = NEAR_FREE_KICK if DEPTH[side][at] == 9 else FAR_FREE_KICK
    else:
        table = OUTSIDE
    target, kind = table[outcome]
    if target == TO_MOUTH:
        to = MOUTH[side]
    elif target == TO_SPOT or at == CENTRAL_OUTSIDE[side]:
        to = SPOT[side]
    else:
        to = FRONT[side]
    move_ball(s, ev, to, side)
    open_window(s, ev, dice, kind, inside)


def long_shot(s: State, ev: list[Event], dice: Dice) -> None:
    """Play the coup of a shot on target that only the keeper may stop (SG-10.3)."""
    _coup(s, ev, dice, "on_target", SAVE)


def unstoppable(s: State, ev: list[Event], dice: Dice) -> None:
    """Play the coup of a goal, unless the fresh face of the star die stops it (SG-10.5)."""
    _coup(s, ev, dice, "unstoppable", UNSTOPPABLE_SHOT)


def _coup(s: State, ev: list[Event], dice: Dice, outcome: str, kind: int) -> None:
    side, at = s.attacking, s.ball
    inside = AREA[side][at]
    _shot(ev, side, at, outcome, inside, False)
    play_on(s)
    move_ball(s, ev, MOUTH[side], side)
    open_window(s, ev, dice, kind, inside)


def _shot(ev: list[Event], side: int, at: int, outcome: str, inside: bool, free_kick: bool) -> None:
    ev.append(
        {
            "type": "shot",
            "seat": NAMES[side],
            "piece": None,
            "at": CELLS[at],
            "outcome": outcome,
            "inside": inside,
            "free_kick": free_kick,
        }
    )
