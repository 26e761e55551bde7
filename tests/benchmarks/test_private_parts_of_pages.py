"""Gains of each private part of the pages: with and without it, turn by turn in one process.

Each page of a league of twenty (380 fixtures, 150 played) is asked for once with every part as it is and once with each
replaced by Django's public means, again and again; the figures are processor time of this process, which other work on
the machine changes little. Nothing is kept between two requests (``PAGE_CACHE=0``).
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from contextlib import ExitStack, contextmanager
from itertools import count
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client

from league.compat import prepared_queries
from league.competitions.derivation import recompute, snapshot
from league.competitions.log.locks import locked
from league.competitions.models import Fixture
from league.competitions.policy import access
from league.competitions.verbs import rounds
from matches.upkeep.lifespan import settle_memory, unsettle_memory
from tests.benchmarks.asker import BACKEND, percentile
from tests.league.builders import running
from tests.league.tables import play_out

pytestmark = pytest.mark.bench

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "15"))
PARTS = list(filter(None, os.environ.get("BENCH_PAGES", "").split(",")))
"""The pages and writes that are measured; empty: all."""


def bulk_update(rows, fields):
    if rows:
        type(next(iter(rows)))._default_manager.bulk_update(rows, fields)


@contextmanager
def settled():
    settle_memory()
    try:
        yield
    finally:
        unsettle_memory()
        gc.unfreeze()


VARIANTS = {
    "as it is": lambda: ExitStack(),
    "questions by the ORM": lambda: patch.object(
        prepared_queries.PreparedQuery, "rows", lambda self, *keys: list(self._build(*keys))
    ),
    "bulk_update": lambda: patch.multiple(recompute, save_fields=bulk_update),
    "collector settled": settled,
}


def test_each_part_with_and_without_it(cast, capsys):
    league = running(cast.organiser, "league", entrants=20)
    play_out(league, until=150)
    address, client, goals = f"/competitions/{league.slug}/", Client(), count(2)
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, status="played").first()
    client.force_login(cast.organiser, backend=BACKEND)

    def page(path, reader):
        def ask():
            assert reader.get(f"{address}{path}").status_code == 200

        return ask

    def result():
        with locked(league.id) as row:
            score = {"home_goals": next(goals), "away_goals": 1, "winner": "home"}
            recompute.append(row, fixture=fixture, kind="played", source="organiser", **score)
            recompute.recompute(row)

    def correction():
        said = {
            "do": "result",
            "home_goals": next(goals) % 90,
            "away_goals": 1,
            "reason": "misread",
            "confirmed": "yes",
        }
        assert client.post(f"{address}console/{fixture.pk}/", said).status_code == 302

    cup = running(cast.organiser, "cup", entrants=128, advance="click")

    def opened():
        with transaction.atomic():
            rounds.open_round(competition=cup, number=1, by=cast.organiser)
            transaction.set_rollback(True)

    nobody = Client()
    work = {f"{path or 'overview'} (nobody)": page(path, nobody) for path in ("", "table/", "fixtures/")}
    paths = ("", "table/", "table/?after=10", "fixtures/", "console/")
    work |= {f"{path or 'overview'} (organiser)": page(path, client) for path in paths}
    work |= {"home": lambda: client.get("/"), "player": lambda: client.get(f"/players/{cast.anna.pk}/")}
    work |= {
        "door": lambda: access.door(cast.organiser, league.slug),
        "take_snapshot": lambda: snapshot.take_snapshot(league),
    }
    work |= {"result": result, "correction by its page": correction, "round of 64 opened": opened}
    if PARTS:
        work = {name: do for name, do in work.items() if name in PARTS}
    used = {(name, variant): [] for name in work for variant in VARIANTS}
    for turn in range(ROUNDS + 1):
        for name, do in work.items():
            do()  # what is kept until the next result is kept for all variants alike
            for variant, entered in VARIANTS.items():
                with entered():
                    began = time.process_time()
                    do()
                    if turn:
                        used[name, variant].append((time.process_time() - began) * 1000)
    with capsys.disabled():
        print()
        for name in work:
            for variant in VARIANTS:
                times, base = used[name, variant], statistics.median(used[name, "as it is"])
                middle = statistics.median(times)
                most = percentile(times, 0.95)
                figures = f"min {min(times):6.1f}  p50 {middle:6.1f}  p95 {most:6.1f}  gain {1 - base / middle:5.0%}"
                print(f"{name:<26} {variant:<22} {figures}")
    assert all(used.values())
