"""Competitions join an event and leave it: the tables of the event become theirs, so there is one queue for all."""

from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import Text, text
from league.competitions.errors import BadSetting
from league.competitions.log import journal as competition_journal
from league.competitions.log.locks import locked as locked_competition
from league.competitions.models import Call, Competition, Fixture, HallTable, QueuePlace
from league.competitions.models.roles import Right
from league.competitions.policy.access import may
from league.competitions.setup import columns
from league.competitions.verbs.calling import follow_up
from league.events.errors import EventRefused
from league.events.journal import locked, record
from league.events.models import MOST_COMPETITIONS, Event, EventCompetition, PlannedMatch, PlannedRound
from league.events.people import must_be_in_one, must_fit
from league.players.models import User
from matches.models import Match
from matches.verbs.opening import poke

SETTINGS: Final = (
    "category", "one_of", "minutes", "referees", "ends_by", "born_from", "born_to", "licensed",
)  # fmt: skip
"""Columns of a competition of an event that people set."""


def add(*, event: Event, by: User, competition: Competition, **values: Any) -> EventCompetition:
    """Let ``competition`` join, with ``values`` of SETTINGS; its own tables come along. Again: nothing changes.

    Raises EventRefused: ``by`` does not run it, it is over, is in another event, plays at its tables now, has a table
    of a number that is there, brings a person into two that exclude each other, or has somebody in it whom its category
    is not for.
    """
    with locked(event.id) as event_row, locked_competition(competition.id) as row:
        there = EventCompetition.objects.filter(competition=row).select_related("event").first()
        if there is not None and there.event_id == event_row.pk:
            return there
        if there is not None:
            raise EventRefused(_("%(name)s is in another event.") % {"name": row.name})
        if not may(by, row, Right.RUN):
            raise EventRefused(_("Only those who run a competition can add it to an event."))
        if row.status in (Competition.Status.FINISHED, Competition.Status.CANCELLED):
            raise EventRefused(_("%(name)s is over.") % {"name": row.name})
        if event_row.parts.count() >= MOST_COMPETITIONS:
            raise EventRefused(_("At most %(count)d competitions in an event.") % {"count": MOST_COMPETITIONS})
        part = EventCompetition(event=event_row, competition=row, added_at=timezone.now())
        _take(part, values)
        _bring_tables(event_row, row)
        part.save(force_insert=True)
        must_be_in_one(event_row)
        must_fit(event_row)
        row.hall = event_row.hall
        row.save(update_fields=["hall"])
        record(event_row, by, "add", _named(row, text("added {name}", name=row.name), text("added a competition")))
        competition_journal.note(row, by, "tables", text("joined the event {name}", name=event_row.name))
        follow_up(row)
    return part


def change(*, part: EventCompetition, by: User, **values: Any) -> EventCompetition:
    """Change ``values`` of SETTINGS. Raises BadSetting, EventRefused as ``add``."""
    with locked(part.event_id) as event:
        row = event.parts.select_related("competition").get(pk=part.pk)
        if _take(row, values):
            row.save()
            must_be_in_one(event)
            must_fit(event)
            named = text("changed the settings of {name}", name=row.competition.name)
            record(event, by, "change", _named(row.competition, named, text("changed the settings")))
    return row


def remove(*, event: Event, by: User, competition: Competition) -> None:
    """Take ``competition`` out of the event: the tables stay. Again: nothing changes.

    Raises EventRefused while one of its matches is called to a table.
    """
    with locked(event.id) as event_row, locked_competition(competition.id) as row:
        part = event_row.parts.filter(competition=row).first()
        if part is None:
            return
        if Call.objects.filter(fixture__competition=row, ended_at=None).exists():
            raise EventRefused(_("Matches of %(name)s are at the tables. Let them end first.") % {"name": row.name})
        leave_tables(row)
        part.delete()
        record(
            event_row, by, "remove", _named(row, text("removed {name}", name=row.name), text("removed a competition"))
        )
        competition_journal.note(row, by, "tables", text("left the event {name}", name=event_row.name))


def leave_tables(row: Competition) -> None:
    """Take ``row``, which the caller holds, from the tables of its event, its matches ahead out of the timetable."""
    row.hall = None
    row.save(update_fields=["hall"])
    without_plan(Fixture.objects.filter(competition=row, status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN)))
    PlannedMatch.objects.filter(fixture__competition=row).delete()
    PlannedRound.objects.filter(round__stage__competition=row).delete()
    QueuePlace.objects.filter(fixture__competition=row).delete()


def without_plan(ahead: QuerySet[Fixture]) -> None:
    """Take from matches ahead the times and tables that a timetable gave them; nobody is late for them any more."""
    planned = ahead.filter(planned__isnull=False, fixed=Fixture.Fixed.PLAN)
    tables = Match.objects.filter(fixture__in=planned, status=Match.Status.WAITING)
    for match in list(tables.values_list("pk", flat=True)):
        transaction.on_commit(partial(poke, match))
    tables.update(starts_at=None, no_show_at=None)
    planned.update(kick_off_at=None, fixed=Fixture.Fixed.NOBODY, table=None, sequence=F("sequence") + 1)


def _named(row: Competition, named: Text, nameless: Text) -> Text:
    """Return ``named``, or ``nameless`` if not everybody may know of ``row``."""
    return named if row.listed else nameless


def _take(part: EventCompetition, values: dict[str, Any]) -> bool:
    ends_by = values.get("ends_by")
    if ends_by is not None and not isinstance(ends_by, datetime):
        raise BadSetting("ends_by", _("Enter a date and a time."))
    changed = columns.take(part, values, SETTINGS)
    if part.born_from is not None and part.born_to is not None and part.born_to < part.born_from:
        raise BadSetting("born_to", _("The last year of birth cannot be before the first."))
    return changed


def _bring_tables(event: Event, row: Competition) -> None:
    """Give the event the tables of ``row``. Raises EventRefused if one of a number is there, or one is in use."""
    open_now = Fixture.objects.filter(competition=row, status__in=(Fixture.Status.OPEN, Fixture.Status.LIVE))
    if row.hall is None:
        if open_now.filter(table__isnull=False).exists():  # an evening numbers tables that it has no rows of
            raise EventRefused(_("%(name)s plays at its tables now. Let these matches end first.") % {"name": row.name})
        return
    if row.hall.competitions.exclude(pk=row.pk).exists():
        raise EventRefused(_("%(name)s shares the tables of others. Let it leave them first.") % {"name": row.name})
    if Call.objects.filter(table__hall=row.hall, ended_at=None).exists():
        raise EventRefused(_("%(name)s plays at its tables now. Let these matches end first.") % {"name": row.name})
    own = set(row.hall.tables.values_list("number", flat=True))
    both = sorted(own & set(event.hall.tables.values_list("number", flat=True)))
    if both:
        numbers = ", ".join(map(str, both))
        sentence = ngettext(
            "Table %(numbers)s is a table of the event and of %(name)s. Remove it from one of the two.",
            "Tables %(numbers)s are tables of the event and of %(name)s. Remove them from one of the two.",
            len(both),
        )
        raise EventRefused(sentence % {"numbers": numbers, "name": row.name})
    left = row.hall
    HallTable.objects.filter(hall=left).update(hall=event.hall)
    Competition.objects.filter(pk=row.pk).update(hall=None)
    left.delete()
