"""Celery task of moderation: once a day, look for hints and delete old ones."""

from typing import Any

from celery import shared_task

from league.moderation import sightings

BEAT: dict[str, dict[str, Any]] = {
    "moderation-hints": {"task": "league.moderation.tasks.find_doubles", "schedule": 24 * 3600.0},
}


@shared_task(name="league.moderation.tasks.find_doubles")
def find_doubles() -> int:
    """Open hints about double accounts; return how many. Safe to run twice, late, or concurrently."""
    return sightings.hint()
