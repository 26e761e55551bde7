"""What Celery does for statistics: count again what was counted by an older rule, and what a killed worker left out."""

from __future__ import annotations

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
"""Beat's rows of this app."""


@shared_task(name="league.statistics.tasks.recount")
def recount() -> int:
    """Count up to a hundred matches whose figures are of an older version; how many. Again gives the same."""
    return matches.recount(limit=100)


@shared_task(name="league.statistics.tasks.ratings")
def ratings() -> int:
    """Play the ratings back of each game whose matches have changed; how many games. Again: nothing."""
    return refresh_ratings()


@shared_task(name="league.statistics.tasks.books")
def books() -> int:
    """Count again the statistics of the competitions and games whose matches have changed; how many. Again: nothing.

    After an upgrade the matches' own figures come first: a book of old ones and new ones would say neither."""
    matches.recount(limit=100)
    return refresh_books()
