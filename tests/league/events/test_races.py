"""Two organisers at once: a competition joins one event alone, and one of two timetables is applied."""

from __future__ import annotations

import pytest

from league.competitions.errors import EntryRefused
from league.competitions.models import Competition, Fixture
from league.competitions.verbs import entries
from league.events import people
from league.events.errors import EventRefused
from league.events.models import Event, EventCompetition, PlannedMatch
from league.events.timetable import propose
from league.events.verbs import joining, timetable
from tests.league.builders import competition, running
from tests.league.competitions.test_races import met, together
from tests.league.events.weekend import event_of, joined, weekend

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_competition_joins_one_of_two(cast):
    cup, two = running(cast.organiser), [event_of(cast.organiser) for _number in range(2)]
    answers = together(
        *(lambda event=event: joining.add(event=event, by=cast.organiser, competition=cup) for event in two)
    )
    assert sorted(type(answer) for answer in answers if isinstance(answer, EventRefused)) == [EventRefused]
    part = EventCompetition.objects.get()
    cup.refresh_from_db()
    assert cup.hall_id == part.event.hall_id


def test_the_same_timetable_twice_at_once(cast):
    event, cups = weekend(cast)
    event.refresh_from_db()
    seen = propose(event).digest
    together(*[lambda: timetable.apply(event=event, by=cast.organiser, seen=seen)] * 2)
    assert event.log.filter(verb="timetable").count() == 1
    assert PlannedMatch.objects.count() == Fixture.objects.filter(competition__in=cups).count()
    assert set(Fixture.objects.values_list("sequence", flat=True)) == {1}


def two_that_exclude(cast):
    event = event_of(cast.organiser)
    cups = [joined(event, competition(cast.organiser)) for _number in range(2)]
    for cup in cups:
        joining.change(part=cup.in_event, by=cast.organiser, one_of="age")
    return cups


def enter_both(cast, cups):
    return together(*(lambda cup=cup: entries.enter(competition=cup, player=cast.anna) for cup in cups))


def test_without_the_lock_of_a_person_both_take_them(cast, monkeypatch):
    """The control: both read before either has written."""
    cups = two_that_exclude(cast)
    monkeypatch.setattr(people, "hold_person", lambda player: None)
    monkeypatch.setattr(people, "_players", met(people._players))
    assert not [answer for answer in enter_both(cast, cups) if isinstance(answer, EntryRefused)]


def test_one_of_two_that_exclude_each_other_takes_them(cast):
    cups = two_that_exclude(cast)
    (refused,) = [answer for answer in enter_both(cast, cups) if isinstance(answer, EntryRefused)]
    assert "excludes" in str(refused)
    assert Competition.objects.filter(entrants__player=cast.anna).count() == 1
    assert Event.objects.count() == 1
