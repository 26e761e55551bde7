"""The beginner: plays what looks good at once, blind to what the opponent may do next.

Each move is tried with one roll of the dice, the same for all, and judged by the game's ``hopes``: the goals, the ball
and the way to goal. The judgement is blurred, so that a good move is missed now and then.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.bots.judges import sight
from engines.core.dice import ScriptedDice
from engines.core.moves import Move
from engines.core.seats import Seat, Wire

BLUR: Final = 0.1
"""Standard deviation of the judgement, in goals."""


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    game, judge, state, goal = sight(slug, view, seat, chance)
    hopes = getattr(judge, "hopes", judge.evaluate)
    seed = chance.getrandbits(32)

    def looks(move: Move) -> float:
        after, _events = game.apply(state, seat, move, ScriptedDice((), seed))
        worth: float = hopes(after, seat)
        return worth + chance.gauss(0, BLUR * goal)

    return max(moves, key=looks)
