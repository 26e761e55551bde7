"""A pytest plugin that notes which functions of the product each test calls, and how long it takes.

Writes JSON to the path in ``MUTATION_REACH``: "tests" has the seconds of each node id, "reach" the node ids by
"path:first line" of a function.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = tuple(str(ROOT / folder) + os.sep for folder in ("league", "matches"))
PREFIX = len(str(ROOT)) + 1

seconds: dict[str, float] = {}
reach: defaultdict[str, set[str]] = defaultdict(set)
running: str | None = None


def note(frame: FrameType, event: str, _argument: object) -> None:
    """Note a call of a function of the product by the test that runs."""
    code = frame.f_code
    if event == "call" and running is not None and code.co_filename.startswith(FOLDERS):
        reach[f"{code.co_filename[PREFIX:]}:{code.co_firstlineno}"].add(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    global running
    running = item.nodeid
    began = time.perf_counter()
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]  # typeshed leaves None out
        seconds[item.nodeid] = time.perf_counter() - began
        running = None


def pytest_sessionfinish() -> None:
    tests = {name: sorted(nodes) for name, nodes in reach.items()}
    Path(os.environ["MUTATION_REACH"]).write_text(json.dumps({"tests": seconds, "reach": tests}))
