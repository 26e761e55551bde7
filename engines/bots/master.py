"""The master: searches as ``search`` does and follows more moves.

Fitted win expectations (``engines.values``) do not count: weighed with the evaluation, they lost seven of eight matches
of six-a-side to the expert. In Super Goal!, where they are solved, ``perfect`` plays by them alone; in FUBA
``fuba_master`` plans whole movements and searches the rest.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.bots.judges import sight
from engines.bots.search import PLANS, USUAL
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.judging.search import Plan, Search

WIDER: Final[dict[str, Plan]] = {
    "dom_jim": Plan((16,), 12_000),
    "six_a_side": Plan((20,), 20_000),
    "fuba": Plan((8,), 4_000, 18),
}


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    game, judge, state, _goal = sight(slug, view, seat, chance)
    order = list(moves)
    chance.shuffle(order)
    evaluate = getattr(judge, "foresee", judge.evaluate)
    plan = WIDER.get(slug, PLANS.get(slug, USUAL))
    return Search(game, evaluate, seat, chance.getrandbits(32), plan).best(state, order)
