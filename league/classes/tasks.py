"""What Celery does for classes: deleting those whose day has come. Late or twice it does the same."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.classes import forgetting

BEAT: dict[str, dict[str, Any]] = {
    "classes-forget": {"task": "league.classes.tasks.forget", "schedule": 900.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.classes.tasks.forget")
def forget() -> int:
    """Delete the classes whose day has come; how many."""
    return forgetting.forget_due()
