"""Celery tasks of delivery. ``send`` and ``send_mail`` talk to remote servers: they have own queues and a worker."""

from typing import Any

from celery import current_app, shared_task
from django.conf import settings

from league.delivery import hooks, mail, mailing, push, sending, telling

BEAT: dict[str, dict[str, Any]] = {
    "delivery-tell": {"task": "league.delivery.tasks.tell", "schedule": 15.0},
    "delivery-write": {"task": "league.delivery.tasks.write", "schedule": 5.0},
    "delivery-send-mail": {"task": mail.TASK, "schedule": 5.0},
}


@shared_task(name="league.delivery.tasks.tell")
def tell() -> int:
    """Notify of draws, titles, waiting opponents and moves; return how many were notified."""
    return telling.tell_due()


@shared_task(name="league.delivery.tasks.write")
def write() -> None:
    """Write messages for web hooks and browsers, and wake the outward worker."""
    hooks.write_due()
    push.write_due()
    if wakes_waiting() == 0:
        send.delay()


@shared_task(name="league.delivery.tasks.send")
def send() -> int:
    """Send waiting messages to web hooks and browsers; return how many were accepted."""
    return sending.send_due()


@shared_task(name=mail.TASK)
def send_mail() -> int:
    """Send waiting mails; return how many a server took."""
    return mailing.send_due()


def wakes_waiting() -> int:
    """Return the wakes in the outward worker's queue: one is enough, however long that worker is away."""
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel  # kombu does not type a transport's channel
        # Not passive: kombu looks for a passive queue without the prefix of our keys, and never finds it.
        waiting: int = channel.queue_declare(settings.OUTWARD_QUEUE).message_count
    return waiting
