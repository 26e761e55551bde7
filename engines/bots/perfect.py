"""The perfect bot: the move with the best mean win expectation over every outcome of the dice, by solved values.

Only for a game whose values are solved, and where they support the match's options and terms; else ``master`` searches.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import engines
from engines.bots import master
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.outcomes import moved, outcomes
from engines.core.seats import Seat, Wire
from engines.values import card, expectation, has_values, supports


def knows(game: Game[Any], state: Any) -> bool:  # any game's position
    """Return whether the bot plays the position perfectly."""
    return has_values(game.slug) and card(game.slug).kind == "solved" and supports(game, state)


def means(game: Game[Any], state: Any, seat: Seat, moves: Sequence[Move]) -> list[float]:  # any game's position
    """Return the expected score of ``seat`` after each move. Raises LookupError for a position without values."""
    return [
        sum(weight * expectation(game, after, seat).score for after, weight in outcomes(moved(game, state, seat, move)))
        for move in moves
    ]


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    """Return the best move, the first among equals in the engine's order; by ``master`` where values are missing."""
    game = engines.get(slug)
    state = game.from_wire(view)
    if not knows(game, state):
        return master.choose(slug, view, seat, moves, chance)
    scores = means(game, state, seat, moves)
    return moves[scores.index(max(scores))]
