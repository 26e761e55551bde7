"""Tasks of the installation itself: the heartbeat."""

from __future__ import annotations

import time

from celery import shared_task
from django.core.cache import cache

from deploy.health import HEARTBEAT


@shared_task(name="deploy.heartbeat", expires=30)
def heartbeat() -> None:
    """Tell ``/readyz`` that beat sends and a worker works."""
    cache.set(HEARTBEAT, time.time(), timeout=3600)


BEAT = {"deploy-heartbeat": {"task": "deploy.heartbeat", "schedule": 10.0}}
