"""Celery tasks of seasons: hold and release the matches of entrants on leave, end the askings "in or out".

Safe to run late or twice.
"""

from typing import Any

from celery import shared_task

from league.seasons.verbs import leaves, renewals

BEAT: dict[str, dict[str, Any]] = {
    "seasons-leaves": {"task": "league.seasons.tasks.keep_leaves", "schedule": 20.0},
    "seasons-askings": {"task": "league.seasons.tasks.close_askings", "schedule": 30.0},
}


@shared_task(name="league.seasons.tasks.keep_leaves")
def keep_leaves() -> int:
    """Hold the matches of entrants on leave and release the others; return how many competitions were examined."""
    return leaves.keep_due()


@shared_task(name="league.seasons.tasks.close_askings")
def close_askings() -> int:
    """End the askings "in or out" whose deadline has come; return how many."""
    return renewals.close_due()
