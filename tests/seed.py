"""A migrated and empty database folder: made once for as long as the migrations stand, and copied where one is needed.

To start a database and prepare it takes seconds, to copy it half a second. It is kept in ``var/test-seed`` by a
hash of everything that it is made from. ``TABELLONE_TEST_SEED`` names the folder for the processes of a run.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.environment import ROOT, home
from deploy.releases import migration_files
from deploy.stores import Stores

KEPT = 3
"""Seeds that are kept, the last used: branches with other migrations do not take turns to make theirs."""


def seed() -> Path | None:
    """Return the seed's folder of PostgreSQL, whose database ``tabellone`` is migrated and empty; None without one."""
    given = os.environ.get("TABELLONE_TEST_SEED", "")
    return Path(given) / "postgres" if given else None


def sow(data: Path) -> None:
    """Put a copy of the seed into the data folder ``data``, if there is one and no database is there yet."""
    found = seed()
    if found is None or (data / "postgres").exists():
        return
    data.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", found, data / "postgres"], check=True)  # with its owner, which Python's copies lose


def mark() -> str:
    """Return the hash of what a seed is made from: migrations, the stores' code and the pinned packages."""
    sources = migration_files()
    sources += [ROOT / "deploy" / name for name in ("stores.py", "prepare.py", "schema.py", "schema.sql")]
    sources += [ROOT / "requirements" / "dev.txt"]
    told = hashlib.sha256()
    for path in sorted(sources):
        told.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return told.hexdigest()[:16]


def keep() -> Path:
    """Return the folder of the seed for today's migrations, making it if need be; one process at a time does.

    Raises CalledProcessError where the migrations fail, StoreError where PostgreSQL does not start.
    """
    kept = home() / "var" / "test-seed"
    kept.mkdir(parents=True, exist_ok=True)
    place = kept / mark()
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            _make(place)
        os.utime(place)
        for old in sorted(kept.glob("*/"), key=lambda one: one.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    return place


def _make(place: Path) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tabellone-seed-", dir="/tmp"))
    folder.chmod(0o755)
    stores = Stores(folder, fast=True)
    try:
        try:
            stores.start()
            around = {"DATABASE_URL": stores.database_url, "VALKEY_URL": stores.valkey_url}
            around |= {"SECRET_KEY": "only for tests, whose sessions end with the process that made them", "DEMO": "0"}
            subprocess.run(
                [sys.executable, "-m", "deploy.prepare", "--empty"], cwd=ROOT, env={**os.environ, **around}, check=True
            )
        finally:
            stores.stop()
        # Under another name first: a copy that is interrupted is not taken for a seed.
        shutil.rmtree(place.with_suffix(".part"), ignore_errors=True)
        subprocess.run(["cp", "-a", folder, place.with_suffix(".part")], check=True)
        place.with_suffix(".part").rename(place)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
