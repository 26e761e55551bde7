"""Every page and periodic task on a database of 100,000 users, 200,000 matches and 5,000 competitions."""

from __future__ import annotations

import subprocess
import sys

import pytest

from deploy.environment import ROOT
from tests.benchmarks import filled

pytestmark = pytest.mark.bench


def test_pages_and_tasks_stay_within_their_bounds(capsys):
    """The database is made if it is missing (some minutes), and stays: nothing that is asked here is kept in it."""
    with filled.started() as around, capsys.disabled():
        process = subprocess.run([sys.executable, "-m", "tests.benchmarks.walk"], cwd=ROOT, env=around, check=False)
    assert process.returncode == 0, "what is over its bound is told above"
