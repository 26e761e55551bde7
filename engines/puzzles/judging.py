"""The criterion of a best move: how much better than the next it is, by solved values or by searches that agree.

``worth_of`` says in one place what a position of Super Goal! is worth; all else asks it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import engines
from engines.bots.search import PLANS
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat
from engines.judging import Evaluation, fuba, soccer_tactics
from engines.judging.search import Plan, Search, expected
from engines.puzzles import SCALE, SOLVED
from engines.puzzles.outcomes import outcomes
from engines.values import expectation

GAP: Final = 0.10
"""Least distance of the best move to the next: points of a match where the game is solved, else goals."""
ROUNDED: Final = 0.001
"""More than the table of solved values rounds off."""
AT_ONCE: Final = 0.05
"""The same at one ply, whose values are coarser, in games that are not solved."""
SEED: Final = 1
DEEP: Final = {
    "fuba": Plan((6, 4), 10 * PLANS["fuba"].budget, 36),
    "soccer_tactics": Plan((6,), 30_000, 36),
}
"""Ten times the positions of the bots' search."""
ONE_PLY: Final[dict[str, Evaluation]] = {"fuba": fuba.evaluate, "soccer_tactics": soccer_tactics.evaluate}
USUAL: Final[dict[str, Evaluation]] = {"fuba": fuba.evaluate, "soccer_tactics": soccer_tactics.foresee}


class Verdict(NamedTuple):
    best: Move
    gap: int
    """Thousandths."""
    worths: tuple[int, ...]
    """Worth of each legal move in the engine's order, in thousandths."""


def verdict(game: Game[Any], state: Any, seat: Seat, counts: Callable[[Move], bool]) -> Verdict | None:  # any position
    """Return the best move if it is better than all others by ``GAP`` and ``counts``, else None."""
    moves = game.legal(state, seat)
    if len(moves) < 2:
        return None
    if game.slug in SOLVED:
        return _clear_best_move(game, state, seat, counts)
    return _agreed(game, state, seat, counts)


def _clear_best_move(game: Game[Any], state: Any, seat: Seat, counts: Callable[[Move], bool]) -> Verdict | None:
    """Return the best move by solved values if it is ``counts`` and no other is within ``GAP`` of it.

    The position itself is worth what its best move is, so that most moves of most positions are never valued: an
    unwanted move near the best, or a second one, ends it.
    """
    moves = game.legal(state, seat)
    near = worth_of(state, seat) - GAP + ROUNDED
    worths: dict[Move, float] = {}
    is_found = False
    for move in sorted(moves, key=counts):
        worths[move] = solved(game, state, seat, move)
        if worths[move] > near:
            if is_found or not counts(move):
                return None
            is_found = True
    return _clear(moves, worths, GAP)


def worth_of(state: Any, seat: Seat) -> float:  # a position of Super Goal!
    """Return the points of a match to expect for ``seat`` by the solved values, 0 to 1. Raises NotBuilt."""
    return expectation(engines.get("super_goal"), state, seat).score


def solved(game: Game[Any], state: Any, seat: Seat, move: Move) -> float:  # a position of Super Goal!
    """Return the mean of ``worth_of`` over every outcome of ``move``."""
    return sum(weight * worth_of(after, seat) for after, _, _, weight in outcomes(game, state, seat, move))


def _agreed(game: Game[Any], state: Any, seat: Seat, counts: Callable[[Move], bool]) -> Verdict | None:
    """Return the best move if one ply, the bots' search and one ten times as deep agree on it."""
    slug, moves = game.slug, game.legal(state, seat)
    at_once = {move: expected(game, state, seat, move, ONE_PLY[slug], SEED) for move in moves}
    first = _clear(moves, at_once, AT_ONCE)
    if first is None or not counts(first.best):
        return None
    for plan in (PLANS[slug], DEEP[slug]):
        search = Search(game, USUAL[slug], seat, SEED, plan)
        worths = {move: value for value, move in search.ranked(state, moves)}
        best_move = _clear(moves, worths, GAP)
        if best_move is None or best_move.best != first.best:
            return None
    return best_move


def _clear(moves: Sequence[Move], worths: dict[Move, float], gap: float) -> Verdict | None:
    best, second = sorted(moves, key=lambda move: -worths[move])[:2]
    lead = worths[best] - worths[second]
    if lead < gap:
        return None
    return Verdict(best, round(SCALE * lead), tuple(round(SCALE * worths[move]) for move in moves))
