"""How long the server takes for each page of a site with 10,000 matches and 1,000 players, warm; and its queries."""

from __future__ import annotations

import math
import os
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.players.models import User
from matches.models import Match
from tests.benchmarks.crowd import fill

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

RUNS = 25
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
    """p50 and p95 in milliseconds of wall-clock time, the database's work included, and the queries of one."""
    for _ in range(3):
        assert client.get(path).status_code == 200, path
    with CaptureQueriesContext(connection) as asked:
        client.get(path)
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        client.get(path)
        times.append((time.perf_counter() - begin) * 1000)
    return percentile(times, 0.5), percentile(times, 0.95), len(asked), asked


def test_every_page_with_much_in_the_database(cast, client, capsys):
    """Nothing is kept between two requests here (``PAGE_CACHE=0``): each is drawn from the database."""
    began = time.perf_counter()
    there = fill(cast.organiser, matches=10_000, players=1_000)
    lines = [f"{Match.objects.count()} matches, {User.objects.count()} users in {time.perf_counter() - began:.0f} s"]
    slow = {}
    for who in ("nobody", "player"):
        if who == "player":
            client.force_login(there["player"], backend=BACKEND)
        for name, path in paths_of(there).items():
            p50, p95, queries, asked = measured(client, path)
            lines.append(f"{who:7} {name:22} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  {queries:2d} queries")
            if p95 > MOST_MS:
                slow[f"{who}: {name}"] = round(p95)
            if os.environ.get("BENCH_SQL") and p95 > MOST_MS / 2:
                lines += [f"      {each['time']} {each['sql'][:300]}" for each in asked if float(each["time"]) > 0.004]
    with capsys.disabled():
        print("\n".join(["", *lines]))
    assert slow == {}, f"slower than {MOST_MS} ms"
