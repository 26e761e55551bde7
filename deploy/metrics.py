"""Metrics for Prometheus, on a port of their own in each process (``METRICS_PORT``; docs/monitoring.md).

One port a process: no files are shared between processes, and one that dies takes its figures with it. What belongs to
the whole site (queues, the outbox, the heartbeat) is read when a web process is asked; it is the same from each of
them. Tasks are measured in the worker's own process, which also sees those that it has to kill.
"""

import contextlib
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import psycopg
import redis
from django.conf import settings
from django.db import connections
from prometheus_client import Counter, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from matches import feed, metrics
from matches.live.running import halls
from matches.store import database

log = logging.getLogger("deploy.metrics")

QUEUES: Final = ("celery", settings.OUTWARD_QUEUE, settings.MAIL_QUEUE)
ASK_SECONDS: Final = 2
"""Seconds that a scrape waits for the database or Valkey; their figures are missing then, and ``up`` says so."""

REQUESTS = Counter(
    "tabellone_requests", "Answers by the name of the address and the class of the status.", ["view", "status"],
    registry=metrics.REGISTRY,
)  # fmt: skip
REQUEST = Histogram(
    "tabellone_request_seconds", "Time to the beginning of an answer by the name of the address.", ["view"],
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10), registry=metrics.REGISTRY,
)  # fmt: skip
TASKS = Counter(
    "tabellone_tasks", "Tasks that ended, by outcome: ok, failed or killed.", ["task", "outcome"],
    registry=metrics.REGISTRY,
)  # fmt: skip
TASK = Histogram(
    "tabellone_task_seconds", "Time in which a task was done.", ["task"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 120), registry=metrics.REGISTRY,
)  # fmt: skip


def count_request(view: str, status: int, seconds: float) -> None:
    REQUESTS.labels(view, f"{status // 100}xx").inc()
    REQUEST.labels(view).observe(seconds)


def count_task(task: str, outcome: str, seconds: float) -> None:
    TASKS.labels(task, outcome).inc()
    TASK.labels(task).observe(seconds)


def gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"tabellone_{name}", meaning, value=value)


class LivePlay(Collector):
    """Figures of this web process: sockets, streams, matches, bots, connections, its last sweep."""

    def collect(self) -> Iterator[Metric]:
        all_halls = halls()
        runtimes = [runtime for hall in all_halls for runtime in list(hall.runtimes.values())]
        open_sockets = [socket for runtime in runtimes for socket in tuple(runtime.sockets)]
        sockets = GaugeMetricFamily("tabellone_sockets", "Open sockets of matches.", labels=["role"])
        players = sum(socket.seat is not None for socket in open_sockets)
        sockets.add_metric(["player"], players)
        sockets.add_metric(["spectator"], len(open_sockets) - players)
        yield sockets
        yield gauge("streams", "Open event streams of pages.", sum(ear.readers for ear in feed.ears()))
        yield gauge("matches_in_memory", "Matches that this process holds.", len(runtimes))
        yield gauge(
            "bots_thinking", "Moves that bots compute or wait to compute.", sum(hall.bots.busy for hall in all_halls)
        )
        swept_at = min((hall.swept_at for hall in all_halls), default=time.monotonic())
        yield gauge("sweep_age_seconds", "Time since the last sweep here ended well.", time.monotonic() - swept_at)
        yield from _pools({"matches": self._sum([hall.pool_stats() for hall in all_halls]), "pages": _page_pool()})

    @staticmethod
    def _sum(stats: list[dict[str, int]]) -> dict[str, int]:
        return {name: sum(each.get(name, 0) for each in stats) for each in stats for name in each}


def _page_pool() -> dict[str, int]:
    """Return the numbers of Django's pool; empty where there is none."""
    default: Any = connections["default"]  # of any engine, for the types; ours has a pool
    return {} if default.pool is None else dict(default.pool.get_stats())


def _pools(pools: dict[str, dict[str, int]]) -> Iterator[Metric]:
    size = GaugeMetricFamily("tabellone_pool_connections", "Connections to the database.", labels=["pool", "state"])
    waiting = GaugeMetricFamily("tabellone_pool_waiting", "Requests that wait for a connection now.", labels=["pool"])
    waits = CounterMetricFamily("tabellone_pool_waits", "Requests that had to wait for one.", labels=["pool"])
    seconds = CounterMetricFamily("tabellone_pool_wait_seconds", "Time that they waited in all.", labels=["pool"])
    refused = CounterMetricFamily("tabellone_pool_timeouts", "Requests that waited in vain.", labels=["pool"])
    for name, stats in pools.items():
        idle, most = stats.get("pool_available", 0), stats.get("pool_max", 0)
        size.add_metric([name, "idle"], idle)
        size.add_metric([name, "used"], stats.get("pool_size", 0) - idle)
        size.add_metric([name, "most"], most)
        waiting.add_metric([name], stats.get("requests_waiting", 0))
        waits.add_metric([name], stats.get("requests_queued", 0))
        seconds.add_metric([name], stats.get("requests_wait_ms", 0) / 1000)
        refused.add_metric([name], stats.get("requests_errors", 0))
    yield from (size, waiting, waits, seconds, refused)


