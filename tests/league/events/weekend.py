"""A weekend for the tests: an event of two competitions on the same tables, by the verbs of the pages."""

from __future__ import annotations

from datetime import time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F
from django.utils import timezone

from league.competitions.models import Call, CalledPlayer, Fixture, Round
from league.competitions.verbs import entries, halls, rounds
from league.events.models import Event, PlannedMatch
from league.events.timetable import read_event
from league.events.verbs import events, joining
from league.formats.timetable.faults import faults
from league.formats.timetable.terms import Trouble
from tests.league.builders import NAMES, competition


def event_of(organiser, **values):
    """An event of today and tomorrow without competitions, at a place where it is morning: the day is long enough."""
    now = timezone.now()
    ahead = max(-12, 8 - now.hour)
    zone = f"Etc/GMT{-ahead:+d}"  # its signs are those of the way back to Greenwich
    today = now.astimezone(ZoneInfo(zone)).date()
    usual = {
        "time_zone": zone,
        "name": "Weekend al Lago",
        "place": "Dopolavoro",
        "first_day": today,
        "last_day": today + timedelta(days=1),
        "opens": time(0, 5),
        "closes": time(23, 55),
    }
    return events.create(by=organiser, **usual | values)


def weekend(cast, tables=2, presets=("league", "cup"), entrants=4, **values):
    """A running event of the cast's organiser: each competition has names of its own, and tables are shared."""
    event = event_of(cast.organiser, **values)
    cups = []
    for number, preset in enumerate(presets):
        cup = competition(cast.organiser, preset, entrants)
        names = NAMES[number * entrants : (number + 1) * entrants]
        entries.enter_names(competition=cup, by=cast.organiser, names=names)
        cups.append(joined(event, cup, rounds.start(competition=cup, by=cast.organiser)))
    if tables:
        halls.add_tables(competition=cups[0], by=cast.organiser, first=1, last=tables)
    return event, cups


def joined(event, cup, *_more):
    joining.add(event=event, by=event.owner, competition=cup)
    cup.refresh_from_db()
    return cup


def let_pass(event, minutes):
    """Let ``minutes`` pass at ``event``: every time of its rows is earlier by them, its hours too."""
    gap = timedelta(minutes=minutes)
    inside = event.competitions.values("pk")
    for rows, columns in (
        (Fixture.objects.filter(competition__in=inside), ("kick_off_at", "ended_at")),
        (Round.objects.filter(stage__competition__in=inside), ("opens_at", "closes_at")),
        (PlannedMatch.objects.filter(event=event), ("first_at",)),
        (Call.objects.filter(table__hall=event.hall_id), ("called_at", "began_at", "due_at", "ended_at")),
        (CalledPlayer.objects.filter(call__table__hall=event.hall_id), ("ended_at",)),
        (event.parts.all(), ("ends_by",)),
    ):
        rows.update(**{column: F(column) - gap for column in columns})
    row = Event.objects.get(pk=event.pk)
    row.opens, row.closes = _earlier(row.opens, minutes), _earlier(row.closes, minutes)
    row.breaks = [[f"{_earlier(time.fromisoformat(clock), minutes):%H:%M}" for clock in each] for each in row.breaks]
    row.save(update_fields=["opens", "closes", "breaks"])


def _earlier(clock, minutes):
    """``clock`` less ``minutes``; midnight stays."""
    left = max(0, clock.hour * 60 + clock.minute - minutes)
    return time(left // 60, left % 60)


def clashes(event):
    """Pairs of planned matches ahead at one table, or with a player or referee in common, at once."""
    agenda, old = (read := read_event(event)).agenda, read.old
    kinds = (Trouble.TWICE, Trouble.TABLE_TWICE, Trouble.REFEREE_BUSY)
    return [conflict for conflict in faults(agenda, old) if conflict.kind in kinds]
