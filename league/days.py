"""Days of the calendar in a time zone: where the clocks change, a day has 23 or 25 hours."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

YEARS: Final = (1000, 2999)
"""First and last year that people may enter: at an end of the calendar a day has no other zone and no day beside it."""
LATELY: Final = timedelta(days=1)
"""Time for which a page says how long ago something was; before that it names the day."""


def later(at: datetime, by: timedelta, zone: ZoneInfo) -> datetime:
    """Return ``at`` moved by the whole days of ``by`` in ``zone``, at the same time of day, then by the rest."""
    days = timedelta(days=by.days)
    return (at.astimezone(zone) + days).astimezone(UTC) + (by - days)


def on_clock(at: datetime, zone: ZoneInfo) -> datetime:
    """Return what a clock in ``zone`` shows at ``at``, without a zone."""
    return at.astimezone(zone).replace(tzinfo=None)


def from_clock(shown: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment at which a clock in ``zone`` shows ``shown``: the first if it does so twice."""
    return shown.replace(tzinfo=zone).astimezone(UTC)
