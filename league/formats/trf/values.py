"""Values of a report file's columns, read strictly: digits are 0 to 9, and nothing stands beside them."""

import re
from datetime import date
from typing import Final

_WHOLE: Final = re.compile(r"\d{1,9}", re.ASCII)
_POINTS: Final = re.compile(r"(-?\d{1,4})(?:[.,](\d{1,2}))?", re.ASCII)
_DAYS: Final = (
    re.compile(r"(?P<year>\d{4})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})", re.ASCII),
    re.compile(r"(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})", re.ASCII),
)
_SHORT_DAY: Final = re.compile(r"(?P<year>\d{2})[/.-](?P<month>\d{1,2})[/.-](?P<day>\d{1,2})", re.ASCII)
AS_THE_STANDARD: Final = re.compile(r"\d{4}/\d{2}/\d{2}", re.ASCII)


def whole(value: str) -> int | None:
    """Return a number of one to nine digits; None for anything else."""
    return int(value) if _WHOLE.fullmatch(value) else None


def points(value: str) -> float | None:
    """Return points as 3.5 or 3,5; None for anything else."""
    return float(value.replace(",", ".")) if _POINTS.fullmatch(value) else None


def day(value: str, *, short: bool = False) -> str:
    """Return a day as 2026-11-27; empty for what is none. ``short``: the year may have two digits and comes first."""
    patterns = (*_DAYS, _SHORT_DAY) if short else _DAYS
    found = next((match for pattern in patterns if (match := pattern.fullmatch(value))), None)
    if found is None:
        return ""
    year, month, number = (int(found[name]) for name in ("year", "month", "day"))
    try:
        return date(year + 2000 if len(found["year"]) == 2 else year, month, number).isoformat()
    except ValueError:
        return ""
