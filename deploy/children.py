"""Child processes that never outlive us, whether we are stopped or killed with -9.

On Linux the kernel signals a child when its parent dies, and kills a copy of us; elsewhere each child runs under
``deploy.watcher``, which holds a pipe from us. Each child leads its own process group, so that Ctrl-C in the terminal
reaches only us.
"""

import contextlib
import ctypes
import multiprocessing
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import ModuleType
from typing import IO, Any

PATIENCE = 15.0
"""Seconds that a child has to end cleanly."""
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
FORKS = sys.platform == "linux"
"""A copy of a process that has imported much is safe here; on macOS its system libraries forbid it."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def die_with_parent(number: int) -> Callable[[], None]:
    """Return the child's preparation: ask for signal ``number`` at our death and check that we still live."""
    parent = os.getpid()

    def ask() -> None:
        assert LIBC is not None
        LIBC.prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def _kill_with_us_what_we_fork() -> None:
    """Have the kernel kill, at our death, whatever this process forks from now on.

    Celery asks the same for the children of a worker, but only as they begin to work: one whose parent died before
    would wait for work without end.
    """
    ask = die_with_parent(signal.SIGKILL)

    def remember() -> None:
        nonlocal ask
        ask = die_with_parent(signal.SIGKILL)

    os.register_at_fork(before=remember, after_in_child=lambda: ask())


class Copy:
    """A forked process: of ``subprocess.Popen``, what a child is asked."""

    def __init__(self, process: ForkProcess) -> None:
        self._process = process
        assert process.pid
        self.pid: int = process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its exit code. Raises TimeoutExpired."""
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


@dataclass
class Child:
    """A running child: its process (or its watcher's) and the signal that ends it cleanly."""

    process: subprocess.Popen[bytes] | Copy
    number: int
    pipe: int | None = None

    def poll(self) -> int | None:
        code = self.process.poll()
        if code is not None:
            self._close()
        return code

    def ask(self) -> None:
        """Ask it to end, without waiting."""
        if self.process.poll() is None:
            self.process.send_signal(self.number)

    def wait(self, patience: float = PATIENCE) -> int:
        """Wait for its end, kill it after ``patience`` seconds; return its exit code."""
        try:
            self.process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            self.kill()
        # Descendants left behind in its group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._close()
        return self.process.wait()

    def kill(self) -> None:
        """Kill the whole group (-9)."""
        if self.pipe is not None:  # the watcher kills it: it must outlive its child
            self._close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=PATIENCE + 5)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _close(self) -> None:
        if self.pipe is not None:
            os.close(self.pipe)
            self.pipe = None


def command_of(pid: int) -> str:
    """Return the command line of a process of this machine; "" if there is none."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""
    listing = subprocess.run(["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False)
    return listing.stdout.strip()


def spawn(
    command: list[str | Path],
    *,
    stop: int = signal.SIGTERM,
    user: str = "",
    around: dict[str, str] | None = None,
    output: IO[bytes] | None = None,
    folder: Path | None = None,
    watched: bool = sys.platform != "linux",
) -> Child:
    """Start ``command``; ``stop`` ends it cleanly. ``user`` needs root; ``output`` None means our own.

    ``watched`` puts a watcher between us, which Linux does not need.
    """
    common: dict[str, Any] = {
        "env": around,
        "stdin": subprocess.DEVNULL,
        "stdout": output,
        "stderr": None if output is None else subprocess.STDOUT,
        "cwd": folder,
        "process_group": 0,
    }
    if watched:
        reading, writing = os.pipe()
        try:
            watcher = [sys.executable, "-I", "-S", str(Path(__file__).with_name("watcher.py"))]
            orders = [str(reading), str(int(stop)), str(PATIENCE), user]
            process = subprocess.Popen([*watcher, *orders, *map(str, command)], pass_fds=(reading,), **common)
        except BaseException:
            os.close(writing)
            raise
        finally:
            os.close(reading)
        return Child(process, stop, writing)
    if user:
        common |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    return Child(subprocess.Popen(command, preexec_fn=die_with_parent(stop), **common), stop)


def fork(run: Callable[[], object], name: str, *, stop: int = signal.SIGTERM) -> Child:
    """Start a copy of this process that does ``run``, and shares the memory of what is imported here (Linux).

    Like a spawned child it leads its own group, ends with us, and has none of our files and signal handlers, nor our
    main module. Its command line stays ours; ``name`` is what ``ps -o comm`` and ``top`` show.

    Our death kills it, as nobody is left to lose patience: Celery's worker, asked to end while it starts, waits for the
    broker without end, and the broker has died with us.
    """
    ask = die_with_parent(signal.SIGKILL)

    def begin() -> None:
        ask()
        _kill_with_us_what_we_fork()
        os.setpgid(0, 0)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # the lock of the data folder too, which is to end with us
        for number in ENDING:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        assert LIBC is not None
        LIBC.prctl(PR_SET_NAME, name.encode())
        # What it spawns would import our main module: the supervisor takes 6 MB, in the bots' process too.
        sys.modules["__main__"] = ModuleType("__main__")
        run()

    # Our own handler must not run in the copy: it would end its siblings.
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        process = multiprocessing.get_context("fork").Process(target=begin, name=name)
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)
    copy = Copy(process)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.setpgid(copy.pid, copy.pid)  # whoever of the two is first: its group may be killed from now on
    return Child(copy, stop)
