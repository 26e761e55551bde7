"""What Celery does for delivery: tell what is found by looking, push what waits."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from league.delivery import push, telling

BEAT: dict[str, dict[str, Any]] = {
    "delivery-tell": {"task": "league.delivery.tasks.tell", "schedule": 15.0},
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
