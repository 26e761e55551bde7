"""Verbs of a series: create, change, add and remove competitions, the next event, match and part names.

Each is one transaction under the series' row and writes to its log. Only a person who runs both adds a competition.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy.access import may
from league.competitions.setup import columns
from league.competitions.verbs import create as making
from league.competitions.verbs.copying import like, succeed
from league.players.models import User
from league.series.errors import SeriesRefused
from league.series.models import (
    MOST_EVENTS,
    MOST_PLACES,
    MOST_POINTS,
    SamePerson,
    Series,
    SeriesEntry,
    SeriesEvent,
)
from league.series.reading import merit

SETTINGS: Final = ("name", "points", "rest", "best", "listed", "description")
"""Columns that people set, each as its field says."""
WEEK: Final = timedelta(days=7)


@contextmanager
def locked(series_id: UUID) -> Iterator[Series]:
    """Open a transaction that holds the series' row, freshly read. Raises Series.DoesNotExist."""
    with transaction.atomic():
        yield Series.objects.select_for_update().get(id=series_id)


def _mark_changed(row: Series, *more: UUID) -> None:
    """Mark as changed what the pages of its competitions (and of ``more``) say of the series."""
    inside = Q(pk__in=row.events.values("competition")) | Q(pk__in=more)
    Competition.objects.filter(inside).update(log_position=F("log_position") + 1)


def _record(row: Series, by: User | None, verb: str, message: Text) -> None:
    """Append one line to the log and advance the series' position."""
    SeriesEntry.objects.create(series=row, at=timezone.now(), actor=by, verb=verb, message=message)
    row.position += 1
    row.save(update_fields=["position"])


@transaction.atomic
def create(
    *, by: User, name: str, points: Sequence[int], competitions: Sequence[Competition] = (), **values: Any
) -> Series:
    """Create a series of ``by`` with ``competitions`` and ``values`` of SETTINGS.

    Raises BadSetting naming the field, SeriesRefused.
    """
    row = Series(slug=making.new_slug(name), owner=by)
    _take(row, {"name": name, "points": points, **values})
    row.save(force_insert=True)
    _record(row, by, "create", text("created the series"))
    for competition in competitions:
        add(series=row, by=by, competition=competition)
    return row


def change(*, series: Series, by: User, **values: Any) -> Series:
    """Change ``values`` of SETTINGS; the order of merit follows at once. Raises BadSetting naming the field."""
    with locked(series.id) as row:
        before = {name: getattr(row, name) for name in SETTINGS}
        if not _take(row, values):
            return row
        row.save()
        if (row.name, row.listed) != (before["name"], before["listed"]):
            _mark_changed(row)
        if (row.points, row.rest, row.best) != (before["points"], before["rest"], before["best"]):
            message = text("changed the points: {points}; every other place {rest}; best results {best}",
                        points=_listed(row.points), rest=row.rest, best=row.best)  # fmt: skip
        else:
            message = text("changed the settings")
        _record(row, by, "change", message)
    return row


def end(*, series: Series) -> None:
    """Delete the series; its competitions stay. Again: nothing happens."""
    with transaction.atomic():
        row = Series.objects.select_for_update().filter(id=series.id).first()
        if row is not None:
            _mark_changed(row)
            row.delete()


def add(*, series: Series, by: User, competition: Competition) -> SeriesEvent:
    """Let ``competition``, past or future, count for the series. Again: nothing changes.

    Raises SeriesRefused: ``by`` does not run the competition, it is cancelled, or there are too many.
    """
    with locked(series.id) as row:
        existing = row.events.filter(competition=competition).first()
        if existing is not None:
            return existing
        if not may(by, competition, Right.RUN):
            raise SeriesRefused(_("Only staff of a competition can add it to a series."))
        if competition.status == Competition.Status.CANCELLED:
            raise SeriesRefused(_("A cancelled competition counts for nothing."))
        if row.events.count() >= MOST_EVENTS:
            raise SeriesRefused(_("At most %(count)d events in a series.") % {"count": MOST_EVENTS})
        event = SeriesEvent.objects.create(series=row, competition=competition, added_at=timezone.now())
        message = text("added {name}", name=competition.name) if competition.listed else text("added a competition")
        _record(row, by, "add", message)
        _mark_changed(row)
    return event


def remove(*, series: Series, by: User, competition: Competition) -> None:
    """Let ``competition`` count no more. Again: nothing changes."""
    with locked(series.id) as row:
        deleted, _rows = row.events.filter(competition=competition).delete()
        if deleted:
            message = (
                text("removed {name}", name=competition.name) if competition.listed else text("removed a competition")
            )
            _record(row, by, "remove", message)
            _mark_changed(row, competition.pk)


