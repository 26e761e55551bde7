"""The supervisor and the container files on a machine that is not as it should be. Without stores."""

from __future__ import annotations

import http.server
import re
import subprocess
import sys
import threading

import pytest

from deploy.environment import ROOT

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
