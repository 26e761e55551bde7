"""Processes that begin warm are like cold ones: the same program, in its own group, killed, ended and heard alike."""

from __future__ import annotations

import os
import signal

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


def test_other_programs_other_code_and_other_runs_begin_cold(tmp_path, monkeypatch):
    assert not warm.can_start(["/usr/sbin/nginx"], ROOT)
    assert not warm.can_start(processes.web(), tmp_path)
    monkeypatch.delenv("PYTEST_VERSION")
    assert not warm.can_start(processes.web(), ROOT), "make load measures"
