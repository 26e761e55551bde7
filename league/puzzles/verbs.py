"""Answers to puzzles: the first one of a person counts, once."""

from datetime import date

from django.db import transaction

from league.players.models import User
from league.puzzles.levels import Level, puzzle_after, solver_after
from league.puzzles.models import Attempt, Puzzle, Solver
from league.ratings.glicko2 import Rating

_OF_LEVEL = ("rating", "deviation", "volatility", "tried", "solved", "streak", "best_streak")


def answer(*, user: User, puzzle: Puzzle, move: str, day: date | None = None, rated: bool = True) -> Attempt:
    """Take the answer ``move``, a legal move in notation; ``day``: it was the daily puzzle of that day.

    ``rated`` is false in a lesson, whose words may have told the move: then no level changes, and the puzzle is known.

    Only the first answer of ``user`` counts for the level: a repeat returns it. The first one of ``day`` counts for the
    run of days, whenever the puzzle was met. Both rows are locked, the puzzle first, so two answers at once are one
    after the other.
    """
    with transaction.atomic():
        locked = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        earlier = Attempt.objects.filter(user=user, puzzle=locked).first()
        if earlier is not None:
            if day is not None and earlier.day != day:
                earlier.day, earlier.right_on_day = day, move == locked.solution
                earlier.save(update_fields=["day", "right_on_day"])
            return earlier
        right = move == locked.solution
        if not rated:
            known = Solver.objects.filter(user=user, game=locked.game).first() or Solver()
            return Attempt.objects.create(
                user=user, puzzle=locked, answer=move, right=right, day=day, rating=known.rating, change=0
            )
        Solver.objects.get_or_create(user=user, game=locked.game)
        solver = Solver.objects.select_for_update().get(user=user, game=locked.game)
        level = level_of(solver)
        after = solver_after(level, strength_of(locked), right)
        _rate(locked, level.strength, right)
        for name in _OF_LEVEL:
            setattr(solver, name, getattr(after, name))
        solver.save(update_fields=_OF_LEVEL)
        return Attempt.objects.create(
            user=user,
            puzzle=locked,
            answer=move,
            right=right,
            day=day,
            rating=after.rating,
            change=after.rating - level.rating,
        )


def _rate(puzzle: Puzzle, solver: Rating, right: bool) -> None:
    after = puzzle_after(strength_of(puzzle), solver, right)
    puzzle.rating, puzzle.deviation, puzzle.volatility = after.rating, after.deviation, after.volatility
    puzzle.tried += 1
    puzzle.solved += right
    puzzle.save(update_fields=["rating", "deviation", "volatility", "tried", "solved"])


def strength_of(puzzle: Puzzle) -> Rating:
    return Rating(puzzle.rating, puzzle.deviation, puzzle.volatility)


def level_of(solver: Solver) -> Level:
    return Level(**{name: getattr(solver, name) for name in _OF_LEVEL})
