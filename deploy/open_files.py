"""Limit of open files, of which each socket and each stream is one.

A login shell, systemd and many containers begin with 1,024 (macOS with 256). At 986 streams a web process refused every
connection, ``/livez`` too, long before ``matches.feed.READERS_LIMIT``.
"""

import logging
import resource
from typing import Final

log = logging.getLogger("deploy")

WANTED: Final = 10_240
"""Open files of a web process: macOS takes no more, and one core serves no more readers."""


def raise_limit() -> None:
    """Take ``WANTED`` open files, or the most that the system lets this process have: then the log says so."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now == resource.RLIM_INFINITY or now >= WANTED:
        return
    given = WANTED if most == resource.RLIM_INFINITY else min(WANTED, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (given, most))
    if given < WANTED:
        log.warning("this web process may open only %d files; whoever watches a match takes two", given)
