"""Changes of the star die's holder. The rules concerned apply its faces. Source: SG-10.1, SG-10.2."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.super_goal.board import CELLS, NAMES
from engines.super_goal.faces import STAR
from engines.super_goal.record import roll
from engines.super_goal.state import State


def play_star(s: State, ev: list[Event], dice: Dice) -> int:
    """Play the holder's die; return its face. The opponent rolls it before play goes on (SG-10.2)."""
    face = s.star_face
    ev.append({"type": "star_played", "seat": NAMES[s.star_holder], "face": STAR[face], "at": CELLS[s.ball]})
    pass_star(s, ev, dice)
    return face


def pass_star(s: State, ev: list[Event], dice: Dice) -> None:
    """Pass the die to the holder's opponent, who rolls it at once."""
    holder = s.star_holder
    ev.append({"type": "star_passed", "from": NAMES[holder], "to": NAMES[1 - holder]})
    s.star_holder = 1 - holder
    roll_star(s, ev, dice)


def roll_star(s: State, ev: list[Event], dice: Dice) -> None:
    """Roll the die for its holder (SG-4.1, SG-10.2)."""
    s.star_face = roll(ev, dice, s.star_holder, "star")
    ev.append({"type": "star_face", "seat": NAMES[s.star_holder], "face": STAR[s.star_face]})
