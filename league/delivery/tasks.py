"""What Celery does for delivery: tell what is found by looking, push what waits, post to web hooks."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.delivery import hooks, push, telling

BEAT: dict[str, dict[str, Any]] = {
    "delivery-tell": {"task": "league.delivery.tasks.tell", "schedule": 15.0},
    "delivery-hooks": {"task": "league.delivery.tasks.post_hooks", "schedule": 5.0},
    "delivery-push": {"task": "league.delivery.tasks.send_pushes", "schedule": 10.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.delivery.tasks.tell")
def tell() -> int:
    """Tell of draws, titles, waiting opponents and moves; how many were told."""
    return telling.tell_due()


@shared_task(name="league.delivery.tasks.send_pushes")
def send_pushes() -> int:
    """Push what waits; how many notifications."""
    return push.send_due()


@shared_task(name="league.delivery.tasks.post_hooks")
def post_hooks() -> int:
    """Write down what is new for the web hooks and send what waits; how many messages were taken."""
    hooks.write_due()
    return hooks.send_due(limit=3)  # each may take its time: the next comes in a moment
