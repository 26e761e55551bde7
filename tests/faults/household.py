"""A whole Tabellone in a temporary folder, as ``make up`` starts it, and the search for what it leaves behind."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from deploy.environment import ROOT
from deploy.stores import free_port
from tests.seed import sow


def public_folder() -> Path:
    """A fresh folder that every user may pass through, which PostgreSQL's user needs."""
    folder = Path(tempfile.mkdtemp(prefix="tabellone-test-", dir="/tmp")).resolve()
    folder.chmod(0o755)
    return folder


def belonging_to(session: int, folder: Path) -> list[str]:
    """Living processes of that session, or that name or stand in ``folder``: ``pid name command`` (on macOS no name).

    What the supervisor forks has its command line, and a name of its own."""
    process = subprocess.run(
        ["ps", "-axww", "-o", "pid=,sess=,stat=,command="], capture_output=True, text=True, check=True
    )
    found = []
    for line in process.stdout.splitlines():
        pid, sess, stat, command = line.split(None, 3)
        if stat.startswith("Z") or int(pid) == os.getpid():
            continue
        place = name = ""
        with contextlib.suppress(OSError):
            place, name = os.readlink(f"/proc/{pid}/cwd"), Path(f"/proc/{pid}/comm").read_text().strip()
        if sess == str(session) or str(folder) in command or place.startswith(str(folder)):
            found.append(f"{pid} {name} {command}")
    return found


@dataclass
class Household:
    """One data folder, and ``make up`` on it."""

    folder: Path = field(default_factory=public_folder)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None

    @property
    def data(self) -> Path:
        """DATA."""
        return self.folder / "data"

    def around(self, **extra: str) -> dict[str, str]:
        """The environment of a person's shell: no addresses of stores, the environment of these tests."""
        dropped = ("DATABASE_URL", "VALKEY_URL", "SECRET_KEY", "DATABASE_POOL", "EMAIL_URL", "LOG_LEVEL", "MAKEFLAGS")
        dropped += ("MAKELEVEL", "MAKEOVERRIDES", "VALKEY_PREFIX", "ARGS", "FILE", "LAN", "WEB")
        around = {name: value for name, value in os.environ.items() if name not in dropped}
        around |= {"DATA": str(self.data), "PORT": str(self.port), "DEMO": "0", "BACKUPS": str(self.folder / "backups")}
        # The environment by its prefix: bin/python is a link, whose target knows nothing of the packages.
        return {
            **around,
            "TABELLONE_ENV": sys.prefix,
            "PYTHON": sys.executable,
            "BUILD_OFFLINE": "0",
            "SOLVE_VALUES": "0",  # each house would compute for a minute, and "nice" holds within its own session alone
            **extra,
        }

    def start(self, *, first: bool = False, **extra: str) -> Household:
        """``make up``, until the page answers. ``first``: on no data folder at all, where that matters to the test."""
        if not first:
            sow(self.data)
        self.output = (self.folder / "output").open("w+")
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", "up"],
            cwd=ROOT,
            env=self.around(**extra),
            stdout=self.output,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        deadline = time.monotonic() + 300  # a first start makes a whole database, on a machine with much to do
        while not self._ready():
            assert self.process.poll() is None, self.told()
            assert time.monotonic() < deadline, self.told()
            time.sleep(0.05)
        return self

    def _ready(self) -> bool:
        """Tell whether the last supervisor runs: a killed one leaves its note, and for a moment its number."""
        assert self.process
        with contextlib.suppress(KeyError, ProcessLookupError):
            return os.getsid(int(self.note()["pid"])) == self.process.pid
        return False

    def note(self) -> dict[str, str]:
        """Read the note of a running supervisor; empty before it is ready."""
        with contextlib.suppress(OSError, ValueError):
            found: dict[str, str] = json.loads((self.data / "running.json").read_text())
            if belonging_to(-1, self.data) and _alive(int(found["pid"])):
                return found
        return {}

    def told(self) -> str:
        """All that it printed."""
        return (self.folder / "output").read_text()

    def get(self, path: str) -> tuple[int, str]:
        """Status and body of a page."""
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}/{path}", timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def processes(self) -> list[str]:
        """Everything that belongs to it and lives."""
        assert self.process
        return belonging_to(self.process.pid, self.folder)

    def end(self, number: int = signal.SIGTERM, patience: float = 25) -> float:
        """Signal the supervisor and wait until nothing is left; seconds that it took."""
        assert self.process
        found = self.note()
        began = time.monotonic()
        os.kill(int(found["pid"]), number)
        while left := self.processes():
            assert time.monotonic() - began < patience, "left behind:\n" + "\n".join(left)
            self.process.poll()
            time.sleep(0.1)
        self.process.wait(timeout=5)
        self.output.close()
        return time.monotonic() - began

    def clear(self) -> None:
        """Kill what a failed test left, and remove the folder."""
        if self.process:
            for line in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(line.split()[0]), signal.SIGKILL)
            self.process.wait(timeout=10)
            self.output.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def refused(house: Household, **extra: str) -> str:
    """Return the words of ``make up`` when it refuses to start."""
    process = subprocess.run(
        ["make", "--no-print-directory", "up"],
        cwd=ROOT,
        env=house.around(**extra),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert process.returncode != 0, process.stdout
    assert "Traceback" not in process.stderr, process.stderr
    matching_lines = [line for line in process.stderr.splitlines() if not line.startswith("make: ***")]
    return "\n".join(matching_lines)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
