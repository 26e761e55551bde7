"""Celery tasks of delivery. Only ``send`` talks to others' servers; it has a queue and a worker of its own."""

from __future__ import annotations

from typing import Any

from celery import current_app, shared_task
from django.conf import settings

from league.delivery import hooks, push, sending, telling

BEAT: dict[str, dict[str, Any]] = {
    "delivery-tell": {"task": "league.delivery.tasks.tell", "schedule": 15.0},
    "delivery-write": {"task": "league.delivery.tasks.write", "schedule": 5.0},
}
"""Beat's rows of this app."""


@shared_task(name="league.delivery.tasks.tell")
def tell() -> int:
    """Tell of draws, titles, waiting opponents and moves; how many were told."""
    return telling.tell_due()


@shared_task(name="league.delivery.tasks.write")
def write() -> None:
    """Write down what web hooks and browsers are to be sent, and wake the outward worker."""
    hooks.write_due()
    push.write_due()
    if wakes_waiting() == 0:
        send.delay()


@shared_task(name="league.delivery.tasks.send")
def send() -> int:
    """Send to web hooks and browsers what waits; the number of messages that were taken."""
    return sending.send_due()


def wakes_waiting() -> int:
    """Wakes in the queue of the outward worker: one is enough, however long that worker is away."""
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel  # kombu's types do not know what each transport's channel can do
        # Not passive: kombu looks for a passive queue without the prefix of our keys, and never finds it.
        waiting: int = channel.queue_declare(settings.OUTWARD_QUEUE).message_count
    return waiting
