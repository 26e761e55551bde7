"""Search by an evaluation: expectation over the dice and the best answers, a few decisions deep.

At each decision every legal move is judged on average over the dice; the best few are followed into the next decision
of either side, and so on. A ``Plan`` sets how many are followed at each depth. Reproducible: the budget counts
positions, never time; when it is spent, the rest is judged without further search. A sealed choice of both sides at
once is judged by the evaluation alone.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from engines.core.dice import Dice
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.outcomes import moved, outcomes
from engines.core.seats import Seat
from engines.judging import Evaluation

MOST_OUTCOMES: Final = 40
"""Outcomes of one move before the rest is sampled."""


def expected(game: Any, state: Any, seat: Seat, move: Move, evaluate: Evaluation, seed: int) -> float:  # any game's
    """Return the mean of ``evaluate(position, seat)`` over the dice of ``move``: exact for few outcomes."""
    after_each = outcomes(moved(game, state, seat, move), most=MOST_OUTCOMES, seed=seed)
    return sum(weight * evaluate(after, seat) for after, weight in after_each)


class Plan(NamedTuple):
    widths: tuple[int, ...] = (8,)
    """Number of best moves followed at the first decision, the second and so on; empty: one ply."""
    budget: int = 6_000
    """Most positions reached for one decision."""
    outcomes: int = 36
    """Outcomes of one move before the rest is rolled."""
    blur: float = 0.0
    """Standard deviation of the judgement of a move, in goals: one nearly as good may be preferred."""


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
