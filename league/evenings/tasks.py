"""Celery task of evenings: the buzzer. Safe to run late or twice."""

from typing import Any

from celery import shared_task

from league.evenings import clocks

BEAT: dict[str, dict[str, Any]] = {
    "evenings-buzz": {"task": "league.evenings.tasks.buzz", "schedule": 3.0},
}


@shared_task(name="league.evenings.tasks.buzz")
def buzz() -> int:
    """Act on the clocks that have run out; return how many."""
    return clocks.buzz_due()
