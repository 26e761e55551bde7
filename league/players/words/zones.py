"""Time zones that a reader may choose, and the default."""

import zoneinfo
from functools import cache

DEFAULT_ZONE = "Europe/Rome"
ZONES = ("Europe/", "America/", "Africa/", "Asia/", "Australia/", "Atlantic/", "Indian/", "Pacific/", "UTC")


@cache
def zones() -> list[tuple[str, str]]:
    """Return every inhabited time zone of the world. Read from the disk once a process."""
    return [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones()) if name.startswith(ZONES)]


def known_zone(name: str) -> zoneinfo.ZoneInfo:
    """Return the zone called ``name``, or the default for an unknown name."""
    try:
        return zoneinfo.ZoneInfo(name or DEFAULT_ZONE)
    except (KeyError, ValueError, OSError):  # "Europe" is a folder of zones, a very long name no file's
        return zoneinfo.ZoneInfo(DEFAULT_ZONE)
