"""The database's clock, for all decisions outside a running match: windows, offers, time-outs, links.

Machines' own clocks differ, and one reads what another writes. A process asks the database for the time when it opens a
connection, once a minute at most, and corrects its own clock by the difference; ``matches.apps`` makes that Django's
``timezone.now``, so that every verb, default and ``auto_now`` uses it. The matches in memory ask for themselves, more
often (``Hall.set_clock``).
"""

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

log = logging.getLogger("matches")

SLACK: Final = timedelta(milliseconds=20)
"""A difference between two clocks too small to correct."""
ASK_EVERY: Final = 60.0
"""Seconds for which the last answer is used."""

_ahead = timedelta()
_asked_at = float("-inf")


STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", None)
"""Linux's clock since the machine's start, which nobody sets and which goes on while it sleeps. None: there is none."""
_STARTED: Final = 0.0 if STEADY is None else time.time() - time.clock_gettime(STEADY)


def utcnow() -> datetime:
    """Return this machine's time, aware.

    On Linux it goes on from this process's start by a clock that nobody sets: when the machine's time was put forward
    by an hour, a worker closed rounds an hour early, and live matches got an hour that nobody had lost.
    """
    if STEADY is None:
        return datetime.now(UTC)
    return datetime.fromtimestamp(_STARTED + time.clock_gettime(STEADY), UTC)


own_clock = utcnow
"""The clock of this process's machine."""


def now() -> datetime:
    """Return the time by the database's clock."""
    return own_clock() - _ahead


def ahead(offset: timedelta, database_time: datetime, before: datetime, after: datetime) -> timedelta:
    """Return this machine's lead over a database that said ``database_time`` between ``before`` and ``after``.

    A difference to ``offset`` that the round trip may explain counts as none.
    """
    lead = before + (after - before) / 2 - database_time
    if abs(lead - offset) <= (after - before) / 2 + SLACK:
        return offset
    log.info("this machine's clock is %+.1f s off the database's", lead.total_seconds())
    return lead


def ask_time(*, connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Ask a newly opened connection for the time, unless that was done lately."""
    global _ahead, _asked_at
    if connection.alias != DEFAULT_DB_ALIAS or time.monotonic() - _asked_at < ASK_EVERY:
        return
    before = own_clock()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            row = cursor.fetchone()
    except DatabaseError as error:
        log.info("the database did not tell the time: %s", error)
        return
    _ahead, _asked_at = ahead(_ahead, row[0], before, own_clock()), time.monotonic()


def forget() -> None:
    """Use the machine's clock until the next connection is opened."""
    global _ahead, _asked_at
    _ahead, _asked_at = timedelta(), float("-inf")
