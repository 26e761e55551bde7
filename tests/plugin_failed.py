"""Notes which tests of a run failed, for ``tests.suite``: pytest's own list is one for all runs of a folder.

The option ``--note-failed=FILE`` names the file: JSON with ``failed``, the ids as one would type them, and ``whole``,
whether no test was left out because of a failure before (``-x``).
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

GROUP = re.compile(r"@[^\]]*$")
"""What xdist adds to the id of a test that shares its worker with others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--note-failed", metavar="FILE", help="write which tests failed into FILE")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("note_failed") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Noter(Path(config.getoption("note_failed"))))


class Noter:
    """Hears every report of the run."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.failed: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[GROUP.sub("", report.nodeid)] = None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        whole = not (session.shouldfail or session.shouldstop)
        self.file.write_text(json.dumps({"failed": list(self.failed), "whole": whole}))
