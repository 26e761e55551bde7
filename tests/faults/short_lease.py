"""Celery whose beats hold a lease of four seconds, for ``celery --app=tests.faults.short_lease``: the rest is real."""

from __future__ import annotations

from deploy import beat

beat.LEASE_SECONDS, beat.ASK_SECONDS = 4.0, 0.8  # type: ignore[misc]  # read when a scheduler is made, at each turn
beat.LeasedScheduler.max_interval = 1

from deploy.celery import app as app  # noqa: E402  after the lease