def again(*, series: Series, by: User) -> Competition:
    """Create the next event, a copy of the last competition with open registration.

    It is a week later, or the fewest weeks that lie ahead. While an open one has no entrants yet, it is returned
    instead: a second click makes no second event. Raises SeriesRefused without an event to follow, or if ``by`` does
    not run it.
    """
    with locked(series.id) as row:
        events = [event.competition for event in merit(row, runs=True).events]
        events = [event for event in events if event.status != Competition.Status.CANCELLED]
        if not events:
            raise SeriesRefused(_("Add an event first: the next one copies the last."))
        last = Competition.objects.get(pk=events[-1].pk)  # with every setting, to be copied
        if last.status == Competition.Status.REGISTRATION and not last.entrants.exists():
            return last
        if not may(by, last, Right.RUN):
            raise SeriesRefused(_("Only staff of a competition can add it to a series."))
        # By the clock on the wall there: the same hour when the clocks have changed meanwhile.
        starts = None if last.starts_at is None else last.starts_at.astimezone(ZoneInfo(last.time_zone))
        while starts is not None and starts <= max(timezone.now(), last.starts_at or starts):
            starts += WEEK
        created = making.create(by=last.owner, name=next_name(last.name), starts_at=starts, **like(last))
        succeed(created, last, by)
        created = making.publish(competition=created, by=by)
        SeriesEvent.objects.create(series=row, competition=created, added_at=timezone.now())
        message = text("created {name}", name=created.name) if created.listed else text("created the next event")
        _record(row, by, "again", message)
    return created


def match(*, series: Series, by: User, one: UUID, other: UUID) -> SamePerson:
    """Match two names of the series as one person. Again: nothing changes.

    Raises SeriesRefused: unknown name, the same one twice, or both have a place in one event.
    """
    with locked(series.id) as row:
        first, second = sorted((one, other))
        existing = row.matched.filter(one=first, other=second).first()
        if existing is not None:
            return existing
        standings = merit(row, runs=True)
        if first == second or first not in standings.users or second not in standings.users:
            raise SeriesRefused(_("Choose two names that have a place in this series."))
        one_person, other_person = standings.users[first], standings.users[second]
        if one_person == other_person:
            raise SeriesRefused(_("These two are one person already."))
        events_in_common = standings.events_of[one_person] & standings.events_of[other_person]
        if events_in_common:
            name = standings.events[min(events_in_common)].competition.name
            raise SeriesRefused(_("Both have a place in %(event)s: they cannot be one person.") % {"event": name})
        matched = SamePerson.objects.create(series=row, one_id=first, other_id=second, by=by, at=timezone.now())
        _record(row, by, "match", text("{one} and {other} are one person", one=f"@{first}", other=f"@{second}"))
    return matched


def part(*, series: Series, by: User, matched: int) -> None:
    """Undo the match of two names."""
    with locked(series.id) as row:
        pair = row.matched.filter(id=matched).first()
        if pair is None:
            return
        message = text("{one} and {other} are two people", one=f"@{pair.one_id}", other=f"@{pair.other_id}")
        pair.delete()
        _record(row, by, "part", message)


def next_name(name: str) -> str:
    """Return ``name`` with its final number raised by one, or with 2 if it has none."""
    numbered = re.fullmatch(r"(.*?)(\d{1,4})", name, re.DOTALL)
    if numbered is None:
        return f"{name[:76]} 2"
    stem, number = numbered[1], int(numbered[2]) + 1
    return f"{stem[: 80 - len(str(number))]}{number}"


def _take(row: Series, values: dict[str, Any]) -> bool:
    """Put ``values`` into ``row``, unsaved; return whether one changed. Raises BadSetting."""
    if "points" in values:
        values = {**values, "points": _points(values["points"])}
    changed = columns.take(row, values, SETTINGS)
    if row.points and row.rest > row.points[-1]:
        raise BadSetting("rest", _("A better place cannot give less than a worse one."))
    return changed


def _points(raw: Sequence[int]) -> list[int]:
    points = list(raw)
    if not points or len(points) > MOST_PLACES:
        raise BadSetting("points", _("Enter points for 1 to %(count)d places.") % {"count": MOST_PLACES})
    if any(isinstance(point, bool) or not isinstance(point, int) or not 0 <= point <= MOST_POINTS for point in points):
        raise BadSetting("points", _("Points are whole numbers from 0 to %(most)d.") % {"most": MOST_POINTS})
    if points != sorted(points, reverse=True):
        raise BadSetting("points", _("A better place cannot give less than a worse one."))
    return points


def _listed(points: Sequence[int]) -> str:
    return " ".join(str(point) for point in points)
