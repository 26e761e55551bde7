"""Celery tasks of statistics: counting what an older version or a killed worker left undone."""

from typing import Any

from celery import shared_task

from league.statistics.verbs import matches
from league.statistics.verbs.books import refresh as refresh_books
from league.statistics.verbs.ratings import refresh as refresh_ratings

BEAT: dict[str, dict[str, Any]] = {
    "statistics-ratings": {"task": "league.statistics.tasks.ratings", "schedule": 30.0},
    "statistics-books": {"task": "league.statistics.tasks.books", "schedule": 15.0},
    "statistics-recount": {"task": "league.statistics.tasks.recount", "schedule": 600.0},
}


@shared_task(name="league.statistics.tasks.recount")
def recount() -> int:
    """Recount up to a hundred matches with figures of an older version; return how many."""
    return matches.recount(limit=100)


@shared_task(name="league.statistics.tasks.ratings")
def ratings() -> int:
    """Play back the ratings of games whose matches have changed; return how many games."""
    return refresh_ratings()


@shared_task(name="league.statistics.tasks.books")
def books() -> int:
    """Count the books whose matches have changed; return how many. Safe to repeat.

    After an upgrade the matches' own figures come first: a book must not mix old and new ones.
    """
    matches.recount(limit=100)
    return refresh_books()
