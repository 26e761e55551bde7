"""What Celery does for evenings: the buzzer. Late or twice it finds the same rows and does the same."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.evenings import clocks

BEAT: dict[str, dict[str, Any]] = {
    "evenings-buzz": {"task": "league.evenings.tasks.buzz", "schedule": 3.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.evenings.tasks.buzz")
def buzz() -> int:
    """Act on the clocks that have run out; how many."""
    return clocks.buzz_due()
