"""Verbs of a series: create, change, add, set and remove competitions, the next event, match, part and mark people.

Each is one transaction under the series' row and writes to its log. Only a person who runs both adds a competition.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from league.competitions.policy.bans import must_not_be_banned
from league.competitions.setup import columns
from league.competitions.verbs import create as making
from league.competitions.verbs.copying import like, succeed
from league.errors import not_among, out_of_bounds, wrong_length
from league.players.models import User
from league.players.policy.nicknames import name_key
from league.series.errors import SeriesRefused
from league.series.models import (
    LONGEST_CATEGORY,
    LONGEST_LEVEL,
    MOST_CATEGORIES,
    MOST_EVENTS,
    MOST_LEVELS,
    MOST_MONTHS,
    MOST_PLACES,
    MOST_POINTS,
    SamePerson,
    Series,
    SeriesEntry,
    SeriesEvent,
    SeriesMark,
)
from league.series.reading import merit, no_category

SETTINGS: Final = (
    "name", "points", "rest", "best", "listed", "description", "by_round", "levels", "months", "first_day", "last_day",
    "decay", "minimum", "ties", "categories", "club_best",
)  # fmt: skip
"""Columns that people set, each as its field says."""
PLAIN: Final = ("points", "rest", "best")
NOT_OF_THE_ORDER: Final = ("name", "listed", "description")
EVENT_SETTINGS: Final = ("level", "day")
"""Columns of an event in the series that people set."""
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


def _must_have_room(row: Series) -> None:
    if row.events.count() >= MOST_EVENTS:
        raise SeriesRefused(_("At most %(count)d events in a series.") % {"count": MOST_EVENTS})


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

    Raises BadSetting naming the field, SeriesRefused, Banned.
    """
    must_not_be_banned(by)
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
        _keep_levels_in_use(row)
        row.save()
        row.marks.exclude(category__in=row.categories).delete()
        if (row.name, row.listed) != (before["name"], before["listed"]):
            _mark_changed(row)
        changed = {name for name, value in before.items() if getattr(row, name) != value}
        if changed & set(PLAIN):
            message = text("changed the points: {points}; every other place {rest}; best results {best}",
                        points=_listed(row.points), rest=row.rest, best=row.best)  # fmt: skip
        elif changed - set(NOT_OF_THE_ORDER):
            message = text("changed the rules of the list")
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
        _must_have_room(row)
        event = SeriesEvent.objects.create(series=row, competition=competition, added_at=timezone.now())
        message = text("added {name}", name=competition.name) if competition.listed else text("added a competition")
        _record(row, by, "add", message)
        _mark_changed(row)
    return event


def set_event(*, series: Series, by: User, competition: Competition, **values: Any) -> SeriesEvent:
    """Set ``values`` of EVENT_SETTINGS for a competition of the series: its level, its day in the list.

    Raises SeriesRefused if it is not in the series, BadSetting naming the levels that there are.
    """
    with locked(series.id) as row:
        event = row.events.filter(competition=competition).first()
        if event is None:
            raise SeriesRefused(_("This competition is not in the series."))
        if not columns.take(event, values, EVENT_SETTINGS):
            return event
        if event.level and event.level not in row.level_names:
            if not row.levels:
                raise BadSetting("level", _("This list has no levels."))
            unknown = _("There is no level %(name)s.") % {"name": event.level}
            raise BadSetting("level", f"{unknown} {not_among(row.level_names)}")
        event.save(update_fields=EVENT_SETTINGS)
        name = competition.name if competition.listed else "–"
        message = text("set the level and day of {name}: {level} {day}",
                    name=name, level=event.level or "–", day=str(event.day or ""))  # fmt: skip
        _record(row, by, "event", message)
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
    """Create the next event, a copy of the last competition with open registration and of its level.

    It is a week later, or the fewest weeks that lie ahead. While an open one has no entrants yet, it is returned
    instead: a second click makes no second event. Raises SeriesRefused without an event to follow, if ``by`` does not
    run it, or for one more than MOST_EVENTS.
    """
    with locked(series.id) as row:
        events = [
            event for event in merit(row, runs=True).events if event.competition.status != Competition.Status.CANCELLED
        ]
        if not events:
            raise SeriesRefused(_("Add an event first: the next one copies the last."))
        last = Competition.objects.get(pk=events[-1].competition.pk)  # with every setting, to be copied
        if last.status == Competition.Status.REGISTRATION and not last.entrants.exists():
            return last
        if not may(by, last, Right.RUN):
            raise SeriesRefused(_("Only staff of a competition can add it to a series."))
        _must_have_room(row)
        # By the clock on the wall there: the same hour when the clocks have changed meanwhile.
        starts = None if last.starts_at is None else last.starts_at.astimezone(ZoneInfo(last.time_zone))
        while starts is not None and starts <= max(timezone.now(), last.starts_at or starts):
            starts += WEEK
        created = making.create(by=last.owner, name=next_name(last.name), starts_at=starts, **like(last))
        succeed(created, last, by)
        created = making.publish(competition=created, by=by)
        SeriesEvent.objects.create(series=row, competition=created, level=events[-1].level, added_at=timezone.now())
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


def mark(*, series: Series, by: User, person: UUID, category: str) -> SeriesMark:
    """Count a person of the series in a category. Again: nothing changes.

    Raises BadSetting naming the categories, SeriesRefused if the person has no place in the series.
    """
    with locked(series.id) as row:
        if category not in row.categories:
            raise BadSetting("category", no_category(row, category))
        existing = row.marks.filter(user=person, category=category).first()
        if existing is not None:
            return existing
        if person not in merit(row, runs=True).users:
            raise SeriesRefused(_("Choose somebody who has a place in this series."))
        created = SeriesMark.objects.create(series=row, user_id=person, category=category, at=timezone.now())
        _record(row, by, "mark", text("{one} is in {category}", one=f"@{person}", category=category))
    return created


