"""What the schedule does for clubs: offers that nobody answered end, claims whose time is over pass."""

from __future__ import annotations

from celery import shared_task

from league.clubs.verbs import handovers


@shared_task(name="league.clubs.tasks.pass_due")
def pass_due() -> int:
    """End what is due."""
    return handovers.pass_due()


BEAT = {"clubs-handovers": {"task": "league.clubs.tasks.pass_due", "schedule": 300.0}}
