"""The search bot: expectation over the dice and the best answers, as deep as its plan.

``PLANS`` sets how many moves are followed at each depth. A game may provide ``foresee(state, seat)`` in place of
``evaluate``: Super Goal! looks ahead to the next attack, whose value is solved, and Soccer Tactics to the next
offensive set, over all its rolls.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.bots.judges import sight
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.judging.search import Plan, Search

PLANS: Final[dict[str, Plan]] = {
    "super_goal": Plan((), blur=0.047),
    "dom_jim": Plan(blur=0.2),
    "six_a_side": Plan(blur=0.005),
    "fuba": Plan((4,), 1_500, 12),
    "soccer_tactics": Plan((), blur=0.02),
}
USUAL: Final = Plan()


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    """Return the best move some decisions deep; the first among equals after a seeded shuffle."""
    game, judge, state, goal = sight(slug, view, seat, chance)
    order = list(moves)
    chance.shuffle(order)
    evaluate = getattr(judge, "foresee", judge.evaluate)
    plan = PLANS.get(slug, USUAL)
    search = Search(game, evaluate, seat, chance.getrandbits(32), plan)
    if plan.blur:
        return search.blurred(state, order, plan.blur * goal, chance)
    return search.best(state, order)
