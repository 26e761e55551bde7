"""The last turns of Super Goal!, solved once for all tests: it takes twelve seconds of a core."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from deploy.environment import ROOT, home
from engines.values.super_goal import table
from engines.values.super_goal.solving import Solver


@cache
def solver() -> Solver:
    return Solver()


def mark() -> str:
    """Return the hash of what a table is made from: all of the engines."""
    told = hashlib.sha256()
    for path in sorted((ROOT / "engines").rglob("*.py")):
        told.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return told.hexdigest()[:16]


def kept(turns: int) -> Path:
    """Return the table of matches of ``turns`` a half by today's engines, making it if need be; one process does.

    It is kept in ``var/test-values``, for every run of pytest of ``make test`` and for those to come.
    """
    place = home() / "var" / "test-values"
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock, pytest.MonkeyPatch.context() as patch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        patch.setenv("TABELLONE_VALUES", str(place / mark()))
        for old in place.glob("*/"):
            if old != place / mark():
                shutil.rmtree(old, ignore_errors=True)
        file = table.TableKey(turns).path
        return file if file.exists() else table.write(table.TableKey(turns), solver())


@contextmanager
def values(turns: int, factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Let the engines read the table of matches of ``turns`` a half in a folder of this module; yield its file."""
    folder = factory.mktemp("solved")
    shutil.copy(kept(turns), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABELLONE_VALUES", str(folder))
        patch.setattr(table, "_OPENED", {})
        yield table.TableKey(turns).path
