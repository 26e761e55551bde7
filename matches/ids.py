"""Identifiers: UUIDv7 (RFC 9562), made here because PostgreSQL 16 and Python 3.11 have none."""

import os
import time
from uuid import UUID


def uuid7() -> UUID:
    """Return a new UUIDv7: 48 bits of milliseconds, 12 of their fraction (RFC 9562, 6.2, method 3), 62 random bits.

    Ids sort by time: those that one process makes, in the order in which it makes them, as each takes longer than the
    244 ns of a step. Rows that are made together are listed as they were made.
    """
    milliseconds, nanoseconds = divmod(time.time_ns(), 1_000_000)
    fraction = nanoseconds * 4096 // 1_000_000
    random = int.from_bytes(os.urandom(8), "big") >> 2
    return UUID(int=milliseconds << 80 | 0x7 << 76 | fraction << 64 | 0x2 << 62 | random)
