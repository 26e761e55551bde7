"""Events of all rules: dice rolled, ball moved. Source: SG section 16, "Events"."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal.board import CELLS, NAMES
from engines.super_goal.state import State


def roll(ev: list[Event], dice: Dice, side: int, purpose: str) -> int:
    value = dice.roll(6)
    ev.append({"type": "roll", "seat": NAMES[side], "sides": 6, "value": value, "for": purpose})
    return value


def move_ball(s: State, ev: list[Event], to: int, by: int) -> None:
    """Put the ball on ``to``; no event if it is there already."""
    if s.ball != to:
        ev.append({"type": "ball", "from": CELLS[s.ball], "to": CELLS[to], "by": NAMES[by]})
        s.ball = to
