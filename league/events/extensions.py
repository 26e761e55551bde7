"""Registrations of events with the apps below."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from league.competitions.derivation.queue import officials, openings
from league.competitions.models import Hall
from league.competitions.pages.registries import Overview, overview_parts
from league.competitions.verbs.entries import entry_rules
from league.events import access
from league.events.claims import Presences
from league.events.models import Event, EventCompetition, PlannedMatch
from league.events.people import must_be_of_category, must_enter_one
from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.resets import office_sources


@overview_parts.add
def event_of(page: Overview) -> dict[str, Any]:
    """Return the event that the competition is in, as ``in_event``. No query without shared tables."""
    if page.competition.hall_id is None:
        return {"in_event": None}
    part = EventCompetition.objects.filter(competition=page.competition).select_related("event").first()
    return {"in_event": part and part.event}


@officials.add
def referees_of(hall: Hall, fixtures: Collection[UUID]) -> Mapping[UUID, UUID]:
    """Return who referees each of ``fixtures``. One query, none without matches."""
    if not fixtures:
        return {}
    rows = PlannedMatch.objects.filter(fixture__in=list(fixtures), referee__isnull=False)
    return {fixture: person for fixture, person in rows.values_list("fixture", "referee") if person is not None}


@openings.add
def opens_at(hall: Hall) -> datetime | None:
    """Return when the event of ``hall`` begins: until then its queue calls nobody."""
    event = Event.objects.filter(hall=hall).first()
    if event is None:
        return None
    return datetime.combine(event.first_day, event.opens, ZoneInfo(event.time_zone))


entry_rules.add(must_enter_one)
entry_rules.add(must_be_of_category)
holdings_of_apps.add(Presences)
office_sources.add(access.owns_any)
