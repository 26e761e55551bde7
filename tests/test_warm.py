"""Processes that begin warm are like cold ones: the same program, in its own group, killed, ended and heard alike."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy import processes
from deploy.environment import ROOT
from tests import warm
from tests.server import Process, Web, surroundings

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not warm.can_start(processes.web(), ROOT), reason="every process begins cold here"),
]


def test_a_copy_serves_until_it_is_killed_or_ends_by_itself(db):
    web = Web()
    web.start()
    assert isinstance(web.child, warm.Copy) and os.getpgid(web.child.pid) == web.child.pid
    web.kill()
    assert web.child.poll() == -signal.SIGKILL
    web.start()
    web.end()
    assert web.child.poll() == -signal.SIGTERM, "uvicorn closes everything, then raises the signal again"


def test_what_a_copy_says_goes_where_it_is_sent(tmp_path):
    log = tmp_path / "log"
    refused = Process([*processes.worker(), "--no-such-option"], surroundings("worker"), log=log)
    refused.start()
    assert refused.child and refused.child.wait(60) == 2
    assert "--no-such-option" in log.read_text()


def is_gone(pid):
    """Tell within ten seconds whether the process has ended; nobody may be there to bury it."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_a_copy_ends_with_a_killed_pytest():
    around = surroundings("worker")
    origin = warm.Origin(around)
    copy = origin.start([sys.executable, "-c", "import time; time.sleep(60)"], around, None)
    origin.control.close()  # as a kill of pytest does
    assert origin.process.wait(10) == 0 and is_gone(copy.pid)


@pytest.mark.skipif(not shutil.which("setpriv"), reason="the kernel is asked by setpriv")
def test_a_cold_process_ends_with_a_killed_pytest():
    start = "from tests.server import Process; process = Process(['sleep', '60'], {'PATH': '/usr/bin:/bin'})"
    told = "process.start(); print(process.child.pid, flush=True)"
    text = f"import os, signal; {start}; {told}; os.kill(os.getpid(), signal.SIGTERM)"
    killed = subprocess.run([sys.executable, "-c", text], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    assert killed.returncode == -signal.SIGTERM and is_gone(int(killed.stdout))


def test_other_programs_other_code_and_other_runs_begin_cold(tmp_path, monkeypatch):
    assert not warm.can_start(["/usr/sbin/nginx"], ROOT)
    assert not warm.can_start(processes.web(), tmp_path)
    monkeypatch.delenv("PYTEST_VERSION")
    assert not warm.can_start(processes.web(), ROOT), "make load measures"
