"""The run of the outward worker: requests to many hosts at once, never two to the same host.

Only one run sends at a time in the whole installation, so one request in flight per host needs no lock per host. The
thread that calls ``send_due`` reads and writes all rows; the pool's threads only wait for remote servers.
"""

import logging
import time
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final, Protocol

from django.core.cache import cache
from django.utils import timezone

from league.delivery import hooks, push
from league.delivery.outward import Answer, Outcome, Refused, Request, post
from league.outgoing import Unreachable

log = logging.getLogger(__name__)

LANES: Final = 32
"""Requests in flight at once."""
RUN: Final = 15.0
"""Seconds after which a run starts no request; it ends ``OUTWARD_SECONDS`` later, within the ``visibility_timeout``."""
HOST_FAILURES: Final = 3
REST: Final = timedelta(minutes=1)
"""Pause of a host after ``HOST_FAILURES`` requests in a row without an answer."""
SENDER: Final = "outward:sender"
SILENCE: Final = 15
"""Seconds after which a killed sender's lock passes to the next run."""


class Source(Protocol):
    """Rows that wait to be sent."""

    def claim(self, busy: Collection[str], room: int) -> list[Request]:
        """Claim up to ``room`` requests, one a host and none to ``busy``, so that no other worker sends them."""

    def pause_host(self, host: str, until: datetime) -> None:
        """Send nothing to ``host`` before ``until``."""


def send_due() -> int:
    """Send waiting messages for up to ``RUN`` seconds and return how many were accepted; 0 while another run sends."""
    with only_run(SENDER) as alone:
        if not alone:
            return 0
        with ThreadPoolExecutor(LANES, thread_name_prefix="outward") as pool:
            return _run(pool)


@contextmanager
def only_run(name: str) -> Iterator[bool]:
    """Tell whether no other run called ``name`` goes on anywhere; none begins while this one touches its lock."""
    alone = cache.add(name, True, timeout=SILENCE)
    try:
        yield alone
    finally:
        if alone:
            cache.delete(name)


def _run(pool: ThreadPoolExecutor) -> int:
    ends, requests = time.monotonic() + RUN, 0
    sources: list[Source] = [hooks, push]
    running: dict[Future[Answer], Request] = {}
    unanswered: Counter[str] = Counter()
    while True:
        if time.monotonic() < ends:
            for source in sources:
                busy = {request.host for request in running.values()}
                for request in source.claim(busy, LANES - len(running)):
                    running[pool.submit(post, request.url, request.body, request.headers)] = request
            sources.reverse()  # so that neither kind takes all the lanes for ever
        if not running:
            return requests
        finished, _ = wait(running, timeout=1, return_when=FIRST_COMPLETED)
        for future in finished:
            request = running.pop(future)
            outcome = _outcome(future)
            requests += request.record(outcome)
            if isinstance(outcome, Unreachable):
                unanswered[request.host] += 1
            else:
                unanswered[request.host] = 0
            if unanswered[request.host] >= HOST_FAILURES:
                for each in sources:
                    each.pause_host(request.host, timezone.now() + REST)
        cache.touch(SENDER, SILENCE)


def _outcome(future: Future[Answer]) -> Outcome:
    try:
        return future.result()
    except (Refused, Unreachable) as error:
        return error
    except Exception as error:
        log.exception("a request failed in a way that nobody foresaw")  # it must not hold up the others
        return Unreachable(str(error))
