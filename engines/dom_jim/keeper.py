"""Kicks from the spot: the keeper on one of his three goal cells, and the twelve-faced die.

Source: DJ-7.4, DJ-12.2, DJ-12.3.
"""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.dom_jim.board import CELLS, KEEPER, NAMES, NUMBER, PIECES
from engines.dom_jim.state import State


def put_keeper(s: State, ev: list[Event], side: int, cell: int) -> None:
    """Put the keeper on ``cell``; no event if he is there already."""
    keeper = side * 12 + KEEPER
    old = s.pieces[keeper]
    if old != cell:
        start = CELLS[old] if old >= 0 else None
        ev.append({"type": "move", "piece": PIECES[keeper], "from": start, "to": CELLS[cell]})
        s.put(keeper, cell)


def throw(ev: list[Event], dice: Dice, side: int, cell: int, purpose: str) -> str:
    """Throw the twelve-faced die at a keeper on ``cell``: ``goal``, ``saved`` or ``wide`` (DJ-12.3)."""
    value = dice.roll(12)
    ev.append({"type": "roll", "seat": NAMES[side], "sides": 12, "value": value, "for": purpose})
    if value % 4 == 0:
        return "wide"
    return "saved" if value % 4 == NUMBER[1 - side][cell] else "goal"
