"""A live move beside its bounds, round by round in one run.

``CPU`` is processor time of the server's process for a move, in a closed loop of tables with a spectator each; ``p50``
and ``p95`` are from a move's sending until the other side was shown it, at a pace a player would keep. What is printed
is the median over the rounds. The bounds are those of decision 12: the floor's durable statement, alone and with its
frames, and boardgame.io where ``BOARDGAME_IO`` says where it is installed.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import statistics
import subprocess
import time
import urllib.request
import uuid
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest

from deploy.stores import free_port
from matches.store.database import conninfo
from tests.benchmarks import floor
from tests.benchmarks.driver import Load, server
from tests.benchmarks.test_live import on_the_floor, say, seated
from tests.server import Web
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

ROUNDS = int(os.environ.get("BENCH_ROUNDS", size(1, 6)))
SECONDS = float(os.environ.get("BENCH_SECONDS", size(2, 5)))
TABLES = 8
BOARDGAME_IO = os.environ.get("BOARDGAME_IO", "")
"""A folder outside the repository in which ``npm install boardgame.io`` was run."""
STATEMENTS = 2000

Run: TypeAlias = tuple[float, float, float, float]
"""CPU a move (us), p50 and p95 (ms), memory (MiB)."""


def resident(pid: int) -> float:
    """MiB that a process holds in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def wait_until_alone(web: Web) -> None:
    """Wait until the process has heard of no other for long enough (``sweeper.ALONE_AFTER``)."""
    for _ in range(60):
        with urllib.request.urlopen(f"{web.url}/inside", timeout=10) as answer:
            if json.load(answer)["alone"]:
                return
        time.sleep(0.5)
    raise AssertionError("another process of this site is alive")


def one_run(application: str, tables, *, alone: bool = False) -> Run:
    """CPU (us a move), p50 and p95 (ms) and memory (MiB) of a fresh process.

    ``alone``: once it counts as the only one of its site; until then it announces each move through Valkey.
    """
    web = server(application)
    web.start()
    try:
        if alone:
            wait_until_alone(web)
        busy = asyncio.run(Load(web, tables).play(SECONDS))
        paced = asyncio.run(Load(web, tables, pace=0.2).play(SECONDS))
        p50, p95 = (paced.latencies[int(len(paced.latencies) * part)] * 1e3 for part in (0.5, 0.95))
        return busy.cpu / busy.moves * 1e6, p50, p95, resident(web.child.pid)
    finally:
        web.stop()


def bare_statement() -> Run:
    """The floor's durable statement alone, in this process: no socket, no frame."""
    latencies: list[float] = []

    async def scenario() -> float:
        async with await psycopg.AsyncConnection.connect(conninfo(), autocommit=True) as link:
            await link.execute(floor.PREPARE)
            name = str(uuid.uuid4())
            await link.execute("INSERT INTO floor_match VALUES (%s, 0, '{}')", (name,))
            used = time.process_time()
            for v in range(STATEMENTS):
                began = time.perf_counter()
                given = (floor.SNAPSHOT, name, v, str(uuid.uuid4()), "[]")
                await link.execute(floor.MOVE, given, prepare=True)
                latencies.append(time.perf_counter() - began)
            return time.process_time() - used

    spent = asyncio.run(scenario())
    latencies.sort()
    p50, p95 = (latencies[int(STATEMENTS * part)] * 1e3 for part in (0.5, 0.95))
    return spent / STATEMENTS * 1e6, p50, p95, 0.0


def boardgame_io() -> Run:
    """boardgame.io's own server, which keeps its matches in memory: nothing is durable there."""
    for source in (Path(__file__).parent / "boardgame_io").glob("*.cjs"):
        shutil.copy(source, BOARDGAME_IO)
    port = free_port()
    with subprocess.Popen(["node", "server.cjs", str(port)], cwd=BOARDGAME_IO, stdout=subprocess.PIPE) as web:
        try:
            assert web.stdout and web.stdout.readline()

            def play(pace: int) -> dict[str, float]:
                asked = map(str, (port, web.pid, TABLES, SECONDS, pace))
                process = subprocess.run(
                    ["node", "load.cjs", *asked], cwd=BOARDGAME_IO, capture_output=True, check=True
                )
                found: dict[str, float] = json.loads(process.stdout)
                return found

            busy, paced = play(0), play(200)
            return busy["cpu"] / busy["moves"] * 1e6, paced["p50"], paced["p95"], resident(web.pid)
        finally:
            web.terminate()


def test_a_move_and_its_bounds(db, capsys):
    found: dict[str, list[Run]] = {}
    for _ in range(ROUNDS):
        found.setdefault("bare statement", []).append(bare_statement())
        found.setdefault("bare statement and frames", []).append(one_run("floor", on_the_floor(TABLES)))
        found.setdefault("ours", []).append(one_run("application", seated(TABLES), alone=True))
        found.setdefault("ours, announced to others", []).append(one_run("application", seated(TABLES)))
        if BOARDGAME_IO:
            found.setdefault("boardgame.io", []).append(boardgame_io())
    lines = []
    for title, runs in found.items():
        cpu, p50, p95, memory = (statistics.median(column) for column in zip(*runs, strict=True))
        ratio = statistics.median(run[0] / base[0] for run, base in zip(runs, found["ours"], strict=True))
        lines.append(
            f"{title:<28} {cpu:6.0f} us of CPU a move ({ratio:.2f} of ours)  p50 {p50:5.1f} ms  p95 {p95:5.1f} ms  "
            f"{memory:4.0f} MiB"
        )
    say(capsys, *lines)
    assert all(run[0] > 0 for runs in found.values() for run in runs)
