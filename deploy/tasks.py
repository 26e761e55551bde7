"""Tasks of the installation itself: the heartbeat, and the nightly backup."""

import logging
import time
from pathlib import Path

from celery import shared_task
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


@shared_task(name="deploy.nightly_backup", time_limit=900, expires=300)
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
    if file:
        logger.info("backup %s", file)


BEAT = {
    "deploy-heartbeat": {"task": "deploy.heartbeat", "schedule": 10.0},
    "deploy-nightly-backup": {"task": "deploy.nightly_backup", "schedule": 600.0},
}
