"""How long the server takes for each page of a site with 10,000 matches and 1,000 players, warm; and its queries."""

from __future__ import annotations

import math
import os
import time

import pytest
from django.db import connection

from league.players.models import User
from matches.models import Match
from tests.benchmarks.crowd import fill

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

RUNS = int(os.environ.get("BENCH_RUNS", "25"))
MOST_MS = 100.0
BACKEND = "django.contrib.auth.backends.ModelBackend"


def paths_of(there):
    """Every main page by its name."""
    league, cup = f"/competitions/{there['league'].slug}/", f"/competitions/{there['cup'].slug}/"
    player, match = f"/players/{there['player'].pk}/", f"/matches/{there['match'].pk}/"
    pages = {
        "home": "/",
        "lobby": "/live/",
        "competitions": "/competitions/",
        "leaders": "/leaders/",
        "search": "/search/?q=player",
        "player": player,
        "player's figures": f"{player}statistics/",
        "match": match,
        "replay": f"{match}replay/",
        "report": f"{match}report/",
        "fixture": f"{league}fixtures/{there['fixture'].pk}/",
        "wall": f"/wall/{there['league'].slug}/",
        "cup": cup,
        "bracket of 64": f"{cup}bracket/",
    }
    for part in ("", "table/", "table/?after=10", "fixtures/", "statistics/", "entrants/", "rules/", "audit/", "draw/"):
        pages[f"league {part}".strip(" /")] = f"{league}{part}"
    return pages


def percentile(times, share):
    return sorted(times)[math.ceil(share * len(times)) - 1]


def measured(client, path):
    """p50 and p95 in milliseconds of wall-clock time, the database's work included; the processor's own time of the
    quickest, which a busy machine does not change; and the queries of one."""
    for _ in range(2):
        assert client.get(path).status_code == 200, path
    asked = []

    def noted(execute, sql, params, many, context):
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            asked.append({"time": time.perf_counter() - began, "sql": sql})

    with connection.execute_wrapper(noted):
        client.get(path)
    times, own = [], []
    for _ in range(RUNS):
        begin, used = time.perf_counter(), time.process_time()
        client.get(path)
        times.append((time.perf_counter() - begin) * 1000)
        own.append((time.process_time() - used) * 1000)
    return percentile(times, 0.5), percentile(times, 0.95), min(own), len(asked), asked


def test_every_page_with_much_in_the_database(cast, client, capsys):
    """Nothing is kept between two requests here (``PAGE_CACHE=0``): each is drawn from the database."""
    began = time.perf_counter()
    there = fill(cast.organiser, matches=10_000, players=1_000)
    say(capsys, f"{Match.objects.count()} matches, {User.objects.count()} users, {time.perf_counter() - began:.0f} s")
    slow = {}
    for who in ("nobody", "player"):
        if who == "player":
            client.force_login(there["player"], backend=BACKEND)
        for name, path in paths_of(there).items():
            p50, p95, own, queries, asked = measured(client, path)
            figures = f"p50 {p50:6.1f}  p95 {p95:6.1f}  own processor time {own:6.1f} ms  {queries:2d} queries"
            say(capsys, f"{who:7} {name:22} {figures}")
            if p95 > MOST_MS:
                slow[f"{who}: {name}"] = round(p95)
            if os.environ.get("BENCH_SQL"):
                late = [each for each in asked if each["time"] > 0.008]
                say(capsys, *(f"      {each['time']:.3f} {each['sql'][:400]}" for each in late))
    assert slow == {}, f"slower than {MOST_MS} ms"


def say(capsys, *lines):
    with capsys.disabled():
        print(*lines, sep="\n", flush=True) if lines else None
