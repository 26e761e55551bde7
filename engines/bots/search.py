"""The search bot: expectation over the dice and the best answers, a few decisions deep.

At each decision every legal move is judged on average over the dice, as ``greedy`` does; the best few are then followed
into the next decision, the opponent's or the own, and so on. How many are followed at each depth stands in ``PLANS``.
Reproducible: the budget counts positions, never time; when it is spent, what is left is judged as it stands. A sealed
choice of both sides at once is judged by the evaluation alone. A game may judge by ``foresee(state, seat)`` in place of
``evaluate``: Super Goal! looks ahead there, to the next attack, whose worth is solved, and Soccer Tactics to the next
offensive set, over all its rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

import engines
from engines.bots.greedy import Branch, Evaluation
from engines.core.dice import Dice, ScriptedDice
from engines.core.errors import DiceExhausted
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat, Wire


class Plan(NamedTuple):
    """How a game is searched."""

    widths: tuple[int, ...] = (8,)
    """How many of the best moves are followed at the first decision, at the second and so on; empty: one ply."""
    budget: int = 6_000
    """Positions reached for one decision, at most, before what is left is judged as it stands."""
    outcomes: int = 36
    """Beyond so many outcomes of one move, the rest of each is rolled."""


PLANS: Final[dict[str, Plan]] = {
    "super_goal": Plan(()),
    "fuba": Plan((4,), 1_500, 12),
    "soccer_tactics": Plan(()),
}
USUAL: Final = Plan()

Judged = tuple[float, list[tuple[Any, float]], Move]
"""A move: its mean at one ply, where it leads with what probability."""


class Search:
    """One decision's search for ``seat``."""

    def __init__(self, game: Game[Any], evaluate: Evaluation, seat: Seat, seed: int, plan: Plan) -> None:
        self.game, self.evaluate, self.seat, self.seed = game, evaluate, seat, seed
        self.widths, self.left, self.most = plan.widths, plan.budget, plan.outcomes

    def best(self, state: Any, moves: Sequence[Move]) -> Move:  # any game's position
        """The move with the best value; the first among equals."""
        judged = self._judge(state, self.seat, moves)
        judged.sort(key=lambda one: -one[0])
        if not self.widths:
            return judged[0][2]
        return max(judged[: self.widths[0]], key=lambda one: self._follow(one, 1))[2]

    def _follow(self, judged: Judged, depth: int) -> float:
        return sum(weight * self._worth(after, depth) for after, weight in judged[1])

    def _worth(self, state: Any, depth: int) -> float:  # any game's position
        """What ``state`` is worth when the next to decide plays well, ``depth`` decisions after the first."""
        acting = self.game.to_act(state)
        if len(acting) != 1 or self.left <= 0:
            return self.evaluate(state, self.seat)
        seat = acting[0]
        mine = seat == self.seat
        judged = self._judge(state, seat, self.game.legal(state, seat))
        if depth >= len(self.widths):
            values = [one[0] for one in judged]
        else:
            judged.sort(key=lambda one: -one[0] if mine else one[0])
            values = [self._follow(one, depth + 1) for one in judged[: self.widths[depth]]]
        return max(values) if mine else min(values)

    def _judge(self, state: Any, seat: Seat, moves: Sequence[Move]) -> list[Judged]:  # any game's position
        evaluate, me = self.evaluate, self.seat
        found = []
        for move in moves:
            outcomes = self._outcomes(state, seat, move)
            found.append((sum(weight * evaluate(after, me) for after, weight in outcomes), outcomes, move))
        return found

    def _outcomes(self, state: Any, seat: Seat, move: Move) -> list[tuple[Any, float]]:  # any game's position
        waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        found: list[tuple[Any, float]] = []
        while waiting:
            prefix, weight = waiting.pop()
            many = len(found) + len(waiting) > self.most
            dice: Dice = ScriptedDice(prefix, self.seed + len(found)) if many else Branch(prefix)
            self.left -= 1
            try:
                after, _events = self.game.apply(state, seat, move, dice)
            except DiceExhausted:
                faces = dice.faces if isinstance(dice, Branch) else 0
                waiting.extend(((*prefix, value), weight / faces) for value in range(1, faces + 1))
                continue
            found.append((after, weight))
        return found


def choose(slug: str, view: Wire, seat: Seat, moves: Sequence[Move], chance: Random) -> Move:
    """The move with the best value, some decisions deep; the first among equals after a seeded shuffle."""
    judge = import_module(f"engines.bots.{slug}")
    guess = getattr(judge, "guess", None)
    game = engines.get(slug)
    state = guess(view, seat, chance) if guess else game.from_wire(view)
    order = list(moves)
    chance.shuffle(order)
    evaluate = getattr(judge, "foresee", judge.evaluate)
    search = Search(game, evaluate, seat, chance.getrandbits(32), PLANS.get(slug, USUAL))
    return search.best(state, order)
