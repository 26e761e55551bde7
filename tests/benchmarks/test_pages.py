"""Time the server's answer for each page of a site with 10,000 matches and 1,000 players, warm; and its queries."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from league.players.models import User
from matches.models import Match
from tests.benchmarks.asker import KINDS
from tests.benchmarks.crowd import fill
from tests.server import surroundings

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

MOST_MS = 100.0


def test_every_page_with_much_in_the_database(cast, capsys):
    """Nothing is kept between two requests here (``PAGE_CACHE=0``): each is drawn from the database. The pages are
    asked for in a process that did nothing before, as the server's."""
    began = time.perf_counter()
    there = fill(cast.organiser, matches=10_000, players=1_000)
    say(capsys, f"{Match.objects.count()} matches, {User.objects.count()} users, {time.perf_counter() - began:.0f} s")
    command = [sys.executable, "-m", "tests.benchmarks.asker"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=surroundings("web"), **pipes) as asking:
        asking.stdin.write(json.dumps({name: str(there[name].pk) for name in KINDS}))
        asking.stdin.close()
        last = "[]"
        for line in asking.stdout:
            if line.startswith("["):
                last = line
            else:
                say(capsys, line.rstrip())
    assert asking.returncode == 0
    data = json.loads(last)
    best = min(pace for _name, _p95, pace in data)
    say(capsys, f"at the best pace of this run ({best:.1f} ms), the 95th percentiles by the clock would be:")
    steady = sorted(((p95 * best / pace, name) for name, p95, pace in data), reverse=True)
    say(capsys, *(f"{ms:6.1f} {name}" for ms, name in steady[:15]))
    slow = {name: round(p95) for name, p95, _pace in data if p95 > MOST_MS}
    assert data and slow == {}, f"slower than {MOST_MS} ms"


def say(capsys, *lines):
    with capsys.disabled():
        print(*lines, sep="\n", flush=True) if lines else None
