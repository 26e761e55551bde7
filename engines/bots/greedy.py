"""The greedy bot: plays the move with the best average evaluation over the dice, one ply deep.

Every outcome of the dice is tried while there are few; beyond ``MOST_OUTCOMES`` the rest of each move is rolled from a
seed that is the same for every move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engines.bots.judges import sight
from engines.core.dice import Dice, ScriptedDice
from engines.core.errors import DiceExhausted
from engines.core.moves import Move
from engines.core.seats import Seat, Wire

MOST_OUTCOMES = 40
"""Outcomes of one move before the rest is sampled."""

Evaluation = Callable[[Any, Seat], float]  # the game's own kind of position, and the seat it is judged for


class Branch(Dice):
    """A scripted prefix; the first roll beyond it ends the attempt and reports its number of faces."""

    __slots__ = ("faces", "prefix", "used")

    def __init__(self, prefix: tuple[int, ...]) -> None:
        super().__init__()
        self.prefix, self.used, self.faces = prefix, 0, 0

    def _draw(self, n: int) -> int:
        if self.used < len(self.prefix):
            self.used += 1
            return self.prefix[self.used - 1]
        self.faces = n
        raise DiceExhausted("a branch ends here")


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    """Return the move with the best expected evaluation; the first among equals after a seeded shuffle."""
    game, judge, state, _unit = sight(slug, view, seat, chance)
    order = list(moves)
    chance.shuffle(order)
    seed = chance.getrandbits(32)
    return max(order, key=lambda move: expected(game, state, seat, move, judge.evaluate, seed))


def expected(game: Any, state: Any, seat: Seat, move: Move, evaluate: Evaluation, seed: int) -> float:  # any game's
    """Return the mean of ``evaluate(position, seat)`` over the dice of ``move``: exact for few outcomes."""
    total = 0.0
    left: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    done = 0
    while left:
        prefix, weight = left.pop()
        dice: Dice
        dice = ScriptedDice(prefix, seed + done) if done + len(left) > MOST_OUTCOMES else Branch(prefix)
        try:
            after, _events = game.apply(state, seat, move, dice)
        except DiceExhausted:
            faces = dice.faces if isinstance(dice, Branch) else 0
            left.extend(((*prefix, value), weight / faces) for value in range(1, faces + 1))
            continue
        total += weight * evaluate(after, seat)
        done += 1
    return total
