"""A database of 100,000 users, 200,000 matches and 5,000 competitions, for benchmarks (``make filled``).

A few competitions and matches of each kind are made and played by the site's own code (``tests.benchmarks.patterns``).
Their rows are then copied by COPY with new ids, other people and other days, over two years
(``tests.benchmarks.multiplying``). The data folder of PostgreSQL stays in ``var/filled``; ``started`` runs it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deploy.environment import ROOT, home
from deploy.stores import Stores
from tests import seed

SOURCES = ("filled", "filling", "patterns", "multiplying")
ENOUGH = 10_000
"""Megabytes that must be free: the database takes about half of it."""
ENVIRONMENT = {
    "DATABASE_POOL": "0",
    "SECRET_KEY": "only for tests, whose sessions end with the process that made them",
    "EMAIL_URL": "memory:",
    "SECURE_COOKIES": "0",
    "RATE_LIMITS": "0",
    "BOT_LADDER": "0",
    "PAGE_CACHE": "0",
    "DEMO": "0",
    "ALLOWED_HOSTS": "testserver,localhost",
    "VALKEY_PREFIX": "filled",
}


def place() -> Path:
    """Return the folder of the database for today's migrations and today's way to fill it."""
    told = hashlib.sha256(seed.mark().encode())
    for name in SOURCES:
        told.update((ROOT / "tests" / "benchmarks" / f"{name}.py").read_bytes())
    told.update(os.environ.get("FILLED_SCALE", "1").encode())
    return home() / "var" / "filled" / told.hexdigest()[:16]


@contextlib.contextmanager
def running(folder: Path) -> Iterator[dict[str, str]]:
    """Start both stores on ``folder``; yield the environment of a process that works with them."""
    stores = Stores(folder, fast=True)
    stores.start()
    try:
        yield {
            **os.environ,
            **ENVIRONMENT,
            "DATABASE_URL": stores.database_url,
            "VALKEY_URL": stores.valkey_url,
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
        }
    finally:
        stores.stop()


@contextlib.contextmanager
def started() -> Iterator[dict[str, str]]:
    """Start the stores on the filled database, made if it is missing; yield the environment. One process at a time."""
    with running(make()) as around:
        yield around


def make() -> Path:
    """Make the database, unless it is there; return its folder. Raises CalledProcessError, StoreError."""
    whole = place()
    if os.environ.get("FILLED"):  # one of earlier migrations, brought up to date by whoever names it
        return Path(os.environ["FILLED"])
    if whole.exists():
        return whole
    began, partial = time.monotonic(), whole.with_suffix(".part")
    shutil.rmtree(partial, ignore_errors=True)
    for old in whole.parent.glob("*"):  # of other migrations: each is some gigabytes
        shutil.rmtree(old, ignore_errors=True)
    os.environ["TABELLONE_TEST_SEED"] = str(seed.keep())
    seed.sow(partial)
    partial.chmod(0o755)
    with running(partial) as around:
        subprocess.run([sys.executable, "-m", "tests.benchmarks.filling"], cwd=ROOT, env=around, check=True)
    partial.rename(whole)
    print(f"filled in {time.monotonic() - began:.0f} s: {whole} ({size(whole) / 2**30:.1f} GB)", flush=True)
    return whole


def size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


def subjects(around: dict[str, str]) -> dict[str, Any]:
    """Return the ids of the rows that pages are asked about (``tests.benchmarks.asker``)."""
    command = [sys.executable, "-m", "tests.benchmarks.filling", "subjects"]
    process = subprocess.run(command, cwd=ROOT, env=around, check=True, capture_output=True, text=True)
    ids: dict[str, Any] = json.loads(process.stdout)
    return ids


if __name__ == "__main__":
    make()
