"""Small process between the supervisor and one child, where no signal tells of a parent's death.

It holds the reading end of a pipe whose other end only the supervisor has: when that closes, however the supervisor
ended, the child's whole process group is stopped, and killed if it does not end. Standard library only, and started
without ``site``: it must start at once and cost little.

    python -I -S watcher.py <pipe> <stop signal> <seconds> <user or ""> <program> <argument> ...
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time


def main(arguments: list[str]) -> int:
    """Run the child; return its exit code, or 128 + the signal that ended it."""
    pipe, number, patience, user = int(arguments[0]), int(arguments[1]), float(arguments[2]), arguments[3]
    if user:
        child = subprocess.Popen(arguments[4:], process_group=0, user=user, group=user, extra_groups=[])
    else:
        child = subprocess.Popen(arguments[4:], process_group=0)

    def forward(received: int, _frame: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, received)

    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(each, forward)
    while child.poll() is None:
        closed, _, _ = select.select([pipe], [], [], 0.2)
        if closed:
            _end(child, number, patience)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def _end(child: subprocess.Popen[bytes], number: int, patience: float) -> None:
    """Stop the child cleanly; kill its group if that takes longer than ``patience`` seconds."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, number)
    deadline = time.monotonic() + patience
    while child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
