"""What Celery does for moderation: once a day it looks for hints, and forgets what is too old."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.moderation import sightings

BEAT: dict[str, dict[str, Any]] = {
    "moderation-hints": {"task": "league.moderation.tasks.find_doubles", "schedule": 24 * 3600.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.moderation.tasks.find_doubles")
def find_doubles() -> int:
    """Open hints about double accounts; how many. May run twice, late, or beside itself."""
    return sightings.hint()