def unmark(*, series: Series, by: User, mark_id: int) -> None:
    """Take a person out of a category. Again: nothing changes."""
    with locked(series.id) as row:
        marked = row.marks.filter(id=mark_id).first()
        if marked is None:
            return
        message = text("{one} is no longer in {category}", one=f"@{marked.user_id}", category=marked.category)
        marked.delete()
        _record(row, by, "unmark", message)


def next_name(name: str) -> str:
    """Return ``name`` with its final number, of up to four digits, raised by one, or with 2 if it has none."""
    numbered = re.fullmatch(r"(.*?)(?<!\d)(\d{1,4})", name, re.DOTALL)
    if numbered is None:
        return f"{name[:76]} 2"
    stem, digits = numbered.groups()
    number = f"{int(digits) + 1:0{len(digits)}}"
    return f"{stem[: 80 - len(number)]}{number}"


def _take(row: Series, values: dict[str, Any]) -> bool:
    """Put ``values`` into ``row``, unsaved; return whether one changed. Raises BadSetting."""
    checked = {name: LISTS[name](value) if name in LISTS else value for name, value in values.items()}
    changed = columns.take(row, checked, SETTINGS)
    if row.points and row.rest > row.points[-1]:
        raise BadSetting("rest", _("A better place cannot give less than a worse one."))
    if row.first_day and row.last_day and row.last_day < row.first_day:
        first = row.first_day.isoformat()
        raise BadSetting("last_day", _("A season needs a day: choose %(first)s or later.") % {"first": first})
    if row.months and (row.first_day or row.last_day):
        both = _("Choose a season or a rolling window: enter 0 months, or leave its first and last day empty.")
        raise BadSetting("months", both)
    return changed


def _keep_levels_in_use(row: Series) -> None:
    """Raise BadSetting if an event has a level that ``row`` no longer has."""
    used = row.events.exclude(level="").exclude(level__in=row.level_names).select_related("competition").first()
    if used is not None:
        words = _("%(name)s has the level %(level)s: give it another one first.")
        raise BadSetting("levels", words % {"name": used.competition.name, "level": used.level})


def _points(raw: Any) -> list[int]:
    return _falling("points", raw)


def _falling(field: str, raw: Any, level: str = "") -> list[int]:
    """Return the points of a scale. Raises BadSetting, with the level's name before the sentence."""
    before = f"{level}: " if level else ""
    points = list(raw) if isinstance(raw, Sequence) and not isinstance(raw, str) else []
    if not points or len(points) > MOST_PLACES:
        raise BadSetting(field, before + _("Enter points for 1 to %(count)d places.") % {"count": MOST_PLACES})
    if not all(_is_whole(point, MOST_POINTS) for point in points):
        raise BadSetting(field, before + _("Points are whole numbers from 0 to %(most)d.") % {"most": MOST_POINTS})
    if points != sorted(points, reverse=True):
        raise BadSetting(field, before + _("A better place cannot give less than a worse one."))
    return points


def _levels(raw: Any) -> list[dict[str, Any]]:
    """Return levels as they are stored. Raises BadSetting."""
    levels = []
    for level in _at_most("levels", raw, MOST_LEVELS):
        if not isinstance(level, Mapping) or not {"name", "points"} <= set(level) <= {"name", "points", "rest"}:
            raise BadSetting("levels", _("A level has a name, points, and the rest for every other place."))
        name, rest = _one_line("levels", level["name"], LONGEST_LEVEL), level.get("rest", 0)
        points = _falling("levels", level["points"], name)
        if not _is_whole(rest, MOST_POINTS):
            raise BadSetting("levels", f"{name}: {out_of_bounds(0, MOST_POINTS)}")
        if rest > points[-1]:
            raise BadSetting("levels", f"{name}: " + _("A better place cannot give less than a worse one."))
        levels.append({"name": name, "points": points, "rest": rest})
    _once_each("levels", [level["name"] for level in levels])
    return levels


def _decay(raw: Any) -> list[int]:
    percents = _at_most("decay", raw, MOST_MONTHS)
    if not all(_is_whole(percent, 100) for percent in percents):
        raise BadSetting("decay", _("Enter whole percents from 0 to 100."))
    if percents != sorted(percents, reverse=True):
        raise BadSetting("decay", _("An older result cannot keep more than a newer one."))
    return percents


def _categories(raw: Any) -> list[str]:
    names = [_one_line("categories", name, LONGEST_CATEGORY) for name in _at_most("categories", raw, MOST_CATEGORIES)]
    _once_each("categories", names)
    return names


LISTS: Final[dict[str, Callable[[Any], list[Any]]]] = {
    "points": _points,
    "levels": _levels,
    "decay": _decay,
    "categories": _categories,
}
"""Checks of the columns that hold lists."""


def _is_whole(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _at_most(field: str, raw: Any, most: int) -> list[Any]:
    if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) > most:
        raise BadSetting(field, _("Enter a list of at most %(most)d.") % {"most": most})
    return list(raw)


def _one_line(field: str, raw: Any, most: int) -> str:
    name = columns.one_line(field, raw) if isinstance(raw, str) else ""
    if not 1 <= len(name) <= most:
        raise BadSetting(field, _("Each needs a name.") + " " + wrong_length(1, most))
    return name


def _once_each(field: str, names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name_key(name) in seen:
            raise BadSetting(field, _("%(name)s stands there twice.") % {"name": name})
        seen.add(name_key(name))


def _listed(points: Sequence[int]) -> str:
    return " ".join(str(point) for point in points)
