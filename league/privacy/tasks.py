"""Celery tasks of privacy: make archives, delete them, delete people whose day has come. Safe to run late or twice."""

from typing import Any

from celery import shared_task

from league.privacy import archives, deletion, retention

BEAT: dict[str, dict[str, Any]] = {
    "privacy-make-archives": {"task": "league.privacy.tasks.make_archives", "schedule": 10.0},
    "privacy-delete-old": {"task": "league.privacy.tasks.delete_old", "schedule": 24 * 3600.0},
    "privacy-delete-people": {"task": "league.privacy.tasks.delete_people", "schedule": 600.0},
}


@shared_task(name="league.privacy.tasks.make_archives", time_limit=300)
def make_archives() -> int:
    """Go on with the archives that people asked for; return how many are ready."""
    return archives.make_waiting()


@shared_task(name="league.privacy.tasks.delete_old", time_limit=300)
def delete_old() -> int:
    """Delete old archives and other rows that are of no more use; return how many."""
    return archives.delete_old() + retention.delete_old()


@shared_task(name="league.privacy.tasks.delete_people", time_limit=300)
def delete_people() -> int:
    """Delete the people whose day has come; return how many."""
    return deletion.delete_due()
