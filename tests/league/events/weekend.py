"""A weekend for the tests: an event of two competitions on the same tables, by the verbs of the pages."""

from __future__ import annotations

from datetime import time, timedelta

from django.utils import timezone

from league.competitions.verbs import entries, halls, rounds
from league.events.verbs import events, joining
from tests.league.builders import NAMES, competition


def event_of(organiser, **values):
    """An event of today and tomorrow without competitions."""
    today = timezone.localdate()
    usual = {
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
