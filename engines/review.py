"""Review of a match beyond its accounts: which errors a deeper search confirms, and what a move leads to. Pure.

The accounts themselves (luck of each roll, error of each decision) are ``engines.values.accounting``.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines import values
from engines.core.game import Game
from engines.core.moves import Move, find
from engines.core.outcomes import moved, outcomes
from engines.core.seats import Seat, other
from engines.values import accounting
from engines.values.accounting import Score

FITTED_OUTCOMES: Final = 36
"""Outcomes of one move of a fitted game before the rest is sampled; a solved game's are all counted."""
MISTAKE: Final = 0.02
"""Error from which a decision is called a mistake, in expected points of a match (a win is 1, a draw a half)."""
SOUND: Final = 0.01
"""Error below which a decision counts as sound."""
DEEPER: Final = 10
"""Positions that a confirming search may value, for each position that the first judgement valued."""
CANDIDATES: Final = 4
"""Best moves by the first judgement that the confirming search compares with the move played."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A mistake that a deeper search found too."""

    better: Move
    gap: float
    """Expected points between the better move and the one played, by the deeper search."""
    positions: int
    """Number of positions that it valued."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """Chances that one move gives to the seat that makes it."""

    score: float
    """Expected points of the match."""
    goal: float
    """Chance that it scores at once."""
    conceded: float
    """Chance that the opponents score at once."""
    kept: float | None
    """Chance to attack after it; None where the game does not say who attacks."""
    answered: float
    """Chance that the opponents score by the next decision, if it is theirs, at their best."""
    followed: float
    """Chance that the seat itself scores by the next decision, if it is its own, at its best."""
    ball: dict[str, float]
    """Chances of the cells where the ball then is, while the score is as before."""


def most_outcomes(game: Game[Any]) -> int:
    """Return how many outcomes of one move are tried before the rest is sampled."""
    return accounting.MOST if values.card(game.slug).kind == "solved" else FITTED_OUTCOMES


class _Deeper:
    """A search that follows a move through the answers to it, as far as its budget of positions goes."""

    def __init__(self, game: Game[Any], seat: Seat, home_score: Score, budget: int) -> None:
        self.game, self.seat, self.home_score = game, seat, home_score
        self.left, self.valued, self.most = budget, 0, most_outcomes(game)

    def worth(self, state: Any, move: Mapping[str, Any]) -> float:
        """Return the points that ``move`` is worth to its seat after the best answers."""
        reached = outcomes(moved(self.game, state, self.seat, move), most=self.most)
        return sum(weight * self._answered(after) for after, weight in reached)

    def _answered(self, state: Any) -> float:
        acting = self.game.to_act(state)
        if len(acting) != 1 or self.left <= 0:
            return self._value(state)
        seat = acting[0]
        best = max if seat == self.seat else min
        answers = [moved(self.game, state, seat, move) for move in self.game.legal(state, seat)]
        return best(
            sum(weight * self._value(after) for after, weight in outcomes(answer, most=self.most)) for answer in answers
        )

    def _value(self, state: Any) -> float:
        self.left -= 1
        self.valued += 1
        return own_points(self.home_score(state), self.seat)


def own_points(home_score: float, seat: Seat) -> float:
    """Return the points that ``seat`` may expect, of those of home."""
    return home_score if seat == "home" else 1 - home_score


def confirm(game: Game[Any], state: Any, seat: Seat, played: Mapping[str, Any], home_score: Score) -> Confirmed | None:
    """Search ``DEEPER`` times deeper whether ``played`` was a mistake; None if it then was none."""
    moves = game.legal(state, seat)
    own = find(moves, played)
    judged: list[tuple[float, Move]] = []
    valued = 0
    for move in moves:
        reached = list(outcomes(moved(game, state, seat, move), most=most_outcomes(game)))
        valued += len(reached)
        mean = sum(weight * own_points(home_score(after), seat) for after, weight in reached)
        judged.append((mean, move))
    judged.sort(key=lambda candidate: -candidate[0])
    candidates = [move for _mean, move in judged if move is not own][:CANDIDATES]
    if own is None or not candidates:
        return None
    budget = DEEPER * valued // (len(candidates) + 1) + 1
    searched = [(_Deeper(game, seat, home_score, budget), move) for move in (*candidates, own)]
    worths = [(search.worth(state, move), move) for search, move in searched]
    worth, better = max(worths[:-1], key=lambda candidate: candidate[0])
    gap = worth - worths[-1][0]
    if gap < MISTAKE / 2:
        return None
    return Confirmed(better, gap, sum(search.valued for search, _move in searched))


def prospects(game: Game[Any], state: Any, seat: Seat, move: Mapping[str, Any], home_score: Score) -> Prospects:
    """Return what ``move`` leads to, counted over its outcomes and the decision that follows."""
    before = game.to_wire(state)
    scored = _scorer(before["score"])
    worth = goal = conceded = kept = answered = followed = 0.0
    balls: defaultdict[str, float] = defaultdict(float)
    for after, weight in outcomes(moved(game, state, seat, move), most=most_outcomes(game)):
        wire = game.to_wire(after)
        worth += weight * own_points(home_score(after), seat)
        goal += weight * scored(wire, seat)
        conceded += weight * scored(wire, other(seat))
        kept += weight * (wire.get("attacking") == seat)
        ball = game.scene(game.view(after, None))["ball"]
        if ball is not None and wire["score"] == before["score"]:
            balls[ball["cell"]] += weight
        acting = game.to_act(after)
        if len(acting) == 1:
            chance = weight * _best_chance(game, after, acting[0])
            if acting[0] == seat:
                followed += chance
            else:
                answered += chance
    return Prospects(worth, goal, conceded, kept if "attacking" in before else None, answered, followed, dict(balls))


def _best_chance(game: Game[Any], state: Any, seat: Seat) -> float:
    """Return the best chance of ``seat`` to score by its next decision."""
    scored = _scorer(game.to_wire(state)["score"])
    chances = (
        sum(
            weight * scored(game.to_wire(after), seat)
            for after, weight in outcomes(moved(game, state, seat, move), most=most_outcomes(game))
        )
        for move in game.legal(state, seat)
    )
    return max(chances, default=0.0)


def _scorer(score: Mapping[str, int]) -> Callable[[Mapping[str, Any], Seat], bool]:
    return lambda wire, seat: bool(wire["score"][seat] > score[seat])


def swings(line: Sequence[float], most: int) -> list[int]:
    """Return where the ``most`` largest steps of ``line`` end, in order; the small ones are left out."""
    steps = sorted(range(1, len(line)), key=lambda at: -abs(line[at] - line[at - 1]))[:most]
    return sorted(at for at in steps if abs(line[at] - line[at - 1]) >= MISTAKE)
