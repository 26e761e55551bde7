"""Counting positions: every decision with every outcome of its dice, to a depth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.core.dice import Dice
from engines.core.errors import DiceExhausted


class Branch(Dice):
    """A prefix of values; the first roll beyond it says how many faces its die has."""

    def __init__(self, prefix):
        super().__init__()
        self.left = list(prefix)
        self.faces = 0

    def _draw(self, n):
        if self.left:
            return self.left.pop(0)
        self.faces = n
        raise DiceExhausted("branch")


def outcomes(game: Any, state: Any, seat: Any, move: Any, dice_at_most: int | None = None) -> Iterator[Any]:
    """The positions after ``move``, one for each outcome of its dice; what rolls more than ``dice_at_most`` is left out
    (rolls that are repeated until they differ never end)."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        prefix = waiting.pop()
        dice = Branch(prefix)
        try:
            yield game.apply(state, seat, move, dice)[0]
        except DiceExhausted:
            if dice_at_most is not None and len(prefix) >= dice_at_most:
                continue
            waiting += [(*prefix, value) for value in range(1, dice.faces + 1)]


def perft(game: Any, state: Any, depth: int, dice_at_most: int | None = None) -> int:
    """Positions reached after ``depth`` decisions; where both seats decide, the first of them does."""
    acting = game.to_act(state)
    if depth == 0 or not acting:
        return 1
    seat = acting[0]
    return sum(
        perft(game, after, depth - 1, dice_at_most)
        for move in game.legal(state, seat)
        for after in outcomes(game, state, seat, move, dice_at_most)
    )
