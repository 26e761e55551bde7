"""Queries of puzzles: the daily one, the next one near a level, what somebody has solved."""

from collections.abc import Collection
from datetime import date, timedelta
from random import Random
from typing import Final

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Abs

from league.players.models import User
from league.puzzles.models import Attempt, Puzzle, Solver
from league.puzzles.shipped import NEAR

HISTORY: Final = 12
DAYS: Final = 400
"""Days back that a run of daily puzzles is counted."""


def puzzles_offered(game: str = "", theme: str = "") -> QuerySet[Puzzle]:
    rows = Puzzle.objects.filter(offered=True)
    if game:
        rows = rows.filter(game=game)
    return rows.filter(theme=theme) if theme else rows


def daily(day: date) -> Puzzle | None:
    """Return the puzzle of ``day``, the same for everybody: each day another game. None while there is none.

    Follows from the day and the codes of the offered puzzles alone. Three queries. The order of a game never changes:
    shuffled anew, a puzzle would soon come again, and an answer keeps only its last day (``daily_run``).
    """
    games = sorted(puzzles_offered().order_by().values_list("game", flat=True).distinct())
    if not games:
        return None
    turn, place = divmod(day.toordinal(), len(games))
    codes = list(puzzles_offered(games[place]).order_by("code").values_list("code", flat=True))
    order = Random(games[place]).sample(codes, len(codes))
    return Puzzle.objects.get(pk=order[turn % len(codes)])


def day_of(puzzle: Puzzle, today: date) -> date | None:
    """Return ``today`` if ``puzzle`` is its daily one. Three queries."""
    of_today = daily(today)
    return today if of_today is not None and of_today.pk == puzzle.pk else None


def met_before(attempt: Attempt, today: date) -> bool:
    """Return whether the puzzle of ``attempt`` is that of ``today`` and was answered only earlier. Three queries."""
    return attempt.day != today and day_of(attempt.puzzle, today) is not None


def next_puzzle(game: str, theme: str, level: float, attempted: Collection[str], chance: Random) -> Puzzle | None:
    """Return a puzzle near ``level`` that is not ``attempted``; one of the known when all are."""
    rows = puzzles_offered(game, theme).order_by(Abs(F("rating") - level), "code")
    fresh = list(rows.exclude(pk__in=attempted)[:NEAR]) or list(rows[:NEAR])
    return chance.choice(fresh) if fresh else None


def known_to(user: User) -> QuerySet[Attempt, str]:
    """Return the codes of the puzzles that ``user`` has answered."""
    return Attempt.objects.filter(user=user).values_list("puzzle_id", flat=True)


def solver_of(user: User, game: str) -> Solver:
    """Return the row of a solver, unsaved while there is none."""
    return Solver.objects.filter(user=user, game=game).first() or Solver(user=user, game=game)


def solvers_of(user: User | None) -> dict[str, Solver]:
    """Return the rows of a solver by game; empty for a visitor. At most one query."""
    return {solver.game: solver for solver in Solver.objects.filter(user=user)} if user else {}


def counts() -> dict[str, dict[str, int]]:
    """Count the offered puzzles by game and theme. One query."""
    rows = puzzles_offered().values_list("game", "theme").annotate(count=Count("pk")).order_by("game", "theme")
    by_game: dict[str, dict[str, int]] = {}
    for game, theme, count in rows:
        by_game.setdefault(game, {})[theme] = count
    return by_game


def history(user: User) -> list[Attempt]:
    """Return the last answers of ``user``, newest first."""
    return list(Attempt.objects.filter(user=user).select_related("puzzle").order_by("-at", "-pk")[:HISTORY])


def solved_of(user: User | None, game: str, theme: str) -> int:
    """Return how many offered puzzles of a theme ``user`` answered right at first. One query with a user."""
    if user is None:
        return 0
    return Attempt.objects.filter(user=user, right=True, puzzle__in=puzzles_offered(game, theme)).count()


def daily_run(user: User, today: date) -> int:
    """Return on how many days in a row, up to today or yesterday, ``user`` solved the daily puzzle."""
    since = today - timedelta(days=DAYS)
    solved = Q(right_on_day=True) | Q(right_on_day=None, right=True)
    days = set(Attempt.objects.filter(solved, user=user, day__gte=since).values_list("day", flat=True))
    day = today if today in days else today - timedelta(days=1)
    run = 0
    while day in days:
        run += 1
        day -= timedelta(days=1)
    return run
