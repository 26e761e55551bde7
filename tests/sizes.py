"""Sizes of tests: small in ``make test``, the full count in ``make test-long`` (``TABELLONE_LONG=1``)."""

from __future__ import annotations

import datetime as dt
import os
from typing import TypeVar

Amount = TypeVar("Amount")

LONG = os.environ.get("TABELLONE_LONG", "") == "1"


DAY = int(os.environ.get("TABELLONE_DAY") or dt.datetime.now(dt.UTC).toordinal())
"""Number of the day, by which some tests ask a part of their questions each day: all of them in some days."""


def size(short: Amount, long: Amount) -> Amount:
    """``short``, or ``long`` in a long run."""
    return long if LONG else short


PARTS = range(size(1, 8))
"""One test in a short run; in a long one, where it would hold one worker for an hour, eight that share its seeds."""
