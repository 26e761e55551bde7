"""Planned work on the site, as this process knows it: the sweep reads its row once a second.

While the site is closed, matches in play go on at their tables; none kicks off, and no time of those that wait runs.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

SHOWN_BEFORE: Final = timedelta(hours=24)
"""Time before the work from which on pages announce it."""


@dataclass(frozen=True, slots=True)
class Work:
    """The next or present work."""

    sentence: str
    begins_at: datetime
    until: datetime | None

    def is_on(self, now: datetime) -> bool:
        """Return whether the site is closed for it; ``until`` is a promise, only ``off`` opens the site again."""
        return self.begins_at <= now


_present: Work | None = None


def note(work: Work | None) -> None:
    """Note what the row says now."""
    global _present
    _present = work


def planned(now: datetime) -> Work | None:
    """Return the work that pages announce, or for which the site is closed; None: there is none."""
    return _present if _present is not None and now >= _present.begins_at - SHOWN_BEFORE else None


def is_closed(now: datetime) -> bool:
    """Return whether the site is closed for work."""
    return _present is not None and _present.is_on(now)
