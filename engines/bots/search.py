"""The search bot: expectation over the dice and the best answers, a few decisions deep.

At each decision every legal move is judged on average over the dice, as in ``greedy``; the best few are followed into
the next decision of either side, and so on. ``PLANS`` sets how many are followed at each depth. Reproducible: the
budget counts positions, never time; when it is spent, the rest is judged without further search. A sealed choice of
both sides at once is judged by the evaluation alone. A game may provide ``foresee(state, seat)`` in place of
``evaluate``: Super Goal! looks ahead to the next attack, whose value is solved, and Soccer Tactics to the next
offensive set, over all its rolls.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from engines.bots.greedy import Evaluation
from engines.bots.judges import sight
from engines.core.dice import Dice
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.outcomes import outcomes
from engines.core.seats import Seat, Wire


class Plan(NamedTuple):
    widths: tuple[int, ...] = (8,)
    """Number of best moves followed at the first decision, the second and so on; empty: one ply."""
    budget: int = 6_000
    """Most positions reached for one decision."""
    outcomes: int = 36
    """Outcomes of one move before the rest is rolled."""
    blur: float = 0.0
    """Standard deviation of the judgement of a move, in goals: one nearly as good may be preferred."""


PLANS: Final[dict[str, Plan]] = {
    "super_goal": Plan((), blur=0.047),
    "dom_jim": Plan(blur=0.2),
    "six_a_side": Plan(blur=0.005),
    "fuba": Plan((4,), 1_500, 12),
    "soccer_tactics": Plan((), blur=0.02),
}
USUAL: Final = Plan()

Judged = tuple[float, list[tuple[Any, float]], Move]
"""A move: its mean at one ply, the positions it leads to with their probabilities, and itself."""


class Search:
    def __init__(self, game: Game[Any], evaluate: Evaluation, seat: Seat, seed: int, plan: Plan) -> None:
        self.game, self.evaluate, self.seat, self.seed = game, evaluate, seat, seed
        self.widths, self.left, self.most = plan.widths, plan.budget, plan.outcomes

    def best(self, state: Any, moves: Sequence[Move]) -> Move:  # any game's position
        return self.ranked(state, moves)[0][1]

    def blurred(self, state: Any, moves: Sequence[Move], deviation: float, chance: Random) -> Move:  # any position
        """Return the best of the moves that were followed, each misjudged by a normal error of ``deviation``."""
        ranked = self.ranked(state, moves)
        followed = ranked[: self.widths[0]] if self.widths else ranked
        return max(followed, key=lambda candidate: candidate[0] + chance.gauss(0, deviation))[1]

    def ranked(self, state: Any, moves: Sequence[Move]) -> list[tuple[float, Move]]:  # any game's position
        """Return each move with its value: first those that were followed, best first, then the rest at one ply."""
        judged = self._judge(state, self.seat, moves)
        judged.sort(key=lambda candidate: -candidate[0])
        followed = judged[: self.widths[0]] if self.widths else []
        ranked = [(self._follow(candidate, 1), candidate[2]) for candidate in followed]
        ranked.sort(key=lambda candidate: -candidate[0])
        return ranked + [(candidate[0], candidate[2]) for candidate in judged[len(followed) :]]

    def _follow(self, judged: Judged, depth: int) -> float:
        return sum(weight * self._worth(after, depth) for after, weight in judged[1])

    def _worth(self, state: Any, depth: int) -> float:  # any game's position
        """Return the value of ``state`` under good play, ``depth`` decisions after the first."""
        acting = self.game.to_act(state)
        if len(acting) != 1 or self.left <= 0:
            return self.evaluate(state, self.seat)
        seat = acting[0]
        is_own = seat == self.seat
        judged = self._judge(state, seat, self.game.legal(state, seat))
        if depth >= len(self.widths):
            values = [candidate[0] for candidate in judged]
        else:
            judged.sort(key=lambda candidate: -candidate[0] if is_own else candidate[0])
            values = [self._follow(candidate, depth + 1) for candidate in judged[: self.widths[depth]]]
        return max(values) if is_own else min(values)

    def _judge(self, state: Any, seat: Seat, moves: Sequence[Move]) -> list[Judged]:  # any game's position
        evaluate, me = self.evaluate, self.seat
        judged = []
        for move in moves:
            outcomes = self._outcomes(state, seat, move)
            judged.append((sum(weight * evaluate(after, me) for after, weight in outcomes), outcomes, move))
        return judged

    def _outcomes(self, state: Any, seat: Seat, move: Move) -> list[tuple[Any, float]]:  # any game's position
        def play(dice: Dice) -> Any:
            self.left -= 1
            return self.game.apply(state, seat, move, dice)[0]

        return list(outcomes(play, most=self.most, seed=self.seed))


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
