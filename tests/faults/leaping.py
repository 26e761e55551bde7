"""The application on a machine whose clock is put forward and back, by the seconds in the file ``TABELLONE_TEST_LEAP``.

It has no clock that nobody sets (``timing.STEADY``), so the leap reaches all that asks for the time, until the process
asks the database next.
"""

from __future__ import annotations

import contextlib
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from matches.store import timing

LEAP = Path(os.environ["TABELLONE_TEST_LEAP"])
OFTEN = 0.2
"""Seconds for which what was read is used."""
_read: tuple[float, float] = (float("-inf"), 0.0)


def leapt() -> datetime:
    global _read
    if time.monotonic() - _read[0] > OFTEN:
        with contextlib.suppress(OSError, ValueError):  # it is being written
            _read = (time.monotonic(), float(LEAP.read_text()))
    return datetime.now(UTC) + timedelta(seconds=_read[1])


timing.utcnow = timing.own_clock = leapt

from tests.live.application import application  # noqa: E402  after its clock

__all__ = ["application"]
