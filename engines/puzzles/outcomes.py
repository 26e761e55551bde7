"""Every outcome of a move over the dice, with its probability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engines.bots.greedy import Branch
from engines.core.dice import SeededDice
from engines.core.errors import DiceExhausted
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
    """Yield each outcome of ``move``; none is left out, up to ``most`` attempts. Raises OverflowError beyond."""
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for _ in range(most):
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
    raise OverflowError(f"{move} has more outcomes than {most} attempts find")


def likely(game: Game[Any], state: Any, seat: Seat, move: Move) -> list[Outcome]:  # any game's position
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
