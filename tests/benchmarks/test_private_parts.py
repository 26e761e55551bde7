"""What each private part of the live half gains: with and without it, round by round in one run.

``CPU`` is processor time of the server's process for a move, in a closed loop of tables with a spectator each; ``p50``
and ``p95`` are from a move's sending until the other side was shown it, at a pace a player would keep. What is printed
is the median over the rounds; the gain of a part is that of the runs without it against those with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from league.players.models import User
from tests.benchmarks.asker import KINDS
from tests.benchmarks.crowd import fill
from tests.benchmarks.driver import Load, server
from tests.benchmarks.test_live import on_the_floor, say, seated
from tests.live.sockets import cookie_of
from tests.server import surroundings
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

ROUNDS = int(os.environ.get("BENCH_ROUNDS", size(1, 6)))
SECONDS = float(os.environ.get("BENCH_SECONDS", size(2, 5)))
TABLES = 8
CROWD = 10
"""Spectators that come and go at once."""
VARIANTS = {
    "as it is": "",
    "without wire": "wire",
    "without ledger": "ledger",
    "ledger by public means": "batches",
    "without ledger, statement": "ledger,statement",
    "Channels' dispatch": "consumer",
    "Channels' call, own hook": "consumer,hook",
    "T1 all public but hook": "wire,ledger,statement,consumer,hook",
    "T2 T1 with public batches": "wire,batches,statement,consumer,hook",
    "T3 T2 without rest": "wire,batches,statement,rest,consumer,hook",
    "T4 T2 without gc": "wire,batches,statement,consumer,hook,gc",
}


def resident(pid: int) -> float:
    """MiB that a process holds in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def one_run(application: str, without: str, tables) -> tuple[float, float, float, float]:
    """CPU (us a move), p50 and p95 (ms) and memory (MiB) of a fresh process."""
    web = server(application)
    web.around["WITHOUT"] = without
    if "wire" in without or application == "floor":
        web.command[web.command.index("--ws") + 1] = "websockets-sansio"
    web.start()
    try:
        busy = asyncio.run(Load(web, tables).play(SECONDS))
        paced = asyncio.run(Load(web, tables, pace=0.2).play(SECONDS))
        p50, p95 = (paced.latencies[int(len(paced.latencies) * part)] * 1e3 for part in (0.5, 0.95))
        return busy.cpu / busy.moves * 1e6, p50, p95, resident(web.child.pid)
    finally:
        web.stop()


def test_each_part_with_and_without_it(db, capsys):
    found: dict[str, list[tuple[float, ...]]] = {}
    for _ in range(ROUNDS):
        found.setdefault("the least (floor)", []).append(one_run("floor", "", on_the_floor(TABLES)))
        for title, without in VARIANTS.items():
            found.setdefault(title, []).append(one_run("without", without, seated(TABLES)))
    lines = []
    for title, runs in found.items():
        cpu, p50, p95, memory = (statistics.median(column) for column in zip(*runs, strict=True))
        ratios = [run[0] / base[0] for run, base in zip(runs, found["as it is"], strict=True)]
        late = [run[2] / base[2] for run, base in zip(runs, found["as it is"], strict=True)]
        lines.append(
            f"{title:<28} {cpu:6.0f} us CPU ({statistics.median(ratios):.2f})  p50 {p50:5.1f}  p95 {p95:5.1f} ms "
            f"({statistics.median(late):.2f})  {memory:5.0f} MiB"
        )
    say(capsys, *lines)
    assert all(run[0] > 0 for runs in found.values() for run in runs)


async def storm(web, tables, cookie: str) -> list[float]:
    """Latencies of moves, sorted, while spectators come and go as fast as they are let in."""
    load = Load(web, tables, pace=0.2)

    async def come_and_go() -> None:
        while True:
            async with load.link(tables[0][0], cookie) as link:
                await link.recv()

    crowd = [asyncio.create_task(come_and_go()) for _ in range(CROWD)]
    try:
        return (await load.play(SECONDS)).latencies
    finally:
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)


def test_a_move_while_many_come_and_go(db, capsys):
    """A frame that passes through the thread of Channels waits there behind those who sign in."""
    found: dict[str, list[float]] = {}
    stranger = cookie_of(User.objects.create(kind="guest", nickname="stranger"))
    for _ in range(ROUNDS):
        for title, without in {"with": "consumer,hook", "without": "consumer"}.items():
            web, tables = server("without"), seated(TABLES)
            web.around["WITHOUT"] = without
            web.start()
            try:
                late = asyncio.run(storm(web, tables, stranger))
            finally:
                web.stop()
            found.setdefault(title, []).append(late[int(len(late) * 0.95)] * 1e3)
    say(
        capsys,
        *(f"{title:<8} p95 of a move in a crowd {statistics.median(p95):.1f} ms {p95}" for title, p95 in found.items()),
    )
    assert all(found.values())


def test_pages_with_and_without_the_collectors_settings(cast, capsys):
    """The 95th percentiles of all pages, each asked in processes that settle their memory and that do not, in turns."""
    there = fill(cast.organiser, matches=size(300, 10_000), players=size(100, 1_000))
    asked = json.dumps({name: str(there[name].pk) for name in KINDS})
    found: dict[str, dict[str, list[float]]] = {"1": {}, "0": {}}
    for _ in range(ROUNDS):
        for settled, pages in found.items():
            around = {**surroundings("web"), "BENCH_SETTLED": settled}
            command = [sys.executable, "-m", "tests.benchmarks.asker"]
            told = subprocess.run(command, input=asked, env=around, capture_output=True, text=True, check=True).stdout
            for name, both in re.findall(r"^(\S.{31}) .*p95 of both +([\d.]+) ms", told, re.MULTILINE):
                pages.setdefault(name.strip(), []).append(float(both))
    ratios = [statistics.median(found["0"][name]) / statistics.median(p95) for name, p95 in found["1"].items()]
    means = [statistics.fmean(map(statistics.median, pages.values())) for pages in found.values()]
    say(
        capsys,
        f"{len(ratios)} pages, mean p95 settled {means[0]:.1f} ms, as Python has it {means[1]:.1f} ms, "
        f"median ratio {statistics.median(ratios):.2f}",
    )
    assert ratios
