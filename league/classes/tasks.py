"""Celery task of classes: delete those whose day has come. Safe to run late or twice."""

from typing import Any

from celery import shared_task

from league.classes import forgetting

BEAT: dict[str, dict[str, Any]] = {
    "classes-forget": {"task": "league.classes.tasks.forget", "schedule": 900.0},
}


@shared_task(name="league.classes.tasks.forget")
def forget() -> int:
    """Delete the classes whose day has come; return how many."""
    return forgetting.forget_due()
