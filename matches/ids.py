"""Identifiers: UUIDv7 (RFC 9562), made here because PostgreSQL 16 and Python 3.11 have none."""

import os
import time
from uuid import UUID


def uuid7() -> UUID:
    """Return a new UUIDv7: 48 bits of milliseconds, then 74 random bits, so that ids sort by time."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return UUID(int=value)