_SITE: Final = """
SELECT (SELECT count(*) FROM matches_outbox WHERE taken_at IS NULL),
    (SELECT extract(epoch FROM now() - min(created_at)) FROM matches_outbox WHERE taken_at IS NULL),
    (SELECT extract(epoch FROM now() - at) FROM matches_heartbeat WHERE id = 1),
    (SELECT extract(epoch FROM now() - min(deadline_at)) FROM matches_match
     WHERE status = 'live' AND deadline_at <= now()),
    (SELECT extract(epoch FROM now() - min(due_at)) FROM delivery_hookmessage
     JOIN delivery_webhook ON delivery_webhook.id = hook_id WHERE due_at <= now() AND stopped = ''),
    (SELECT count(*) FROM delivery_mailmessage WHERE due_at IS NOT NULL),
    (SELECT count(*) FROM delivery_mailmessage WHERE due_at IS NOT NULL AND answer <> ''),
    (SELECT extract(epoch FROM now() - min(made_at)) FROM delivery_mailmessage WHERE due_at IS NOT NULL),
    (SELECT count(*) FROM delivery_mailmessage WHERE given_up_at > now() - interval '1 day'),
    (SELECT extract(epoch FROM now() - min(made_at)) FROM delivery_mailmessage AS waiting
     WHERE due_at IS NOT NULL AND NOT (answer <> '' AND EXISTS (
         SELECT FROM delivery_mailmessage AS later
         WHERE later.made_at > waiting.made_at AND later.taken_at IS NOT NULL)))
"""
_SITE_NAMES: Final = (
    ("outbox_results", "Results that their competition has not taken."),
    ("outbox_age_seconds", "Age of the oldest of them."),
    ("heartbeat_age_seconds", "Time since any web process swept."),
    ("overdue_seconds", "Time since which the oldest deadline waits to be called."),
    ("hook_age_seconds", "Age of the oldest message that waits for its web hook."),
    ("mail_waiting", "Mails that no server has taken."),
    ("mail_failing", "Those of them that a server refused, or that no server was there for."),
    ("mail_age_seconds", "Age of the oldest mail that waits."),
    ("mail_given_up", "Mails that were given up within a day."),
    ("mail_held_up_seconds", "Age of the oldest that waits for the server or the worker, not for its own mailbox."),
)


class Site(Collector):
    """Figures that all processes share: queues in Valkey, waiting rows, whether both stores answer."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("tabellone_store_up", "1 if the store answers.", labels=["store"])
        for store, read in (("database", self._rows), ("valkey", self._queues)):
            try:
                yield from read()
            except (psycopg.Error, redis.RedisError, OSError) as error:
                log.info("a scrape got no figures of %s: %s", store, error)
                up.add_metric([store], 0)
            else:
                up.add_metric([store], 1)
        yield up

    def _rows(self) -> list[Metric]:
        with psycopg.connect(database.conninfo(), autocommit=True, connect_timeout=ASK_SECONDS) as link:
            link.execute(f"SET statement_timeout = '{ASK_SECONDS}s'")
            row = link.execute(_SITE, prepare=False).fetchone() or ()
        pairs = zip(_SITE_NAMES, row, strict=True)
        return [gauge(name, meaning, float(value or 0)) for (name, meaning), value in pairs]

    def _queues(self) -> list[Metric]:
        sizes = GaugeMetricFamily("tabellone_queue_tasks", "Tasks that wait for a worker.", labels=["queue"])
        ages = GaugeMetricFamily("tabellone_queue_age_seconds", "Age of the oldest of them.", labels=["queue"])
        for queue, (size, age) in queues().items():
            sizes.add_metric([queue], size)
            ages.add_metric([queue], age)
        return [sizes, ages]


def queues() -> dict[str, tuple[int, float]]:
    """Return of each queue of tasks its length and the age of its oldest in seconds. Raises redis.RedisError."""
    client = redis.Redis.from_url(settings.VALKEY_URL, socket_connect_timeout=ASK_SECONDS, socket_timeout=ASK_SECONDS)
    with contextlib.closing(client), client.pipeline(transaction=False) as pipe:
        for queue in QUEUES:
            pipe.llen(f"{settings.KEY_PREFIX}:{queue}")
            pipe.lindex(f"{settings.KEY_PREFIX}:{queue}", -1)
        answers = pipe.execute()
    pairs = zip(answers[::2], answers[1::2], strict=True)
    return {queue: (int(size), _age(oldest)) for queue, (size, oldest) in zip(QUEUES, pairs, strict=True)}


def _age(message: bytes | None) -> float:
    """Return the age of a queued task, by the time that ``deploy.celery`` wrote into its headers."""
    if message is None:
        return 0.0
    sent_at = json.loads(message)["headers"].get("sent_at")
    return max(0.0, time.time() - sent_at) if sent_at else 0.0


class Backups(Collector):
    """The last nightly backup, in the worker that makes them."""

    def collect(self) -> Iterable[Metric]:
        if not settings.BACKUPS:
            return
        files = [file.stat().st_mtime for file in Path(settings.BACKUPS).glob("*.tabellone")]
        yield gauge("backup_time_seconds", "Time of the last backup, since 1970; 0 without one.", max(files, default=0))


COLLECTORS: Final[dict[str, tuple[Callable[[], Collector], ...]]] = {
    "web": (LivePlay, Site),
    "worker": (Backups,),
    "beat": (),
}
"""Collectors of each kind of process, beside its own counters."""


def serve(kind: str) -> None:
    """Begin to measure, and serve the figures of this process of ``kind`` at METRICS_PORT, if it is set."""
    if not settings.METRICS_PORT or metrics.on:
        return
    for collector in COLLECTORS[kind]:
        metrics.REGISTRY.register(collector())
    PlatformCollector(registry=metrics.REGISTRY)
    ProcessCollector(registry=metrics.REGISTRY)
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_ADDRESS, metrics.REGISTRY)
    except OSError as error:
        log.error(
            "no metrics: port %d of %s cannot be listened on (%s); set another METRICS_PORT",
            settings.METRICS_PORT, settings.METRICS_ADDRESS, error.strerror,
        )  # fmt: skip
        return
    metrics.on = True
