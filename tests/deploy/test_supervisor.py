"""The supervisor and the container files on a machine that is not as it should be. Without stores."""

from __future__ import annotations

import errno
import http.server
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy import supervisor
from deploy.environment import ROOT
from deploy.plan import Plan
from tests.faults.household import public_folder

PROXY = {"http_proxy": "http://127.0.0.1:9", "no_proxy": "", "NO_PROXY": ""}
"""A machine whose programs are to go through a proxy; nothing answers there."""
ASK = """
import sys
from pathlib import Path
from deploy.plan import Plan
from deploy.supervisor import Supervisor
plan = Plan(Path("/nowhere"), port=8000, lan_address=None, demo=False, database_url="", valkey_url="")
sys.exit(not Supervisor(plan)._answers(int(sys.argv[1])))
"""


class Lives(http.server.BaseHTTPRequestHandler):
    """A web process that answers every page."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def port():
    server = http.server.HTTPServer(("127.0.0.1", 0), Lives)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def programs():
    """Give what asks whether the web process lives: the supervisor and both container files."""
    for name in ("Containerfile", "compose.yaml"):
        (found,) = re.findall(r'"(import [^"]+/livez[^"]+)"', (ROOT / "deploy" / name).read_text())
        yield pytest.param(found, id=name)
    yield pytest.param(ASK, id="supervisor")


@pytest.mark.parametrize("program", list(programs()))
def test_a_proxy_of_the_machine_is_not_asked_whether_the_page_is_there(port, program):
    command = [sys.executable, "-c", program.replace("8000/livez", f"{port}/livez"), str(port)]
    answer = subprocess.run(command, cwd=ROOT, env=PROXY, capture_output=True, text=True, check=False, timeout=60)
    assert answer.returncode == 0, answer.stderr


class Dead:
    """A child that has ended."""

    def poll(self):
        return 1


def no_memory(*_, **__):
    raise OSError(12, "Cannot allocate memory")


def test_a_process_that_cannot_be_started_again_is_tried_later(monkeypatch, capsys):
    beat = supervisor.Kept("beat", ["beat"], {}, child=Dead(), due=0.0)
    monkeypatch.setattr(supervisor, "spawn", no_memory)
    beat.tend()
    assert beat.due > 0 and beat.pause == 2.0, "later, and slower"
    assert "beat cannot be started (Cannot allocate memory); starting it again in 1 s" in capsys.readouterr().out
    monkeypatch.setattr(supervisor, "spawn", lambda *_, **__: SimpleNamespace(poll=lambda: None))
    beat.due = 0.0
    beat.tend()
    assert beat.due is None and beat.child.poll() is None


def test_a_store_that_cannot_be_started_again_ends_nothing_else(monkeypatch, capsys):
    one = supervisor.Supervisor(Plan(Path("/nowhere"), 8000, None, False, "", ""))
    one.stores.valkey = Dead()
    monkeypatch.setattr(one.stores, "start_valkey", no_memory)
    one._tend()
    assert "Valkey ended (code 1); starting it again\n" in capsys.readouterr().out


@pytest.mark.parametrize("is_ignored", [True, False])
def test_the_end_of_the_terminal_ends_it_unless_nohup_says_no(monkeypatch, is_ignored):
    heard = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in heard}
    one = supervisor.Supervisor(Plan(Path("/nowhere"), 8000, None, False, "", ""))
    monkeypatch.setattr(one, "_start", lambda: os.kill(os.getpid(), signal.SIGTERM))
    try:
        signal.signal(signal.SIGHUP, signal.SIG_IGN if is_ignored else signal.SIG_DFL)
        assert one.run() == 0
        assert (signal.getsignal(signal.SIGHUP) == signal.SIG_IGN) is is_ignored
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE, errno.EIO])
def test_words_that_nobody_takes_end_nothing(monkeypatch, number):
    """Its output may go to a file on the disk that is full just now, or to a program or terminal that is gone."""

    def write(_text):
        raise OSError(number, os.strerror(number))

    beat = supervisor.Kept("beat", ["beat"], {}, child=Dead())
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(write=write, flush=lambda: None))
    beat.tend()
    assert beat.due > 0, "it is started again"


def test_a_file_of_somebody_else_is_named():
    data = public_folder()
    (data / "secret_key").mkdir()  # root, who runs the tests, may read all files
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    around = {
        "DATA": str(data),
        "PORT": str(port),
        "DATABASE_URL": "postgresql://none/none",
        "VALKEY_URL": "redis://none",
    }
    try:
        told = subprocess.run(
            [sys.executable, "-m", "deploy.supervisor"],
            cwd=ROOT,
            env=os.environ | around,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    finally:
        shutil.rmtree(data)
    assert told.returncode == 1 and "Traceback" not in told.stderr
    assert f"{data}/secret_key" in told.stderr
