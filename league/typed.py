"""Values that come as text, from a form or an address: what cannot be one is answered as what does not exist."""

from collections.abc import Mapping
from datetime import date
from typing import TypeVar
from uuid import UUID

from django.http import Http404

from league.days import YEARS

T = TypeVar("T")


def id_or_404(text: str) -> UUID:
    """Return the id in ``text``. Raises Http404."""
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None


def whole_number(text: str, otherwise: T, *, digits: int = 4) -> int | T:
    """Return the number in ``text``; ``otherwise`` if it is not a number of at most ``digits`` figures."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else otherwise


def number_in(data: Mapping[str, str], field: str) -> int:
    """Return the number that a form sent in ``field``, 0 without one."""
    return int(whole_number(data.get(field, "").strip(), 0))


def day_in(text: str) -> date | None:
    """Return the day in ``text``; None without one, and for those at the ends of the calendar (``YEARS``)."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if YEARS[0] <= day.year <= YEARS[1] else None
