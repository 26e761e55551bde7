"""Every outcome of a move over the dice, with its events, its rolls and its probability."""

from collections.abc import Iterator
from typing import Any, Final

from engines.core import outcomes as dice_outcomes
from engines.core.dice import Dice, SeededDice
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Event, Seat

MOST: Final = 5_000
"""Attempts at one move: more than any move of the games takes."""

SAMPLE: Final = 400
"""Outcomes that a page counts: a pass of Soccer Tactics has more than 5,000; the share is then within 5 %."""

Outcome = tuple[Any, list[Event], tuple[int, ...], float]
"""The position, the events, the rolls and the probability."""


def outcomes(
    game: Game[Any], state: Any, seat: Seat, move: Move, most: int = MOST
) -> Iterator[Outcome]:  # any game's position
    """Yield each outcome of ``move``, the lowest rolls first; none is left out, up to ``most`` attempts.

    Raises OverflowError beyond.
    """
    attempts = 0

    def play(dice: Dice) -> tuple[Any, list[Event], tuple[int, ...]]:
        nonlocal attempts
        attempts += 1
        if attempts > most:
            raise OverflowError(f"{move} has more outcomes than {most} attempts find")
        after, events = game.apply(state, seat, move, dice)
        return after, events, dice.prefix if isinstance(dice, dice_outcomes.Branch) else ()

    weighed = [(*outcome, weight) for outcome, weight in dice_outcomes.outcomes(play)]
    yield from reversed(weighed)


def likely_outcomes(game: Game[Any], state: Any, seat: Seat, move: Move) -> list[Outcome]:  # any game's position
    """Return each outcome of ``move`` while there are few, else ``SAMPLE`` of them, rolled from fixed seeds."""
    try:
        return list(outcomes(game, state, seat, move, SAMPLE))
    except OverflowError:
        rolled = []
        for seed in range(SAMPLE):
            dice = SeededDice(seed)
            after, events = game.apply(state, seat, move, dice)
            rolled.append((after, events, tuple(dice.rolled), 1 / SAMPLE))
        return rolled
