"""Celery in accelerated time: the platform's own application, its timetable gone through eight times as fast.

For ``celery --app=tests.faults.hurried``. Tasks, options and stores are those of ``deploy.celery``.
"""

from __future__ import annotations

from typing import Any

from celery import signals

from deploy.celery import app as app

TIMES = 8
"""The factor by which beat hurries through its timetable."""


@signals.beat_init.connect
def _hurry(sender: Any, **_: Any) -> None:
    """After ``deploy.celery`` has filled the timetable: the same entries, more often."""
    for entry in sender.scheduler.schedule.values():
        seconds = entry.schedule.run_every.total_seconds() if hasattr(entry.schedule, "run_every") else None
        if seconds is not None:
            entry.schedule = type(entry.schedule)(max(0.1, seconds / TIMES))
    sender.scheduler.max_interval = 0.2
