"""Celery tasks of following."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from league.following import telling

BEAT: dict[str, dict[str, Any]] = {
    "following-tell": {"task": "league.following.tasks.tell", "schedule": 60.0},
}


@shared_task(name="league.following.tasks.tell")
def tell() -> int:
    """Notify followers of kick-offs, draws, champions and new competitions; return how many were notified."""
    return telling.tell_due(timezone.now())
