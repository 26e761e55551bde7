"""What Celery does for seasons: hold and let go the matches of who is on leave, end the askings "in or out". Late or
twice it finds the same rows and does the same.
"""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.seasons.verbs import leaves, renewals

BEAT: dict[str, dict[str, Any]] = {
    "seasons-leaves": {"task": "league.seasons.tasks.keep_leaves", "schedule": 20.0},
    "seasons-askings": {"task": "league.seasons.tasks.close_askings", "schedule": 30.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.seasons.tasks.keep_leaves")
def keep_leaves() -> int:
    """Hold the matches of who is away, let those go whose leave is over; how many competitions were looked at."""
    return leaves.keep_due()


@shared_task(name="league.seasons.tasks.close_askings")
def close_askings() -> int:
    """End the askings "in or out" whose deadline has come; how many."""
    return renewals.close_due()
