"""The casual player: judges moves as ``greedy`` does, but overlooks some and misjudges the rest a little."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.bots.judges import sight
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.judging.search import expected

SEEN: Final = {"super_goal": 0.8, "dom_jim": 0.45}
USUAL: Final = 0.5
"""Share of the legal moves that come to mind, by game: more where few are legal, fewer where many are alike."""
BLURS: Final = {"super_goal": 0.05}
BLUR: Final = 0.03
"""Standard deviation of the judgement, in goals, by game and else: more where goals are many."""


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    game, judge, state, goal = sight(slug, view, seat, chance)
    noticed = chance.sample(list(moves), max(1, round(len(moves) * SEEN.get(slug, USUAL))))
    seed, deviation = chance.getrandbits(32), BLURS.get(slug, BLUR) * goal
    return max(
        noticed, key=lambda move: expected(game, state, seat, move, judge.evaluate, seed) + chance.gauss(0, deviation)
    )
