"""Metrics of the processes, and the dashboard and alerts that ask for them."""

from __future__ import annotations

import asyncio
import json
import re
import time
import urllib.request
from datetime import timedelta

import pytest
import yaml
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from deploy import celery, processes
from deploy import metrics as served
from deploy.environment import ROOT
from deploy.stores import free_port
from league.delivery.models import HookMessage, WebHook
from matches import metrics
from matches.models import Outbox
from tests.league.builders import competition
from tests.live.sockets import cookie_of, sit
from tests.matches.table import duel
from tests.server import Web, Workers, surroundings

MONITORING = ROOT / "deploy" / "monitoring"
OF_PROMETHEUS = {"up": {"job", "instance"}}
BY_PROMETHEUS = {"job", "instance"}
FUNCTIONS = {"sum", "max", "min", "rate", "increase", "topk", "histogram_quantile", "time", "by", "and", "or"}


def scraped(port):
    """The samples at a port: name -> list of (labels, value)."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return samples(answer.read().decode())


def samples(text):
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


@pytest.fixture
def measured(monkeypatch, db, tmp_path, settings):
    """Every metric of every kind of process, each used once: name -> its labels."""
    settings.BACKUPS = str(tmp_path)
    monkeypatch.setattr(metrics, "on", True)
    served.count_request("home", 200, 0.1)
    served.count_task("deploy.heartbeat", "ok", 0.1)
    metrics.MOVES.labels("applied").inc()
    collectors = [collector() for kinds in served.COLLECTORS.values() for collector in kinds]
    for collector in collectors:
        metrics.REGISTRY.register(collector)
    served.ProcessCollector(registry=metrics.REGISTRY)
    try:
        found = samples(generate_latest(metrics.REGISTRY).decode())
    finally:
        for collector in list(metrics.REGISTRY._collector_to_names):
            if collector in collectors or isinstance(collector, served.ProcessCollector):
                metrics.REGISTRY.unregister(collector)
    return {name: set().union(*(labels for labels, _value in each)) for name, each in found.items()}


def queries():
    """Every query of the dashboard and of the alerts, with the place it stands in."""
    for panel in json.loads((MONITORING / "dashboard.json").read_text())["panels"]:
        for target in panel["targets"]:
            yield f"panel {panel['title']}", target["expr"], re.findall(r"{{(\w+)}}", target["legendFormat"])
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            words = rule["annotations"]["summary"]
            yield f"alert {rule['alert']}", rule["expr"], re.findall(r"\$labels\.(\w+)", words)


def named(query):
    """The metrics that a query names, each with the labels that it is asked by; and the labels of what comes out."""
    grouped = {label.strip() for inner in re.findall(r"\bby \(([^)]*)\)", query) for label in inner.split(",")}
    bare = re.sub(r"\bby \([^)]*\)", "", re.sub(r"\[\w+\]", "", query))
    found = {}
    for name, matchers in re.findall(r"\b([a-z_]\w*)\b(?:\{([^}]*)\})?(?!\()", re.sub(r'"[^"]*"', '""', bare)):
        if name in FUNCTIONS or re.search(rf"{{[^}}]*\b{name}\b[^}}]*}}", bare):
            continue
        found[name] = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", matchers)) | grouped
    return found, grouped


@pytest.mark.parametrize(
    ("place", "query", "shown"), list(queries()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_each_query_names_a_metric_that_exists(measured, place, query, shown):
    known = measured | OF_PROMETHEUS
    asked, grouped = named(query)
    assert asked, f"{place} asks for nothing: {query}"
    for name, labels in asked.items():
        assert name in known, f"{place}: there is no {name}"
        assert labels <= known[name] | BY_PROMETHEUS, f"{place}: {name} has no {labels - known[name]}"
        kept = grouped or (set() if re.match(r"(sum|max|min|time)\(", query) else known[name])
        assert set(shown) <= kept | (BY_PROMETHEUS if not grouped else set()), f"{place} shows {shown}"


def test_the_reader_of_queries_finds_names_and_labels():
    query = 'topk(10, sum by (le, view) (rate(tabellone_x_bucket{view!="a", status=~"b"}[5m]))) / time()'
    assert named(query) == ({"tabellone_x_bucket": {"view", "status", "le"}}, {"le", "view"})


def test_most_metrics_are_looked_at(measured):
    asked = {name for _place, query, _shown in queries() for name in named(query)[0]}
    own = {re.sub(r"_(bucket|count|sum)$", "", name) for name in measured if name.startswith("tabellone_")}
    unseen = {name for name in own if not any(one.startswith(name) for one in asked)}
    assert unseen == set(), "measured, but on no panel and in no alert"


def test_every_alert_is_explained():
    told = (ROOT / "docs" / "monitoring.md").read_text()
    for group in yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            assert f"`{rule['alert']}`" in told


def test_names_of_views_are_bounded(monkeypatch, db):
    """Invented addresses, methods and ids make no new series."""
    monkeypatch.setattr(metrics, "on", True)
    before = len(generate_latest(metrics.REGISTRY).splitlines())
    Client().get("/nothing-here/")
    Client().get("/games/super_goal/")
    once = len(generate_latest(metrics.REGISTRY).splitlines())
    for number in range(5):
        Client().get(f"/nothing-{number}/")
        Client().generic("BREW", f"/nothing-{number}/")
        Client().get("/games/fuba/")
    assert once > before
    assert len(generate_latest(metrics.REGISTRY).splitlines()) == once


@pytest.mark.django_db(transaction=True)
def test_a_played_move_is_counted_by_the_process_that_serves_it(cast):
    port = free_port()
    web = Web(around=surroundings("web", METRICS_PORT=str(port)))
    web.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in web.command]
    web.start()
    try:
        match = duel(cast.anna, cast.bruno, options={"kicks": 5}, move_seconds=600)
        Outbox.objects.create(match=duel(cast.anna, cast.bruno))
        urllib.request.urlopen(f"{web.url}/games/").read()
        found = asyncio.run(played_once(web.port, match, [cookie_of(cast.anna), cookie_of(cast.bruno)], port))
    finally:
        web.stop()
    assert found["tabellone_moves_total"] == [({"outcome": "applied"}, 1)]
    assert found["tabellone_commit_seconds_count"][0][1] >= 1
    assert ({"role": "player"}, 2) in found["tabellone_sockets"]
    assert ({"view": "games", "status": "2xx"}, 1) in found["tabellone_requests_total"]
    assert found["tabellone_outbox_results"][0][1] == 1 and found["tabellone_heartbeat_age_seconds"][0][1] < 10
    assert {value for _labels, value in found["tabellone_store_up"]} == {1}
    assert found["tabellone_sweep_seconds_count"][0][1] >= 1


async def played_once(port, match, cookies, metrics_port):
    """The figures after both have sat down and one has kicked."""
    async with sit(port, match, cookies[0]) as home, sit(port, match, cookies[1]) as away:
        for table in (home, away):
            await table.until_live()
        mover = home if home.state["choices"] else away
        v = mover.v
        await mover.move()
        await mover.until_v(v + 1)
        await asyncio.sleep(1.5)  # a sweep
        return await asyncio.to_thread(scraped, metrics_port)


@pytest.mark.django_db(transaction=True)
def test_the_worker_counts_its_tasks_and_the_queue_has_an_age():
    port = free_port()
    cache.clear()
    workers = Workers(extra={"METRICS_PORT": str(port)})
    celery.app.send_task("deploy.heartbeat")
    time.sleep(0.2)
    size, age = served.queues()["celery"]
    assert size == 1 and 0.2 <= age < 30
    workers.worker.start()
    try:
        until = time.monotonic() + 40
        while True:
            try:
                found = scraped(port)
                if "tabellone_tasks_total" in found:
                    break
            except OSError:
                pass
            assert time.monotonic() < until
            time.sleep(0.2)
    finally:
        workers.stop()
    assert ({"task": "deploy.heartbeat", "outcome": "ok"}, 1) in found["tabellone_tasks_total"]
    assert served.queues()["celery"] == (0, 0.0)


def test_a_silent_store_is_told_and_the_rest_is_served(db, monkeypatch, settings):
    settings.VALKEY_URL = "redis://127.0.0.1:1/0"
    found = {family.name: family.samples for family in served.Site().collect()}
    up = {sample.labels["store"]: sample.value for sample in found["tabellone_store_up"]}
    assert up == {"database": 1, "valkey": 0} and "tabellone_outbox_results" in found


def test_what_waits_for_a_stopped_hook_is_no_alarm(cast):
    """Its owner alone can switch it on again, and may never do so."""
    cup, due_at = competition(cast.organiser), timezone.now() - timedelta(hours=2)
    hook = WebHook.objects.create(competition=cup, by=cast.organiser, url="https://chat.example.org/", stopped="gone")
    HookMessage.objects.create(hook=hook, key="hello", words="Hello", due_at=due_at)

    def figures():
        with connection.cursor() as cursor:
            cursor.execute(served._SITE)
            return dict(zip((name for name, _meaning in served._SITE_NAMES), cursor.fetchone(), strict=True))

    assert figures()["hook_age_seconds"] is None
    WebHook.objects.update(stopped="")
    assert figures()["hook_age_seconds"] > 3600


def test_there_is_no_port_unless_it_is_asked_for():
    assert settings.METRICS_PORT == 0 and settings.METRICS_ADDRESS == "127.0.0.1" and not metrics.on
    served.serve("web")
    assert not metrics.on


def test_compose_and_processes_leave_the_port_to_the_settings():
    assert not any("METRICS" in part for part in processes.web())
