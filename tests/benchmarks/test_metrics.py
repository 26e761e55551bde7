"""Share of the processor that metrics take: of moves, of pages, and of a scrape each 15 seconds.

On and off take turns in the same process, so that both meet the same neighbours.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
import urllib.request

import pytest
from django.test import Client

from deploy.stores import free_port
from matches import metrics
from tests.benchmarks.driver import Load, server
from tests.benchmarks.test_live import say, seated
from tests.server import surroundings
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

ROUNDS = int(os.environ.get("BENCH_ROUNDS", size(12, 40)))
SECONDS = float(os.environ.get("BENCH_SECONDS", 2))
SCRAPE_SECONDS = 15


async def taking_turns(load: Load) -> tuple[list[float], float]:
    """CPU a move with metrics over that without, of each two turns; the median of that without."""
    ratios, without = [], []
    async with load.playing(warm=20):
        for number in range(ROUNDS):
            cost = {}
            for turn in ("on", "off") if number % 2 else ("off", "on"):
                await load.account(f"?metrics={turn}")
                cpu, moves = load.cpu(), load.moves
                await asyncio.sleep(SECONDS)
                cost[turn] = (load.cpu() - cpu) / max(1, load.moves - moves)
            ratios.append(cost["on"] / cost["off"])
            without.append(cost["off"])
    return ratios, statistics.median(without)


def measurement_seconds() -> float:
    """Processor time of what one move measures, beyond what it does when nothing is measured."""
    count, began = 100_000, time.thread_time()
    for _ in range(count):
        taken = time.perf_counter()
        metrics.MOVES.labels("applied").inc()
        metrics.COMMIT.observe(time.perf_counter() - taken)
    return (time.thread_time() - began) / count


def test_moves_with_metrics_and_without(db, capsys):
    """The turns are honest and rough, as a busy machine is; beside them what a move measures, over what it costs."""
    port = free_port()
    web = server("application")
    web.around = surroundings("web", METRICS_PORT=str(port))
    web.start()
    try:
        load = Load(web, seated(size(8, 20)))
        ratios, move = asyncio.run(taking_turns(load))
        before = load.cpu()
        for _ in range(size(20, 100)):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read()
        scrape = (load.cpu() - before) / size(20, 100)
    finally:
        web.stop()
    low, _median, high = (100 * (quartile - 1) for quartile in statistics.quantiles(ratios))
    measuring = measurement_seconds()
    say(
        capsys,
        f"a move costs {1e6 * move:.0f} us without metrics, its measurements {1e6 * measuring:.2f} us: "
        f"{100 * measuring / move:+.2f}%",
        f"by turns {100 * (statistics.median(ratios) - 1):+.2f}% ({len(ratios)} pairs, {low:+.1f}% to {high:+.1f}%)",
        f"a scrape costs {1e3 * scrape:.1f} ms: {100 * scrape / SCRAPE_SECONDS:.2f}% of a core each {SCRAPE_SECONDS} s",
    )
    assert measuring / move < 0.01


def test_a_page_with_metrics_and_without(db, capsys, monkeypatch):
    client, spent = Client(), {True: [], False: []}
    client.get("/games/")
    for number in range(size(200, 2000)):
        is_on = bool(number % 2)
        monkeypatch.setattr(metrics, "on", is_on)
        began = time.thread_time()
        client.get("/games/")
        spent[is_on].append(time.thread_time() - began)
    on, off = (statistics.median(spent[is_on]) for is_on in (True, False))
    share = 100 * (on / off - 1)
    say(capsys, f"a light page (/games/): {1e3 * on:.3f} ms with metrics, {1e3 * off:.3f} without: {share:+.2f}%")
    assert on and off
