"""Every outcome of a move over the dice, with its probability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engines.bots.greedy import Branch
from engines.core.errors import DiceExhausted
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Event, Seat

MOST: Final = 5_000
"""Attempts at one move: more than any move of the games takes."""

Outcome = tuple[Any, list[Event], tuple[int, ...], float]
"""The position, the events, the rolls and the probability."""


def outcomes(game: Game[Any], state: Any, seat: Seat, move: Move) -> Iterator[Outcome]:  # any game's position
    """Yield each outcome of ``move``; none is left out, up to ``MOST`` attempts. Raises OverflowError beyond."""
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for _ in range(MOST):
        if not waiting:
            return
        prefix, weight = waiting.pop()
        dice = Branch(prefix)
        try:
            after, events = game.apply(state, seat, move, dice)
        except DiceExhausted:
            waiting.extend(((*prefix, value), weight / dice.faces) for value in range(dice.faces, 0, -1))
            continue
        yield after, events, prefix, weight
    raise OverflowError(f"{move} has more outcomes than {MOST} attempts find")
