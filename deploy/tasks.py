"""Tasks of the installation itself: the heartbeat, and the nightly backup."""

import logging
import time
from pathlib import Path
from typing import Final

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from deploy import backup
from deploy.health import HEARTBEAT

logger = logging.getLogger(__name__)


@shared_task(name="deploy.heartbeat", expires=30)
def heartbeat() -> None:
    """Tell ``/readyz`` that beat sends and a worker works."""
    cache.set(HEARTBEAT, time.time(), timeout=3600)


LONGEST: Final = 4 * 3600
"""Seconds that a nightly backup may take: it holds one of the worker's children, and the database's old rows."""


@shared_task(name="deploy.nightly_backup", soft_time_limit=LONGEST, time_limit=LONGEST + 300, expires=300)
def nightly_backup() -> None:
    """Make today's backup if due.

    Checked every ten minutes, because a laptop is off at three in the morning. A failing backup is logged and tried
    again; it stops nothing.
    """
    if not settings.BACKUPS:
        return
    try:
        file = backup.nightly(settings.DATABASE_URL, settings.SECRET_KEY, timezone.now(), Path(settings.BACKUPS))
    except backup.BackupError as error:
        logger.error("%s", error)
        return
    except SoftTimeLimitExceeded:  # the dump has ended with it, and is gone
        logger.error(
            "no backup could be made within %d hours: make one with make backup, which has no limit, or leave BACKUPS "
            "empty and let PostgreSQL's own tools make them (docs/running.md)", LONGEST // 3600,
        )  # fmt: skip
        return
    if file:
        logger.info("backup %s", file)


BEAT = {
    "deploy-heartbeat": {"task": "deploy.heartbeat", "schedule": 10.0},
    "deploy-nightly-backup": {"task": "deploy.nightly_backup", "schedule": 600.0},
}
