"""What is done to a series: made, changed, competitions added and removed, the next event, names matched and parted.

Each is one transaction under the series' row and stands in its log. A competition is added by who runs both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy.access import may
from league.competitions.verbs import create as making
from league.competitions.verbs.copying import like, succeed
from league.players.models import User
from league.series.errors import SeriesRefused
from league.series.models import SamePerson, Series, SeriesEntry, SeriesEvent
from league.series.reading import merit

MOST_EVENTS: Final = 100
MOST_PLACES: Final = 100
"""Places that a scale names."""
MOST_POINTS: Final = 10_000
WEEK: Final = timedelta(days=7)


@contextmanager
def locked(series_id: UUID) -> Iterator[Series]:
    """A transaction that holds the series' row, freshly read. Raises Series.DoesNotExist."""
    with transaction.atomic():
        yield Series.objects.select_for_update().get(id=series_id)


def _named(row: Series, *more: UUID) -> None:
    """What the pages of its competitions (and of ``more``) say of the series is another now."""
    inside = Q(pk__in=row.events.values("competition")) | Q(pk__in=more)
    Competition.objects.filter(inside).update(log_position=F("log_position") + 1)


def _record(row: Series, by: User | None, verb: str, message: Text) -> None:
    """One line of the log; the series stands one further."""
    SeriesEntry.objects.create(series=row, at=timezone.now(), actor=by, verb=verb, message=message)
    row.position += 1
    row.save(update_fields=["position"])


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    points: Sequence[int],
    rest: int = 0,
    best: int = 0,
    description: str = "",
    listed: bool = True,
    competitions: Sequence[Competition] = (),
) -> Series:
    """A series of ``by`` with ``competitions`` in it. Raises BadSetting naming the field, SeriesRefused."""
    row = Series(slug=making.new_slug(name), owner=by)
    said = {"name": name, "points": points, "rest": rest, "best": best, "description": description, "listed": listed}
    _set(row, said)
    row.save(force_insert=True)
    _record(row, by, "create", text("made the series"))
    for competition in competitions:
        add(series=row, by=by, competition=competition)
    return row


def change(*, series: Series, by: User, **values: Any) -> Series:  # the keywords of ``create`` but competitions
    """Change what is said or what counts; the order of merit follows at once. Raises BadSetting naming the field."""
    with locked(series.id) as row:
        before = {name: getattr(row, name) for name in _CHECKS}
        _set(row, values)
        if {name: getattr(row, name) for name in _CHECKS} == before:
            return row
        row.save()
        if (row.name, row.listed) != (before["name"], before["listed"]):
            _named(row)
        if (row.points, row.rest, row.best) != (before["points"], before["rest"], before["best"]):
            said = text("changed what counts: {points}; every other place {rest}; best results {best}",
                        points=_said(row.points), rest=row.rest, best=row.best)  # fmt: skip
        else:
            said = text("changed the settings")
        _record(row, by, "change", said)
    return row


def end(*, series: Series) -> None:
    """Take the series away; its competitions stay as they are. Again: nothing happens."""
    with transaction.atomic():
        row = Series.objects.select_for_update().filter(id=series.id).first()
        if row is not None:
            _named(row)
            row.delete()


def add(*, series: Series, by: User, competition: Competition) -> SeriesEvent:
    """Let ``competition``, past or future, count for the series. Again: nothing changes.

    Raises SeriesRefused: ``by`` does not run the competition, it is cancelled, or there are too many.
    """
    with locked(series.id) as row:
        there = row.events.filter(competition=competition).first()
        if there is not None:
            return there
        if not may(by, competition, Right.RUN):
            raise SeriesRefused(_("Only who runs a competition adds it to a series."))
        if competition.status == Competition.Status.CANCELLED:
            raise SeriesRefused(_("A cancelled competition counts for nothing."))
        if row.events.count() >= MOST_EVENTS:
            raise SeriesRefused(_("At most %(count)d events in a series.") % {"count": MOST_EVENTS})
        made = SeriesEvent.objects.create(series=row, competition=competition, added_at=timezone.now())
        said = text("added {name}", name=competition.name) if competition.listed else text("added a competition")
        _record(row, by, "add", said)
        _named(row)
    return made


def remove(*, series: Series, by: User, competition: Competition) -> None:
    """Let ``competition`` count no more. Again: nothing changes."""
    with locked(series.id) as row:
        gone, _rows = row.events.filter(competition=competition).delete()
        if gone:
            said = text("took {name} out", name=competition.name) if competition.listed else text("took one out")
            _record(row, by, "remove", said)
            _named(row, competition.pk)


