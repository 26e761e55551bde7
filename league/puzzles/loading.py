"""Loading of the shipped puzzles into rows: safe to repeat, ratings and answers stay."""

from typing import Final

from django.db import transaction

import engines
from engines.puzzles import Puzzle
from league.puzzles import models
from league.puzzles.shipped import first_rating, is_current, shipped_puzzles

_OF_FILE: Final = ("rules_version", "kind", "theme", "seat", "line", "solution", "gap", "worths", "offered")


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
