"""Stored sentences of competitions (audit lines, reasons of ranks and rulings) in the reader's language.

A stored sentence is a ``Text`` (``[msgid, values]``): it is looked up in Django's catalogues, then in that of
``league.standings``, then in the engines'. A value that begins with ``@`` is an entrant: ``@`` and its id in a table,
``@home`` and ``@away`` in a tie. A list of such values is read with commas. A day is stored as ``2026-11-24`` and
read as "24 Nov 2026" or "24 nov 2026". A moment is stored as ``2026-11-24T19:30Z`` and read in the named zone of its
reader: "24 Nov 2026, 20:30 CET".
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from babel.dates import format_date
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext, to_locale

from engines.core import text as engine_words
from engines.core.seats import SEATS
from engines.core.text import Text, isolate, text
from league.standings import words as standings_words

MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
DECIMAL = re.compile(r"−?\d+\.\d+")
MENTION = re.compile(r"@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
"""A person by id; a typed name may begin with ``@`` too."""
FIGURES = ("mine", "theirs", "told", "points", "gap")
"""Values that are numbers of a criterion, and never a name or a version."""
DID_NOT_ANSWER: Final = text("did not answer")
NOT_IN_THIS_SEASON: Final = text("not in this season")
ORGANISER_LEFT: Final = text("Its organiser has deleted the account.")
OWNER_LEFT: Final = text("Its owner has deleted the account.")
_OWN_REASONS: Final = tuple(
    str(msgid)
    for msgid, _values in (
        DID_NOT_ANSWER,
        NOT_IN_THIS_SEASON,
        ORGANISER_LEFT,
        OWNER_LEFT,
        text("no-show"),
        text("replaced by {name}"),
        text("{name} withdrew."),
    )
)
"""Reasons that the site gives where people type theirs. They are stored in English, and read in every language."""


def translated(message: Text, names: Mapping[str, str] | None = None) -> str:
    """Return ``message`` in the active language; ``names`` maps what follows an ``@`` to a name."""
    if not message:
        return ""
    msgid, values = message
    own = lookup(msgid)
    ready = {name: _named(name, value, names) for name, value in values.items()}
    return own.format_map(ready) if ready else own


def mentioned(messages: Iterable[Text]) -> set[UUID]:
    """Return the ids of those whom stored sentences mention as values of their own."""
    values = (value for message in messages if message for value in message[1].values() if isinstance(value, str))
    return {UUID(found[1]) for found in map(MENTION.fullmatch, values) if found}


def figure(value: Any) -> str:  # a number of a criterion, as it writes it
    """Return ``value`` with the decimal separator of the reader's language: 0.50, or 0,50."""
    plain = str(value)
    return plain.replace(".", get_format("DECIMAL_SEPARATOR")) if DECIMAL.fullmatch(plain) else plain


def decimal(value: float) -> str:
    """Return ``value`` with as few digits as it needs, in the reader's language: 2, 0.5, or 0,5."""
    return f"{value:g}".replace(".", get_format("DECIMAL_SEPARATOR"))


def because(said: Text, reason: str) -> Text:
    """Return ``said`` with the reason that a person gave after it; alone if none was given."""
    reason = reason.strip()[:300]
    return text("{said}: {reason}", said=said, reason=reason) if reason else said


def given(reason: Text) -> str:
    """Return a reason of the site as it is stored; ``worded`` reads it."""
    msgid, values = reason
    return str(msgid).format_map(values)


def worded(reason: str) -> str:
    """Return ``reason`` in the reader's language if the site gave it; what a person typed stays as it is."""
    for msgid in _OWN_REASONS:
        before, named, after = msgid.partition("{name}")
        if not named and reason == msgid:
            return translated([msgid, {}])
        name = reason.removeprefix(before).removesuffix(after)
        if named and 0 < len(name) <= 40 and reason == f"{before}{name}{after}":
            return translated([msgid, {"name": name}])
    return reason


def lookup(msgid: str) -> str:
    """Return ``msgid`` from the first catalogue that has it, else unchanged."""
    if not msgid:
        return ""
    lang = get_language() or "en"
    translation = gettext(msgid)
    for say in (standings_words.say, engine_words.say):
        if translation == msgid:
            translation = say([msgid, {}], lang)
    return translation


def _named(name: str, value: Any, names: Mapping[str, str] | None) -> str:  # a JSON value of a Text
    if name in FIGURES and not isinstance(value, list):
        return figure(value)
    return isolate(worded(value)) if name == "reason" and isinstance(value, str) else _value(value, names)


def _value(value: Any, names: Mapping[str, str] | None) -> str:  # a JSON value of a Text
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], dict):
        return translated(value, names)
    if isinstance(value, list):
        return ", ".join(_value(part, names) for part in value)
    if isinstance(value, str) and value.startswith("@"):
        # Where no sides are named, somebody may be called "@home".
        is_key = (names is not None and value[1:] in SEATS) or MENTION.fullmatch(value)
        return isolate((names or {}).get(value[1:], value[1:] if is_key else value))
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return _moment(value)
    if isinstance(value, str) and DAY.fullmatch(value):
        return _day(value)
    return isolate(str(value))


def moment_words(at: datetime) -> str:
    """Format a moment in the reader's language and zone, with the zone's name: "24 Nov 2026, 20:30 CET".

    For sentences that leave their page.
    """
    here = timezone.localtime(at)
    day = format_date(here.date(), "d MMM y", locale=to_locale(get_language() or "en"))
    return f"{day}, {here:%H:%M} {here.tzname()}"


def _moment(value: str) -> str:
    try:
        return moment_words(datetime.fromisoformat(value))
    except (ValueError, OverflowError):  # a name that looks like a moment
        return isolate(value)


def _day(value: str) -> str:
    try:
        return str(format_date(date.fromisoformat(value), "d MMM y", locale=to_locale(get_language() or "en")))
    except ValueError:  # a name that looks like a day
        return value
