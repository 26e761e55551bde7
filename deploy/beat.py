"""Beat's scheduler with a lease in Valkey: of several beats one sends, and another takes over when that one is gone.

The lease is in the same Valkey as the queues, so whoever cannot renew it cannot send either. When each entry was last
sent is kept beside it: a beat that takes over, or starts anew, goes on where the last one was. If Valkey loses both,
every entry waits its whole period once more.
"""

import logging
import os
import socket
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

import redis
from celery.beat import ScheduleEntry, Scheduler
from django.conf import settings
from redis.exceptions import LockError, RedisError
from redis.lock import Lock

logger = logging.getLogger("deploy.beat")

LEASE: Final = f"{settings.KEY_PREFIX}:beat"
"""Key of the lease; its value names machine and process of the beat that holds it."""
RUNS: Final = f"{settings.KEY_PREFIX}:beat-runs"
"""Key of the hash of entry -> when it was last sent, in seconds since 1970."""
LEASE_SECONDS: Final = 15.0
"""Time after which the lease of a beat that died is free. A beat that is stopped gives it back."""
ASK_SECONDS: Final = 3.0
"""Pause between two tries of a beat without the lease: a killed one is replaced after 18 s at most."""


class LeasedScheduler(Scheduler):
    """Celery's scheduler, which sends only while it holds the lease."""

    max_interval = 5  # a third of the lease: it is renewed at each turn

    def __init__(self, *args: Any, **options: Any) -> None:
        self.valkey = redis.Redis.from_url(settings.VALKEY_URL, socket_timeout=5, socket_connect_timeout=5)
        self.lease = Lock(self.valkey, LEASE, timeout=LEASE_SECONDS, blocking=False, thread_local=False)
        self.token = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
        self.holds = False
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due, if the lease is ours. Return the seconds until the next turn."""
        try:
            self.holds = self._renew() if self.holds else self._take()
        except RedisError as error:
            logger.warning("beat sends nothing, Valkey does not answer: %s", error)
            self.holds = False
        return float(super().tick(*args, **options)) if self.holds else ASK_SECONDS

    def _renew(self) -> bool:
        try:
            self.lease.reacquire()
        except LockError:
            logger.warning("%s has lost the lease, another beat sends", self.token)
            return False
        return True

    def _take(self) -> bool:
        if not self.lease.acquire(token=self.token):
            return False
        logger.info("%s is the beat that sends", self.token)
        now = datetime.now(UTC)
        runs: Any = self.valkey.hgetall(RUNS)
        for name, seconds in runs.items():
            if entry := self.schedule.get(name.decode()):
                entry.last_run_at = min(now, datetime.fromtimestamp(float(seconds), UTC))
        self.populate_heap()  # it is ordered by the times of before
        return True

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send ``entry``, then note when: a beat that dies between the two leaves a task that is sent twice."""
        super().apply_entry(entry, producer=producer)
        try:
            self.valkey.hset(RUNS, entry.name, datetime.now(UTC).timestamp())
        except RedisError as error:
            logger.warning("when %s was sent could not be noted: %s", entry.name, error)

    def close(self) -> None:
        """Give the lease back, so that another beat goes on at once."""
        super().close()
        try:
            if self.holds:
                self.lease.release()
        except RedisError:
            logger.info("the lease was not ours any more")
        self.holds = False
