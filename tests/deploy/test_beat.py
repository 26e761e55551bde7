"""Two beats: one sends, the other waits; times of sending pass from one to the next."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
import redis
from celery.schedules import schedule
from django.conf import settings

from deploy import beat
from deploy.celery import app
from tests.server import forget_beat


@pytest.fixture
def valkey():
    with redis.Redis.from_url(settings.VALKEY_URL) as client:
        forget_beat()
        yield client
    forget_beat()


class Recorded(beat.LeasedScheduler):
    """One entry, each hour; it is not sent but counted."""

    def setup_schedule(self):
        self.sent = 0
        self.merge_inplace({"hourly": {"task": "deploy.heartbeat", "schedule": schedule(3600)}})

    def apply_async(self, entry, producer=None, advance=True, **named):
        self.sent += 1

    def late(self):
        """Make the entry due."""
        self.schedule["hourly"].last_run_at = datetime.now(UTC) - timedelta(hours=2)
        self._heap = None
        return self


@pytest.fixture
def scheduler(valkey):
    made = []

    def make():
        made.append(Recorded(app))
        return made[-1]

    yield make
    for one in made:
        one.valkey.close()


def test_one_sends_and_the_other_asks_again(scheduler):
    first, second = scheduler(), scheduler()
    first.tick()
    second.tick()
    first.late(), second.late()
    assert first.tick() == 0 and first.sent == 1
    assert second.tick() == beat.ASK_SECONDS and second.sent == 0


def test_a_beat_that_ends_gives_the_lease_back_and_what_it_sent(scheduler):
    first, second = scheduler(), scheduler()
    first.tick()
    first.late().tick()
    first.close()
    second.late().tick()
    assert second.holds and second.sent == 0, "the first one has sent it a moment ago"


def test_a_beat_that_was_away_too_long_sends_nothing(scheduler, valkey):
    first, second = scheduler(), scheduler()
    first.tick()
    valkey.delete(beat.LEASE)  # as after fifteen seconds in which the first one was stopped
    second.tick()
    first.late()
    assert first.tick() == beat.ASK_SECONDS and first.sent == 0
    first.close()
    assert valkey.get(beat.LEASE) == second.token.encode(), "the lease of another one is left alone"


def test_a_time_in_the_future_holds_nothing_up(scheduler, valkey):
    """A beat on a machine whose clock is a day ahead has sent it."""
    valkey.hset(beat.RUNS, "hourly", time.time() + 86400)
    one = scheduler()
    one.tick()
    assert one.schedule["hourly"].last_run_at <= datetime.now(UTC)


def test_without_valkey_it_waits_and_lives(scheduler, caplog):
    one = scheduler()
    one.valkey.connection_pool.connection_kwargs["port"] = 1
    one.valkey.connection_pool.disconnect()
    assert one.late().tick() == beat.ASK_SECONDS and one.sent == 0
    assert "Valkey does not answer" in caplog.text
