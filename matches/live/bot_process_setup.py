"""Set-up of the process in which bots search. It imports what that needs and no more: each MB stands once a process."""

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def begin() -> None:
    """Set the new process up: ignore Ctrl-C, lower its priority, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
