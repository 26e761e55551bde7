"""Loading of the shipped puzzles into rows: safe to repeat, ratings and answers stay."""

from typing import Final

from django.db import transaction

import engines
from engines.puzzles import BEST_MOVE, SCALE, SOLVED, Puzzle
from league.puzzles import models
from league.puzzles.shipped import shipped_puzzles

_OF_FILE: Final = ("rules_version", "kind", "theme", "seat", "line", "solution", "gap", "worths", "offered")
_EASY, _HARD = 1100.0, 1900.0
_SPAN, _SPAN_OF_POINTS = 1000.0, 3000.0
"""Rating that a gap of one goal, or of one match, takes off."""


def load() -> int:
    """Make the rows what the files say; return how many puzzles are offered.

    A puzzle that is no longer shipped, or was made for another version of the rules, is no longer offered.
    """
    rows = [_row(puzzle) for game in engines.games() for puzzle in shipped_puzzles(game) if is_current(puzzle)]
    with transaction.atomic():
        models.Puzzle.objects.exclude(pk__in=[row.pk for row in rows]).filter(offered=True).update(offered=False)
        models.Puzzle.objects.bulk_create(
            rows, batch_size=500, update_conflicts=True, unique_fields=["code"], update_fields=_OF_FILE
        )
    return len(rows)


def is_current(puzzle: Puzzle) -> bool:
    """Return whether the puzzle was made for today's rules."""
    return puzzle.rules_version == engines.get(puzzle.game).rules_version


def _row(puzzle: Puzzle) -> models.Puzzle:
    return models.Puzzle(
        code=puzzle.code,
        game=puzzle.game,
        rules_version=puzzle.rules_version,
        kind=puzzle.kind,
        theme=puzzle.theme,
        seat=puzzle.seat,
        line=puzzle.line,
        solution=puzzle.solution,
        gap=puzzle.gap,
        worths=list(puzzle.worths),
        rating=first_rating(puzzle),
    )


def first_rating(puzzle: Puzzle) -> float:
    """Return the rating to begin with, a guess that the first tries correct.

    Many choices make a puzzle harder, a wide gap makes it easier.
    """
    if puzzle.kind == BEST_MOVE:
        span = _SPAN_OF_POINTS if puzzle.game in SOLVED else _SPAN
        return max(_EASY, _HARD - span * puzzle.gap / SCALE - 100 * (len(puzzle.worths) < 4))
    game = engines.get(puzzle.game)
    choices = len(game.legal(game.from_position(puzzle.line), puzzle.seat))
    base = _EASY if puzzle.theme in ("run", "steal") else _EASY + 300
    return min(_HARD, base + 4 * choices)
