"""Create an event, change it, and end it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date, time, timedelta
from itertools import pairwise
from typing import Any, Final
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import BadSetting
from league.competitions.log import journal as competition_journal
from league.competitions.models import Call, Hall
from league.competitions.policy.bans import must_not_be_banned
from league.competitions.setup import columns
from league.competitions.verbs.create import new_slug
from league.events.errors import EventRefused
from league.events.journal import hold, locked, record
from league.events.models import MOST_DAYS, Event
from league.events.verbs.joining import leave_tables
from league.players.models import User

SETTINGS: Final = (
    "name", "place", "description", "first_day", "last_day", "opens", "closes", "breaks", "time_zone",
    "finals_last", "listed",
)  # fmt: skip
"""Columns that people set, each as its field says."""
TAKEN: Final = {"first_day": date, "last_day": date, "opens": time, "closes": time}
MOST_BREAKS: Final = 6


def create(*, by: User, **values: Any) -> Event:
    """Create an event of ``by`` without competitions. Raises BadSetting naming the field, Banned."""
    must_not_be_banned(by)
    row = Event(slug=new_slug(str(values.get("name", ""))), owner=by)
    _take(row, values)
    row.hall = Hall.objects.create()
    row.save(force_insert=True)
    record(row, by, "create", text("created the event"))
    return row


def change(*, event: Event, by: User, **values: Any) -> Event:
    """Change ``values`` of SETTINGS; the timetable stays until it is planned again. Raises BadSetting."""
    with locked(event.id) as row:
        if _take(row, values):
            row.save()
            record(row, by, "change", text("changed the settings"))
    return row


def end(*, event: Event) -> None:
    """Delete the event: its competitions stay, without its tables and what is planned there. Again: nothing happens.

    Raises EventRefused while a match is called to one of its tables.
    """
    # Of two who end it at once the second waits for the first, and finds nothing.
    with suppress(Event.DoesNotExist), locked(event.id) as row:
        competitions = hold(row)
        if Call.objects.filter(table__hall=row.hall_id, ended_at=None).exists():
            raise EventRefused(_("Matches are called to the tables of this event. Undo these calls first."))
        for competition in competitions.values():
            leave_tables(competition)
            competition_journal.changed(competition)
        hall = row.hall
        row.delete()
        hall.delete()


def _take(row: Event, values: Mapping[str, Any]) -> bool:
    """Put ``values`` into ``row``, unsaved; return whether one changed. Raises BadSetting."""
    for name, kind in TAKEN.items():
        if name in values and not isinstance(values[name], kind):
            raise BadSetting(name, _("Enter a date.") if kind is date else _("Enter a time."))
    breaks = {"breaks": _breaks(values["breaks"])} if "breaks" in values else {}
    changed = columns.take(row, {**values, **breaks}, SETTINGS)
    if row.time_zone not in available_timezones():
        raise BadSetting("time_zone", _("This time zone does not exist. Choose one such as Europe/Rome."))
    if row.first_day is None or row.last_day is None or row.last_day < row.first_day:
        raise BadSetting("last_day", _("The last day cannot be before the first."))
    if row.last_day - row.first_day >= timedelta(days=MOST_DAYS):
        raise BadSetting("last_day", _("An event has at most %(count)d days.") % {"count": MOST_DAYS})
    if row.opens is None or row.closes is None or row.closes <= row.opens:
        raise BadSetting("closes", _("A day must end after it begins."))
    if any(not row.opens <= _clock(begins) < _clock(ends) <= row.closes for begins, ends in row.breaks):
        raise BadSetting("breaks", _("A break lies within the day and ends after it begins."))
    return changed


def _breaks(raw: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return breaks in their order. Raises BadSetting."""
    try:
        pairs = sorted((_clock(begins), _clock(ends)) for begins, ends in raw)
    except (TypeError, ValueError):
        raise BadSetting("breaks", _("Write a break as 13:00-14:00.")) from None
    if len(pairs) > MOST_BREAKS:
        raise BadSetting("breaks", _("At most %(count)d breaks a day.") % {"count": MOST_BREAKS})
    if any(begins < ended for (_start, ended), (begins, _end) in pairwise(pairs)):
        raise BadSetting("breaks", _("Two breaks are at the same time."))
    return [[f"{begins:%H:%M}", f"{ends:%H:%M}"] for begins, ends in pairs]


def _clock(raw: str) -> time:
    """Read a time by the clock at the place. Raises ValueError, also for one with an offset."""
    clock = time.fromisoformat(raw)
    if clock.tzinfo is not None:
        raise ValueError(f"{raw} has an offset")
    return clock
