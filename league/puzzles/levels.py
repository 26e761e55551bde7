"""Levels of solvers and puzzles: one attempt is one game of Glicko-2 between the two. Pure.

A person's level is kept in rows, a visitor's in the session; both are a ``Level`` here.
"""

from dataclasses import dataclass, replace
from typing import Final

from league.ratings.glicko2 import Outcome, Rating, update

LEAST_DEVIATION: Final = 75.0
"""A level never stops moving: people learn."""


@dataclass(frozen=True)
class Level:
    """Strength, counts and run of right answers."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def strength(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)


def solver_after(level: Level, puzzle: Rating, right: bool) -> Level:
    """Return the solver's level after one answer to ``puzzle``."""
    streak = level.streak + 1 if right else 0
    after = _played(level.strength, puzzle, right)
    return replace(
        level,
        rating=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        tried=level.tried + 1,
        solved=level.solved + right,
        streak=streak,
        best_streak=max(streak, level.best_streak),
    )


def puzzle_after(puzzle: Rating, solver: Rating, right: bool) -> Rating:
    """Return the puzzle's strength after an answer: it wins when the answer is wrong."""
    return _played(puzzle, solver, not right)


def _played(one: Rating, other: Rating, won: bool) -> Rating:
    after = update(one, [Outcome(other, 1.0 if won else 0.0)])
    return Rating(after.rating, max(after.deviation, LEAST_DEVIATION), after.volatility)
