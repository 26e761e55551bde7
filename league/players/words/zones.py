"""Time zones: those that a reader may choose, and the one of a reader who chose none."""

from __future__ import annotations

import zoneinfo
from functools import cache

DEFAULT_ZONE = "Europe/Rome"
"""The zone of a reader who chose none."""
ZONES = ("Europe/", "America/", "Africa/", "Asia/", "Australia/", "Atlantic/", "Indian/", "Pacific/", "UTC")


@cache
def zones() -> list[tuple[str, str]]:
    """Every zone of the world that people live in. Read from the disk once a process."""
    return [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones()) if name.startswith(ZONES)]


def known_zone(name: str) -> zoneinfo.ZoneInfo:
    """The zone called ``name``, or the default where there is none of that name."""
    try:
        return zoneinfo.ZoneInfo(name or DEFAULT_ZONE)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo(DEFAULT_ZONE)
