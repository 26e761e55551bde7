"""Celery tasks of live matches: they never touch a running match, only wake the collector of results."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from matches import archiving
from matches.models import Outbox

log = logging.getLogger("matches.tasks")

STUCK = timedelta(seconds=5)
"""Age at which an untaken result is announced again."""

BEAT: dict[str, dict[str, Any]] = {
    "matches-open-results": {"task": "matches.tasks.announce_open_results", "schedule": 5.0},
    "matches-archive": {"task": "matches.tasks.archive", "schedule": 600.0},
}


def collector() -> str:
    """Return the name of the task that takes results; "" if there is none."""
    return str(getattr(settings, "RESULT_TASK", None) or "")


def kick_results(match_id: UUID) -> None:
    """Tell the collector (``settings.RESULT_TASK``) of a new result; the task below repeats it."""
    name = collector()
    if not name:
        return
    try:
        current_app.send_task(name, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the result of match %s waits for the sweep: %s", match_id, error)


@shared_task(name="matches.tasks.announce_open_results")
def announce_open_results() -> int:
    """Wake the collector if untaken results wait; return how many. May run twice, or late."""
    waiting = Outbox.objects.filter(taken_at=None, created_at__lt=timezone.now() - STUCK).count()
    if waiting and collector():
        current_app.send_task(collector(), ignore_result=True)
    return waiting


@shared_task(name="matches.tasks.archive", time_limit=120)
def archive() -> int:
    """Pack the logs of matches that have been over for ``LOG_DAYS``; return how many.

    In slices all day: a laptop is off at night. Safe to run late, twice, or beside itself.
    """
    return archiving.archive_due()