def again(*, series: Series, by: User) -> Competition:
    """The next event: a competition like the last one, a week later or as many as lie in the past, its registration
    open. While one is open that nobody has entered yet, it is that one: a second click makes no second.

    Raises SeriesRefused without an event to follow, or where ``by`` does not run it.
    """
    with locked(series.id) as row:
        events = [event.competition for event in merit(row, runs=True).events]
        events = [one for one in events if one.status != Competition.Status.CANCELLED]
        if not events:
            raise SeriesRefused(_("Add an event first: the next one is made like the last."))
        last = Competition.objects.get(pk=events[-1].pk)  # with every setting that the next one is to have
        if last.status == Competition.Status.REGISTRATION and not last.entrants.exists():
            return last
        if not may(by, last, Right.RUN):
            raise SeriesRefused(_("Only who runs a competition adds it to a series."))
        starts = last.starts_at
        while starts is not None and starts <= max(timezone.now(), last.starts_at or starts):
            starts += WEEK
        made = making.create(by=last.owner, name=next_name(last.name), starts_at=starts, **like(last))
        succeed(made, last, by)
        made = making.publish(competition=made, by=by)
        SeriesEvent.objects.create(series=row, competition=made, added_at=timezone.now())
        said = text("made {name}", name=made.name) if made.listed else text("made the next event")
        _record(row, by, "again", said)
    return made


def match(*, series: Series, by: User, one: UUID, other: UUID) -> SamePerson:
    """Say that two names of the series are one person. Again: nothing changes.

    Raises SeriesRefused: no such name here, the same one twice, or both have a place in one event.
    """
    with locked(series.id) as row:
        first, second = sorted((one, other))
        there = row.matched.filter(one=first, other=second).first()
        if there is not None:
            return there
        found = merit(row, runs=True)
        if first == second or first not in found.users or second not in found.users:
            raise SeriesRefused(_("Choose two names that have a place in this series."))
        mine, theirs = found.users[first], found.users[second]
        if mine == theirs:
            raise SeriesRefused(_("These two are one person already."))
        both = found.events_of[mine] & found.events_of[theirs]
        if both:
            name = found.events[min(both)].competition.name
            raise SeriesRefused(_("Both have a place in %(event)s: they cannot be one person.") % {"event": name})
        made = SamePerson.objects.create(series=row, one_id=first, other_id=second, by=by, at=timezone.now())
        _record(row, by, "match", text("{one} and {other} are one person", one=f"@{first}", other=f"@{second}"))
    return made


def part(*, series: Series, by: User, matched: int) -> None:
    """Take back that two names are one person. Again: nothing changes."""
    with locked(series.id) as row:
        there = row.matched.filter(id=matched).first()
        if there is None:
            return
        message = text("{one} and {other} are two people after all", one=f"@{there.one_id}", other=f"@{there.other_id}")
        there.delete()
        _record(row, by, "part", message)


def next_name(name: str) -> str:
    """The name of the event after ``name``: its number at the end one higher; without a number it is the second."""
    found = re.fullmatch(r"(.*?)(\d{1,4})", name, re.DOTALL)
    if found is None:
        return f"{name[:76]} 2"
    stem, number = found[1], int(found[2]) + 1
    return f"{stem[: 80 - len(str(number))]}{number}"


def _set(row: Series, values: dict[str, Any]) -> None:
    """Check and set. Raises BadSetting."""
    for field, value in values.items():
        if field not in _CHECKS:
            raise BadSetting(field, _("%(field)s cannot be changed.") % {"field": field})
        setattr(row, field, _CHECKS[field](value))
    if row.points and row.rest > row.points[-1]:
        raise BadSetting("rest", _("A better place pays no less than a worse one."))


def _name(raw: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not 3 <= len(name) <= 80:
        raise BadSetting("name", _("The name of a series has 3 to 80 characters."))
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs") for sign in name):
        raise BadSetting("name", _("A name has no control or invisible characters: type it again without them."))
    return name


def _points(raw: Sequence[int]) -> list[int]:
    points = list(raw)
    if not points or len(points) > MOST_PLACES:
        raise BadSetting("points", _("Say what 1 to %(count)d places pay.") % {"count": MOST_PLACES})
    if any(isinstance(one, bool) or not isinstance(one, int) or not 0 <= one <= MOST_POINTS for one in points):
        raise BadSetting("points", _("Points are whole numbers from 0 to %(most)d.") % {"most": MOST_POINTS})
    if points != sorted(points, reverse=True):
        raise BadSetting("points", _("A better place pays no less than a worse one."))
    return points


def _between(field: str, low: int, high: int) -> Any:  # a check of one value
    def check(value: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadSetting(field, _("From %(low)d to %(high)d, please.") % {"low": low, "high": high})
        return value

    return check


_CHECKS: Final[dict[str, Any]] = {  # each takes the value as it came
    "name": _name,
    "points": _points,
    "rest": _between("rest", 0, MOST_POINTS),
    "best": _between("best", 0, MOST_EVENTS),
    "description": lambda value: value.strip()[:2000],
    "listed": bool,
}


def _said(points: Sequence[int]) -> str:
    return " ".join(str(one) for one in points)
