"""Processes of the platform that begin where its imports are done: forked from one that has made them.

The fault tests start web processes, workers and beat a hundred times, and each spent two to three seconds of a core on
imports before it did anything. Here one process for each environment imports what such a program needs, and is copied
where one starts: the copy runs the same program with the same words, in a group of its own, and is killed like any
other. A long run and a benchmark start each from nothing, and so does whatever ``make up`` starts in every run.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import django

from deploy.children import die_with_parent
from deploy.environment import ROOT
from tests.sizes import LONG

PRELOADED = {
    "uvicorn": ("uvicorn.main", "websockets", "deploy.asgi"),
    Path(sys.executable).name: (),
    "celery": ("celery.bin.celery", "celery.bin.worker", "celery.apps.worker", "deploy.celery", "deploy.urls"),
}
"""Program -> modules that each of its processes imports, besides Django's apps, before or while it starts."""
OF_ONE = ("CELERY_SKIP_CHECKS", "PYTEST_CURRENT_TEST")
"""Variables that no module reads while it is imported: processes that differ in them alone are copied from one."""
KEPT = 3
"""Number of processes that wait to be copied; of more, those whose copies have all ended go."""
LONGEST = 200_000
"""Bytes of a request: a command and an environment."""


class Copy:
    """A started process: of ``subprocess.Popen``, what tests ask of it."""

    def __init__(self, origin: Origin, pid: int) -> None:
        self.origin, self.pid = origin, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while it lives."""
        if self.returncode is None:
            self.returncode = self.origin.ask({"ended": self.pid})["code"]
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return the exit code. Raises TimeoutExpired."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            time.sleep(0.01)
        return code

    def terminate(self) -> None:
        """Send SIGTERM to it alone, if it lives."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


class Origin:
    """A process with imports made, in one environment, that is copied on demand."""

    def __init__(self, around: Mapping[str, str]) -> None:
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            number = theirs.fileno()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.warm", str(number)],
                env=around,
                cwd=ROOT,
                pass_fds=(number,),
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for pytest, whose end ends it too
            )
        self.copies: list[Copy] = []
        self.asking = threading.Lock()

    def ask(self, request: Mapping[str, Any], *files: int) -> Any:
        with self.asking:
            socket.send_fds(self.control, [json.dumps(request).encode()], files)
            answer = self.control.recv(LONGEST)
        assert answer, f"the process that is copied ended with {self.process.wait(10)}"
        return json.loads(answer)

    def start(self, command: list[str], around: Mapping[str, str], out: IO[bytes] | None) -> Copy:
        files = (out.fileno(), out.fileno()) if out else (1, 2)
        pid = self.ask({"command": command, "around": dict(around)}, *files)["pid"]
        self.copies = [copy for copy in self.copies if copy.poll() is None] + [Copy(self, pid)]
        return self.copies[-1]

    def end(self) -> None:
        """End it, and kill the copies that still live."""
        for copy in self.copies:
            if copy.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(copy.pid, signal.SIGKILL)
        self.control.close()
        self.process.wait(10)


_origins: dict[frozenset[tuple[str, str]], Origin] = {}
_making = threading.Lock()


def can_start(command: list[str], folder: Path) -> bool:
    """Tell whether ``start`` knows this program and code, and this is a short run of tests."""
    is_short = "PYTEST_VERSION" in os.environ and not LONG
    return sys.platform == "linux" and is_short and folder == ROOT and Path(command[0]).name in PRELOADED


def start(command: list[str], around: Mapping[str, str], out: IO[bytes] | None) -> Copy:
    """Start ``command`` in a group of its own; it writes to ``out``, or where the tests write."""
    key = frozenset((name, value) for name, value in around.items() if name not in OF_ONE)
    with _making:
        origin = _origins.pop(key, None) or Origin(around)
        _origins[key] = origin  # the last used is the last one
        for other in [*_origins][:-KEPT]:
            if all(copy.poll() is not None for copy in _origins[other].copies):
                _origins.pop(other).end()
        return origin.start(command, around, out)


@atexit.register
def _end_all() -> None:
    while _origins:
        _origins.popitem()[1].end()


def preload(program: str) -> None:
    """Import what ``program`` needs, once; nothing may run beside the thread that is copied."""
    if program in _preloaded:
        return
    _preloaded.add(program)
    django.setup()
    for module in PRELOADED[program]:
        importlib.import_module(module)
    if program == "celery":
        importlib.import_module("deploy.celery").app.loader.import_default_modules()
    assert threading.active_count() == 1, [thread.name for thread in threading.enumerate()]
    gc.collect()
    gc.freeze()


_preloaded: set[str] = set()


def serve(control: socket.socket) -> dict[str, Any] | None:
    """Start copies until nobody asks any more; in a copy, return what it was asked to be."""
    while True:
        asked, files, _flags, _address = socket.recv_fds(control, LONGEST, 2)
        if not asked:
            return None
        request = json.loads(asked)
        if "ended" in request:
            found, status = os.waitpid(request["ended"], os.WNOHANG)
            answer = {"code": os.waitstatus_to_exitcode(status) if found else None}
        else:
            preload(Path(request["command"][0]).name)
            ask = die_with_parent(signal.SIGKILL)  # pytest may be killed, whose end ends us
            pid = os.fork()
            if not pid:
                ask()
                os.setpgid(0, 0)
                for number, file in enumerate(files, 1):
                    os.dup2(file, number)
                    os.close(file)
                return request
            os.setpgid(pid, pid)
            for file in files:
                os.close(file)
            answer = {"pid": pid}
        control.send(json.dumps(answer).encode())


def run(command: list[str]) -> None:
    """Be what ``command`` starts: a module or a text of Python's, or a script."""
    match command:
        case [_python, "-m", module, *words]:
            sys.argv = [module, *words]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case [_python, "-c", text, *words]:
            sys.argv = ["-c", *words]
            exec(compile(text, "<string>", "exec"), {"__name__": "__main__"})
        case [script, *_words]:
            sys.argv = command
            runpy.run_path(script, run_name="__main__")


def main() -> None:
    """Copy this process on demand; run the program in each copy, until its end."""
    with socket.socket(fileno=int(sys.argv[1])) as control:
        request = serve(control)
    if request:
        os.environ.clear()
        os.environ.update(request["around"])
        run(request["command"])


if __name__ == "__main__":
    main()
