"""Celery task of clubs: end unanswered offers, transfer claims whose time is over."""

from celery import shared_task

from league.clubs.verbs import handovers


@shared_task(name="league.clubs.tasks.pass_due")
def pass_due() -> int:
    """Close expired ownership offers and transfer claims whose objection period has ended."""
    return handovers.pass_due()


BEAT = {"clubs-handovers": {"task": "league.clubs.tasks.pass_due", "schedule": 300.0}}
