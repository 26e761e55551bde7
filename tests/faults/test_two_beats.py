"""Two processes of beat: each task is sent once, and when the one that sends is killed the other takes over."""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from itertools import pairwise

import msgspec
import pytest
import redis
from django.conf import settings

from deploy import beat, processes
from deploy.celery import timetable
from tests.server import Process, forget_beat, surroundings
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

QUEUES = [f"{settings.KEY_PREFIX}:{name}" for name in ("celery", settings.OUTWARD_QUEUE, settings.MAIL_QUEUE)]
DAILY = "players-forget"
APP = size("tests.faults.short_lease", "deploy.celery")
"""The lease of 15 s, and the 18 s of a takeover, are waited for in a long run."""


@pytest.fixture
def valkey():
    with redis.Redis.from_url(settings.VALKEY_URL) as client:
        forget_beat()
        client.delete(*QUEUES)
        yield client
        client.delete(*QUEUES)
    forget_beat()


def sent(valkey) -> dict[str, list[float]]:
    """Task and arguments -> the times at which it was sent, of all that waits for a worker."""
    times = defaultdict(list)
    for queue in QUEUES:
        for message in valkey.lrange(queue, 0, -1):
            headers = msgspec.json.decode(message)["headers"]
            times[headers["task"] + headers["kwargsrepr"]].append(headers["sent_at"])
    return {task: sorted(at) for task, at in times.items()}


def until(condition, what):
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not come about"
        time.sleep(0.1)


def test_two_processes_send_each_task_once_and_one_takes_over_from_the_other(valkey):
    valkey.hset(beat.RUNS, DAILY, time.time() - 86400 + 3)  # due in three seconds, in both
    command = [part.replace("deploy.celery", APP) for part in processes.beat()]
    two = [Process(command, surroundings("worker")) for _ in range(2)]
    try:
        for one in two:
            one.start()
        until(lambda: len(sent(valkey).get("league.competitions.tasks.collect_results{}", [])) >= 4, "play")
        holder = int(valkey.get(beat.LEASE).split(b":")[1])
        killed, other = two if two[0].child.pid == holder else two[::-1]
        assert 0 < valkey.pttl(beat.LEASE) <= 1000 * beat.LEASE_SECONDS, "nobody gives it back: it ends by itself"
        os.kill(killed.child.pid, signal.SIGKILL)
        before = sum(map(len, sent(valkey).values()))
        until(lambda: (valkey.get(beat.LEASE) or b"::").split(b":")[1] == str(other.child.pid).encode(), "a takeover")
        until(lambda: sum(map(len, sent(valkey).values())) > before + 10, "more tasks")
    finally:
        for one in two:
            one.kill()
    periods = {
        entry["task"] + repr(entry.get("kwargs", {})): float(entry["schedule"]) for entry in timetable().values()
    }
    times = sent(valkey)
    assert len(times["league.players.tasks.forget{}"]) == 1, "daily work is not done again by the next one"
    for task, at in times.items():
        gaps = [later - earlier for earlier, later in pairwise(at)]
        assert all(gap > periods[task] / 2 for gap in gaps), (task, gaps)
