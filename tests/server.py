"""The real processes for tests that need them: uvicorn, and a Celery worker with beat, on the test database.

They see committed data only, so a test that uses them takes ``transactional_db``.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import current_thread, main_thread

import redis

from deploy import processes
from deploy.environment import ROOT
from deploy.stores import free_port
from tests import warm


def test_database_url() -> str:
    """DATABASE_URL of the database that this pytest process uses."""
    from django.db import connection

    values = connection.settings_dict
    host = values["HOST"] or values.get("OPTIONS", {}).get("host", "")
    return f"postgresql://{values['USER']}@/{values['NAME']}?host={host}"


test_database_url.__test__ = False  # type: ignore[attr-defined]  # its name begins like a test's


def surroundings(name: str, **extra: str) -> dict[str, str]:
    """The environment of a process of the platform in a test."""
    return processes.surroundings(
        name, {**os.environ, "DATABASE_URL": test_database_url(), "DATABASE_POOL": "0", "LOG_LEVEL": "WARNING", **extra}
    )


def dying_with_us() -> list[str]:
    """Return the words before a command whose process the kernel is to kill at our death, where that can be asked.

    The kernel takes the end of the thread that starts it for our death: another thread's processes outlive a killed
    pytest.
    """
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "KILL"] if program and current_thread() is main_thread() else []


@dataclass
class Process:
    """A running process of the platform, in its own process group."""

    command: list[str]
    around: dict[str, str]
    child: subprocess.Popen[bytes] | warm.Copy | None = None
    folder: Path = ROOT
    """The code that runs."""
    log: Path | None = None
    """File that takes what it says; None: the output of the tests."""

    def start(self) -> None:
        """Start it (again)."""
        with contextlib.ExitStack() as files:
            said = files.enter_context(self.log.open("ab")) if self.log else None
            if warm.can_start(self.command, self.folder):
                self.child = warm.start(self.command, self.around, said)
                return
            self.child = subprocess.Popen(
                [*dying_with_us(), *self.command],
                env=self.around,
                cwd=self.folder,
                process_group=0,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def signal(self, number: int) -> None:
        """Send a signal to the whole group, if it lives."""
        if self.child and self.child.poll() is None:
            os.killpg(self.child.pid, number)

    def kill(self) -> None:
        """kill -9 of the whole group."""
        self.signal(signal.SIGKILL)
        if self.child:
            self.child.wait(timeout=10)

    def stop(self) -> None:
        """SIGTERM, and SIGKILL for what is left after 15 s."""
        self.signal(signal.SIGTERM)
        if self.child:
            try:
                self.child.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()

    def end(self) -> None:
        """SIGTERM to its first process alone, as a container does: a worker lets its children finish their tasks."""
        if self.child and self.child.poll() is None:
            self.child.terminate()
            self.child.wait(timeout=60)


@dataclass
class Web(Process):
    """The ASGI server on a free port of loopback."""

    command: list[str] = field(default_factory=list)
    around: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        self.command = processes.web(port=self.port)
        self.around = self.around or surroundings("web")

    @property
    def url(self) -> str:
        """``http://localhost:<port>``, without a slash at its end."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        super().start()
        assert self.child
        deadline = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/livez", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                if self.child.poll() is not None:
                    raise AssertionError(f"the web process ended with {self.child.returncode}") from None
                if time.monotonic() > deadline:
                    self.kill()
                    raise AssertionError("the web process does not answer") from None
                time.sleep(0.05)


@dataclass
class Workers:
    """A Celery worker and beat; ``outward``: also the worker that sends to others' servers."""

    outward: bool = False
    app: str = "deploy.celery"
    extra: dict[str, str] = field(default_factory=dict)
    """More variables of their environment."""
    worker: Process = field(init=False)
    beat: Process = field(init=False)
    sender: Process | None = field(init=False)

    def __post_init__(self) -> None:
        self.worker, self.beat = self._process("worker", processes.worker()), self._process("beat", processes.beat())
        self.sender = self._process("outward", processes.outward()) if self.outward else None

    def _process(self, name: str, command: list[str]) -> Process:
        command = [part.replace("deploy.celery", self.app) for part in command]
        return Process(command, surroundings(name, **self.extra))

    def start(self) -> None:
        """Start them; they take some seconds until they do their work."""
        self.worker.start()
        if self.sender:
            self.sender.start()
        self.beat.start()

    def stop(self) -> None:
        """Stop them."""
        self.beat.stop()
        if self.sender:
            self.sender.stop()
        self.worker.stop()
        forget_beat()

    def kill(self) -> None:
        """kill -9 of all of them: what they do is not waited for."""
        for process in (self.beat, self.sender, self.worker):
            if process:
                process.kill()
        forget_beat()


def forget_beat() -> None:
    """Free the lease of a beat that was killed, and forget what it sent: the next test begins its own timetable."""
    from django.conf import settings

    from deploy import beat

    with redis.Redis.from_url(settings.VALKEY_URL) as valkey:
        valkey.delete(beat.LEASE, beat.RUNS)


def printed(words: list[str], around: Mapping[str, str]) -> str:
    """Run Python with ``words`` in that environment; return the last line that it prints. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "printed"
        process = Process([sys.executable, *words], dict(around), log=log)
        process.start()
        assert process.child
        try:
            code = process.child.wait(timeout=300)
        finally:
            process.kill()
        text = log.read_text()
    assert code == 0, text[-3000:]
    return text.splitlines()[-1] if text else ""
