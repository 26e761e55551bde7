"""The legal moves of a position, best first, each with what it is worth on average over its dice.

By the game's values where it has them (``engines.values``: expected points of the match, 0 to 1), else by its bots'
evaluation (goals ahead and to come).
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

import engines
from engines import values
from engines.bots import choose
from engines.core.moves import Move
from engines.core.seats import Seat
from engines.judging import judge_of
from engines.judging.search import expected

MOST_MOVES: Final = 120
"""Moves that are valued; of more the rest is left out, after a seeded shuffle."""


class Worth(NamedTuple):
    """One move and what it is worth for the side that makes it."""

    move: Move
    worth: float


class Advice(NamedTuple):
    """A bot's move, and the moves with their worth."""

    chosen: Move
    unit: Literal["points", "goals", ""]
    """``points`` of the match by its values, ``goals`` by the evaluation; empty: the game has neither."""
    ranked: Sequence[Worth]
    left_out: int
    expectation: values.Expectation | None
    """Home's, in this position; None without values, or before their table is made."""


def advise(slug: str, position: str, seat: Seat, bot: str, seed: int) -> Advice:
    """Return what ``bot`` plays for ``seat``, and the legal moves by their worth, best first.

    Raises BadRequest for an unknown bot or a seat that is not to act; BadState.
    """
    game = engines.get(slug)
    state = game.from_position(position)
    moves = list(game.legal(state, seat))
    move_of_bot = choose(slug, bot, game.view(state, seat), seat, moves, seed)
    valued = values.supports(game, state)
    expectation = values.expectation(game, state) if valued else None
    evaluator = judge_of(slug)
    if not valued and evaluator is None:
        return Advice(move_of_bot, "", [], len(moves), None)
    order = list(moves)
    Random(seed).shuffle(order)
    order = [move_of_bot, *(move for move in order if move is not move_of_bot)][:MOST_MOVES]

    def points(after: Any, side: Seat) -> float:  # the game's own kind of position
        return values.expectation(game, after, side).score

    judge = points if valued or evaluator is None else evaluator.evaluate
    ranked = [Worth(move, expected(game, state, seat, move, judge, seed)) for move in order]
    ranked.sort(key=lambda candidate: -candidate.worth)
    return Advice(move_of_bot, "points" if valued else "goals", ranked, len(moves) - len(order), expectation)
