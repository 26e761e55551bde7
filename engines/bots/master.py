"""The master: searches as ``search`` does, wider, for the result and not for goals once the match nears its end.

Where the game has values (``engines.values``), the evaluation's goals are weighed with the win expectation: a side that
is ahead near the end keeps its lead, one behind risks more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engines.bots.judges import sight
from engines.bots.search import PLANS, USUAL, Plan, Search
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.values import expectation, has_values

WIDER: Final[dict[str, Plan]] = {
    "dom_jim": Plan((16,), 12_000),
    "six_a_side": Plan((20,), 20_000),
    "fuba": Plan((8,), 4_000, 18),
    "soccer_tactics": Plan((3,), 600, 12),
}
RESULT: Final = 1.0
"""Weight, in goals, of the difference between a certain win and a certain loss."""


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    game, judge, state, unit = sight(slug, view, seat, chance)
    order = list(moves)
    chance.shuffle(order)
    goals = getattr(judge, "foresee", judge.evaluate)
    goal = RESULT * unit

    def evaluate(after: Any, side: Seat) -> float:  # any game's position
        worth: float = goals(after, side)
        return worth + goal * expectation(game, after, side).score

    plan = WIDER.get(slug, PLANS.get(slug, USUAL))
    search = Search(game, evaluate if has_values(slug) else goals, seat, chance.getrandbits(32), plan)
    return search.best(state, order)
