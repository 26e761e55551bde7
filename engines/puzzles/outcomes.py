"""Every outcome of a move over the dice, with its events, its rolls and its probability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engines.core import outcomes as dice_outcomes
from engines.core.dice import Dice
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Event, Seat

MOST: Final = 5_000
"""Attempts at one move: more than any move of the games takes."""

Outcome = tuple[Any, list[Event], tuple[int, ...], float]
"""The position, the events, the rolls and the probability."""


def outcomes(game: Game[Any], state: Any, seat: Seat, move: Move) -> Iterator[Outcome]:  # any game's position
    """Yield each outcome of ``move``, the lowest rolls first; none is left out, up to ``MOST`` attempts.

    Raises OverflowError beyond.
    """
    attempts = 0

    def play(dice: Dice) -> tuple[Any, list[Event], tuple[int, ...]]:
        nonlocal attempts
        attempts += 1
        if attempts > MOST:
            raise OverflowError(f"{move} has more outcomes than {MOST} attempts find")
        after, events = game.apply(state, seat, move, dice)
        return after, events, dice.prefix if isinstance(dice, dice_outcomes.Branch) else ()

    found = [(*outcome, weight) for outcome, weight in dice_outcomes.outcomes(play)]
    yield from reversed(found)
