"""Celery task of lessons: delete old answers. Safe to run late or twice."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from league.lessons import verbs

BEAT: dict[str, dict[str, Any]] = {
    "lessons-forget": {"task": "league.lessons.tasks.forget", "schedule": 86400.0},
}


@shared_task(name="league.lessons.tasks.forget")
def forget() -> int:
    """Delete the answers of long ago; return the number of participants."""
    return verbs.forget_old(timezone.now())
