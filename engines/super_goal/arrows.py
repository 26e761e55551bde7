"""The three arrow dice: roll, choice of side, movement of the ball, symbol. Source: SG-5, SG-8.3 to SG-8.6."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal import phases
from engines.super_goal.board import (
    CELLS,
    GOAL_LINE,
    NAMES,
    OWN_NET,
    STAYS,
    STRAIGHT,
    TOUCH,
    path,
)
from engines.super_goal.defence import open_window
from engines.super_goal.faces import ARROWS, DICE, Arrow
from engines.super_goal.flow import goal, turnover
from engines.super_goal.record import move_ball
from engines.super_goal.state import CORNER, GOAL_KICK, LIVE, TACKLE, THROW_IN, State


def roll_arrow(s: State, ev: list[Event], dice: Dice, code: int) -> None:
    """Carry out the declared roll ``code`` (die * 4 + turned * 2 + doubled)."""
    die, turned = code >> 2, bool(code & 2)
    side = s.attacking
    seat, name = NAMES[side], DICE[die]
    value = dice.roll(6)
    direction, n, symbol = ARROWS[die][value]
    if code & 1:
        n *= 2  # SG-8.3
    s.last_die = die
    ev.append({"type": "roll", "seat": seat, "sides": 6, "value": value, "for": name})
    ev.append({"type": "arrow", "seat": seat, "die": name, "dir": direction, "n": n, "symbol": symbol})
    arrow = Arrow(die, direction, n, symbol, turned)
    if direction == "forward" or direction == "backward":
        follow(s, ev, dice, arrow, STRAIGHT)
    else:
        s.phase, s.arrow = phases.DIRECTION, arrow


def follow(s: State, ev: list[Event], dice: Dice, arrow: Arrow, way: int) -> None:
    """Move the ball along the arrow to the side ``way``, then apply the symbol where it stops (SG-5.4)."""
    side, start = s.attacking, s.ball
    seat, symbol = NAMES[side], arrow.symbol
    end, cell = path(side, start, arrow.direction, arrow.n, arrow.turned, way)
    stays = end == STAYS
    ev.append(
        {
            "type": "pass",
            "seat": seat,
            "die": DICE[arrow.die],
            "from": CELLS[start],
            "to": CELLS[cell] if stays else None,
            "completed": stays and symbol != "X",
        }
    )
    if not stays:  # SG-5.10: the symbol of a dead ball is ignored
        if end == OWN_NET:
            goal(s, ev, dice, 1 - side, own=True)
        else:
            restart = GOAL_KICK if end == GOAL_LINE else THROW_IN if end == TOUCH else CORNER
            turnover(s, ev, dice, restart, cell)
        return
    s.phase, s.restart = phases.ATTACK, LIVE
    move_ball(s, ev, cell, side)
    if symbol == "X":
        turnover(s, ev, dice)
    elif symbol == "?":
        open_window(s, ev, dice, TACKLE, False)
