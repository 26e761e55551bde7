"""Celery's part of live matches: it never touches a running match, it only wakes whoever waits for results."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches.models import Outbox

log = logging.getLogger("matches.tasks")

STUCK = timedelta(seconds=5)
"""A result that nobody took for so long is announced again."""

BEAT: dict[str, dict[str, Any]] = {
    "matches-open-results": {"task": "matches.tasks.announce_open_results", "schedule": 5.0},
}
"""Beat's rows of this app."""


def collector() -> str:
    """The name of the task that takes results; empty where nobody does."""
    return str(getattr(settings, "RESULT_TASK", None) or "")


def kick_results(match_id: UUID) -> None:
    """Tell the collector of results (``settings.RESULT_TASK``) that there is one; the sweep below tells it again."""
    name = collector()
    if not name:
        return
    try:
        current_app.send_task(name, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the result of match %s waits for the sweep: %s", match_id, error)


@shared_task(name="matches.tasks.announce_open_results")
def announce_open_results() -> int:
    """Wake the collector if results wait that nobody took; returns how many. May run twice, or late."""
    waiting = Outbox.objects.filter(taken_at=None, created_at__lt=timezone.now() - STUCK).count()
    if waiting and collector():
        current_app.send_task(collector(), ignore_result=True)
    return waiting
