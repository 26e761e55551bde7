"""Rebuilding everything derived from finished matches: the proof that it follows from their logs."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from league.statistics.derivation import figures
from league.statistics.derivation.match_log import rows_of
from league.statistics.derivation.story import story_of
from league.statistics.models import Book, Career, MatchFigures, Rating, RatingBook
from league.statistics.verbs import books
from league.statistics.verbs.ratings import refresh

AT_ONCE = 200
_CAREER = (
    "player", "game", "played", "won", "drawn", "lost", "goals_for", "goals_against", "clean_sheets", "unbeaten",
    "winning", "comebacks", "points_a_match", "sums", "story",
)  # fmt: skip


def picture() -> dict[str, list[Any]]:
    """Return all derived values, without ids and timestamps."""
    ratings = Rating.objects.order_by("player", "game", "number")
    return {
        "figures": list(MatchFigures.objects.order_by("pk").values_list("match", "version", "figures", "story")),
        "ratings": list(ratings.values_list("player", "game", "number", "match", "rating", "deviation", "volatility")),
        "books": list(Book.objects.order_by("key").values_list("key", "signature", "numbers")),
        "careers": list(Career.objects.order_by("game", "player").values_list(*_CAREER)),
    }


@transaction.atomic
def again() -> int:
    """Rebuild figures, ratings, books and careers from the logs; return how many matches were counted."""
    counted = 0
    for row in MatchFigures.objects.select_related("match").order_by("pk").iterator(chunk_size=AT_ONCE):
        values = {"figures": figures.count(row.match.game, rows_of(row.match)), "story": story_of(row.match)}
        MatchFigures.objects.filter(pk=row.pk).update(version=figures.VERSION, **values)
        counted += 1
    for table in (Rating, RatingBook, Book, Career):
        table.objects.all().delete()
    refresh()
    books.refresh(at_once=True)
    return counted
