"""The greedy bot: plays the move with the best average evaluation over the dice, one ply deep.

Every outcome of the dice is tried while there are few; of many the rest is rolled from a seed that is the same for
every move.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.bots.judges import sight
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.judging.search import expected

BLUR: Final = {"soccer_tactics": 0.02}
"""Standard deviation of the judgement of a move, in goals: no evaluation is as sure as its figure."""


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    """Return the move with the best expected evaluation; the first among equals after a seeded shuffle."""
    game, judge, state, goal = sight(slug, view, seat, chance)
    order = list(moves)
    chance.shuffle(order)
    seed = chance.getrandbits(32)
    deviation = BLUR.get(slug, 0.0) * goal

    def worth(move: Move) -> float:
        misjudged = chance.gauss(0, deviation) if deviation else 0.0
        return expected(game, state, seat, move, judge.evaluate, seed) + misjudged

    return max(order, key=worth)
