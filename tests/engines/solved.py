"""The last turns of Super Goal!, solved once for all tests of a run: it takes twelve seconds of a core."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from engines.values.super_goal import table
from engines.values.super_goal.solving import Solver


@cache
def solver() -> Solver:
    return Solver()


@contextmanager
def values(turns: int, factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Let the engines read the table of matches of ``turns`` a half in a folder of this run; yield the table's file."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "solved"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABELLONE_VALUES", str(folder))
        patch.setattr(table, "_OPENED", {})
        which = table.Which(turns)
        yield which.path if table.is_built(which) else table.write(which, solver())
