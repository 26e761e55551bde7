"""Events in rows: one queue for all competitions, one person in several, one check-in, categories that exclude."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from league.competitions.derivation import queue
from league.competitions.errors import BadSetting, EntryRefused
from league.competitions.models import Call, CalledPlayer, Competition, Fixture, Hall, HallTable
from league.competitions.verbs import calling, check_in, entries, halls, rounds, rulings
from league.competitions.verbs.rulings import Score
from league.events.errors import EventRefused
from league.events.models import Event, EventCompetition, Particulars, Presence
from league.events.people import alike, people_of
from league.events.reading import log_of, my_day
from league.events.timetable import propose
from league.events.verbs import events, joining, people, timetable
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest as make_guest
from tests.league.builders import competition, running
from tests.league.events.weekend import event_of, joined, weekend
from tests.league.teams import open_line_ups, running_teams

pytestmark = pytest.mark.django_db


def called(event):
    """Table number -> its fixture, of the open calls."""
    rows = Call.objects.filter(table__hall=event.hall_id, ended_at=None).select_related("fixture__competition")
    return {call.table.number: call.fixture for call in rows}


def test_it_works(cast):
    """Two competitions of two matches each have one queue: when one ends, the next is called, of whichever."""
    event, cups = weekend(cast, tables=3)
    calling.call_due()
    assert sorted(called(event)) == [1, 2, 3]
    assert {fixture.competition_id for fixture in called(event).values()} == {cup.pk for cup in cups}
    (last,) = queue.read(event.hall_id).queue
    rulings.enter_result(fixture=called(event)[1], score=Score(1, 0), by=cast.organiser)
    calling.call_due()
    assert called(event)[1].pk == last.key


def test_nobody_is_called_before_the_event_opens(cast):
    """A competition that starts the day before has no calls of its own; the organiser can call by hand."""
    day = timezone.localdate() + timedelta(days=1)
    event, _cups = weekend(cast, tables=2, first_day=day, last_day=day)
    calling.call_due()
    assert not called(event)
    first = queue.read(event.hall_id).queue[0]
    calling.call_to(fixture=Fixture.objects.get(pk=first.key), by=cast.organiser, table=1)
    assert list(called(event)) == [1]
    Call.objects.all().delete()
    event.first_day = timezone.localdate()
    event.save()
    calling.call_due()
    assert len(called(event)) == 2


def test_tables_come_along_or_nothing_does(cast):
    event = event_of(cast.organiser)
    first, second, third = (running(cast.organiser) for _number in range(3))
    halls.add_tables(competition=first, by=cast.organiser, first=1, last=2)
    Call.objects.all().delete()
    halls.add_tables(competition=second, by=cast.organiser, first=2, last=4)
    Call.objects.all().delete()
    joined(event, first)
    with pytest.raises(EventRefused, match="Table 2 is a table of the event and of Saturday cup"):
        joining.add(event=event, by=cast.organiser, competition=second)
    second.refresh_from_db()
    assert second.hall_id != event.hall_id
    assert second.hall.tables.count() == 3
    assert not EventCompetition.objects.filter(competition=second).exists()
    Call.objects.filter(table__hall=event.hall_id).delete()
    halls.remove_table(competition=first, by=cast.organiser, table=2)
    joined(event, second)
    assert list(HallTable.objects.filter(hall=event.hall_id).values_list("number", flat=True)) == [1, 2, 3, 4]
    assert Hall.objects.count() == 1
    halls.add_tables(competition=third, by=cast.organiser, first=9)
    with pytest.raises(EventRefused, match="plays at its tables now"):
        joining.add(event=event, by=cast.organiser, competition=third)


def test_who_may_not_join(cast):
    event, (cup, _other) = weekend(cast, tables=0)
    with pytest.raises(EventRefused, match="run a competition"):
        joining.add(event=event, by=cast.organiser, competition=running(cast.anna))
    with pytest.raises(EventRefused, match="another event"):
        joining.add(event=event_of(cast.organiser), by=cast.organiser, competition=cup)
    evening = running(cast.organiser, "evening", advance="auto")
    with pytest.raises(EventRefused, match="plays at its tables now"):
        joining.add(event=event, by=cast.organiser, competition=evening)
    assert joining.add(event=event, by=cast.organiser, competition=cup) == cup.in_event


def test_leaving_waits_for_the_tables(cast):
    event, (cup, other) = weekend(cast)
    calling.call_due()
    with pytest.raises(EventRefused, match="at the tables"):
        joining.remove(event=event, by=cast.organiser, competition=cup)
    for number in (1, 2):
        halls.close_table(competition=cup, by=cast.organiser, table=number)
    joining.remove(event=event, by=cast.organiser, competition=cup)
    joining.remove(event=event, by=cast.organiser, competition=cup)
    cup.refresh_from_db()
    assert cup.hall is None
    assert event.hall.tables.count() == 2
    halls.reopen_table(competition=other, by=cast.organiser, table=1)
    calling.call_due()
    with pytest.raises(EventRefused, match="called to the tables"):
        events.end(event=event)


def test_the_end_of_an_event_leaves_its_competitions(cast):
    event, cups = weekend(cast, tables=0)
    for _time in range(2):
        events.end(event=Event(id=event.id))
    assert not Hall.objects.exists()
    assert set(Competition.objects.values_list("hall", flat=True)) == {None}
    assert len(cups) == 2


def test_the_end_of_an_event_takes_its_timetable_along(cast):
    event, cups = weekend(cast)
    event.refresh_from_db()
    timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest)
    for number in (1, 2):
        halls.close_table(competition=cups[0], by=cast.organiser, table=number)
    events.end(event=event)
    planned = Fixture.objects.filter(competition__in=cups)
    assert set(planned.values_list("fixed", "kick_off_at", "table")) == {("", None, None)}


def test_settings_name_their_fault(cast):
    day = timezone.localdate()
    for wrong, field in (
        ({"last_day": day - timedelta(days=1)}, "last_day"),
        ({"last_day": day + timedelta(days=90)}, "last_day"),
        ({"first_day": date(9999, 12, 31), "last_day": date(9999, 12, 31)}, "first_day"),
        ({"closes": time(0, 1)}, "closes"),
        ({"breaks": [["13:00", "12:00"]]}, "breaks"),
        ({"breaks": [["13:00", "14:00"], ["13:30", "15:00"]]}, "breaks"),
        ({"breaks": [["noon"]]}, "breaks"),
        ({"breaks": [["13Z", "14"], ["15Z", "16"]]}, "breaks"),
        ({"time_zone": "Lago/Lago"}, "time_zone"),
        ({"name": "x"}, "name"),
    ):
        with pytest.raises(BadSetting) as refused:
            event_of(cast.organiser, **wrong)
        assert refused.value.field == field


# ── people ──
def two_names(cast, tables=2):
    """An event in which "Aldo" is typed into both competitions."""
    event = event_of(cast.organiser)
    cups = []
    for others in ("Berta\nCarlo\nDora", "Enea\nFulvia\nGino"):
        cup = competition(cast.organiser)
        entries.enter_names(competition=cup, by=cast.organiser, names=f"Aldo\n{others}")
        cups.append(joined(event, rounds.start(competition=cup, by=cast.organiser)))
    first, second = (cup.entrants.get(name="Aldo").player for cup in cups)
    return event, cups, first, second


def test_two_names_of_one_person_are_called_once(cast):
    event, cups, first, second = two_names(cast)
    (pair,) = alike(people_of(event))
    assert {pair[0].key, pair[1].key} == {first.pk, second.pk}
    person = people.match(event=event, by=cast.organiser, one=first.pk, other=second.pk)
    assert people.match(event=event, by=cast.organiser, one=second.pk, other=first.pk) == person
    assert next(one.names for one in people_of(event)) == ["Aldo"]
    halls.add_tables(competition=cups[0], by=cast.organiser, first=1, last=4)
    calling.call_due()
    assert len(called(event)) == 3
    aldo = CalledPlayer.objects.filter(user__in=(first, second), ended_at=None)
    assert len({player.call_id for player in aldo}) == 1
    assert aldo.count() == 2
    people.part(event=event, by=cast.organiser, user=first.pk)
    calling.call_due()
    assert len(called(event)) == 4


def test_a_day_has_the_matches_of_all_names_in_the_order_of_play(cast):
    """Also the boards of teams that another name plays, and round by round across the competitions."""
    event, cups = weekend(cast, tables=0, presets=("league", "league"))
    teams = joined(event, running_teams(cast.organiser))
    open_line_ups(teams)
    board = Fixture.objects.filter(competition=teams, home_player__isnull=False).order_by("board").last()
    first, second = (cup.entrants.order_by("name").first().player for cup in cups)
    for other in (second.pk, board.home_player_id):
        people.match(event=event, by=cast.organiser, one=first.pk, other=other)
    day = my_day(event, first, event.parts.select_related("competition"))
    assert board.pk in {fixture.pk for fixture in (day.up.fixture, *day.ahead)}
    numbers = [fixture.tie.round.number for fixture in day.ahead if fixture.competition_id != teams.pk]
    assert numbers == sorted(numbers) and len(numbers) >= 4


def test_a_claimed_name_stays_the_same_person(cast):
    event, _cups, first, second = two_names(cast)
    people.match(event=event, by=cast.organiser, one=first.pk, other=second.pk)
    claim(name=first, account=cast.anna)
    (aldo,) = [person for person in people_of(event) if len(person.users) > 1]
    assert set(aldo.users) == {cast.anna.pk, second.pk}
    claim(name=second, account=cast.anna)
    assert not event.hall.same_people.exists()


def test_they_cannot_be_one_who_meet(cast):
    event, cups, first, _second = two_names(cast)
    other = cups[0].entrants.get(name="Berta").player
    with pytest.raises(EventRefused, match="Both play in Saturday cup"):
        people.match(event=event, by=cast.organiser, one=first.pk, other=other.pk)
    with pytest.raises(EventRefused, match="Nobody of this name"):
        people.match(event=event, by=cast.organiser, one=first.pk, other=cast.anna.pk)


def test_one_check_in_for_all(cast):
    """Whoever has come is checked into each competition that waits for it; a second time changes nothing."""
    event = event_of(cast.organiser)
    cups = [joined(event, competition(cast.organiser)) for _number in range(3)]
    now = timezone.now()
    for cup in cups[:2]:
        entries.enter(competition=cup, player=cast.anna)
        check_in.set_check_in(
            competition=cup, by=cast.organiser, opens_at=now - timedelta(hours=1), closes_at=now + timedelta(hours=1)
        )
    entries.enter(competition=cups[2], player=cast.anna)
    with pytest.raises(EventRefused, match="Nobody of this name"):
        people.check_in(event=event, by=cast.bruno)
    with pytest.raises(EventRefused, match="Only the person"):
        people.check_in(event=event, by=cast.bruno, person=cast.anna.pk)
    for _time in range(2):
        people.check_in(event=event, by=cast.anna)
    assert [bool(cup.entrants.get().checked_in_at) for cup in cups] == [True, True, False]
    assert Presence.objects.count() == 1
    assert event.log.filter(verb="check_in").count() == 1
    people.check_out(event=event, by=cast.organiser, person=cast.anna.pk)
    assert not Presence.objects.exists()
    assert cups[0].entrants.get().checked_in_at is None


def test_nobody_enters_two_that_exclude_each_other(cast):
    event = event_of(cast.organiser)
    veterans, juniors, free = (joined(event, competition(cast.organiser)) for _number in range(3))
    entries.enter(competition=veterans, player=cast.anna)
    for cup in (veterans, juniors):
        joining.change(part=cup.in_event, by=cast.organiser, one_of="Age")
    entries.enter(competition=free, player=cast.anna)
    with pytest.raises(EntryRefused, match="You are in Saturday cup, which excludes Saturday cup"):
        entries.enter(competition=juniors, player=cast.anna)
    joining.change(part=juniors.in_event, by=cast.organiser, one_of="")
    entries.enter(competition=juniors, player=cast.anna)
    with pytest.raises(EventRefused, match="exclude each other"):
        joining.change(part=juniors.in_event, by=cast.organiser, one_of="age")
    assert EventCompetition.objects.get(competition=juniors).one_of == ""


# ── categories by year of birth and licence ──
def veterans(cast, **rule):
    """A competition of an event for those born in 1976 or earlier, or by ``rule``."""
    cup = joined(event_of(cast.organiser), competition(cast.organiser))
    joining.change(part=cup.in_event, by=cast.organiser, **rule or {"born_to": 1976})
    return cup.in_event.event, cup


def test_a_category_is_for_those_of_its_years(cast):
    event, cup = veterans(cast)
    with pytest.raises(EntryRefused, match=r"born in 1976 or earlier.*does not know.*Where am I next"):
        entries.enter(competition=cup, player=cast.anna)
    people.tell(event=event, by=cast.anna, birth_year=1977)
    with pytest.raises(EntryRefused, match=r"Saturday cup is for those born in 1976 or earlier\.$"):
        entries.enter(competition=cup, player=cast.anna)
    people.tell(event=event, by=cast.anna, birth_year=1976)
    entries.enter(competition=cup, player=cast.anna)
    with pytest.raises(EventRefused, match="anna was born in 1980"):
        people.tell(event=event, by=cast.anna, birth_year=1980)
    assert Particulars.objects.get().birth_year == 1976
    with pytest.raises(EventRefused, match="anna was born in 1976"):
        joining.change(part=cup.in_event, by=cast.organiser, born_to=1970)
    assert EventCompetition.objects.get().born_to == 1976
    with pytest.raises(BadSetting) as refused:
        joining.change(part=cup.in_event, by=cast.organiser, born_from=1980)
    assert refused.value.field == "born_to"


def test_a_year_out_of_a_category_is_told_to_nobody_else(cast):
    """Who has no account, and who claims a name, is judged by what is known of them, and stops nobody else."""
    event, cup = veterans(cast)
    guest = make_guest(nickname="Zeno")
    people.tell(event=event, by=guest, birth_year=2001)
    with pytest.raises(EntryRefused, match=r"born in 1976 or earlier\.$"):
        entries.enter(competition=cup, player=guest)
    people.tell(event=event, by=guest)
    entries.enter(competition=cup, player=guest)  # of whom nothing is known: the desk asks
    Particulars.objects.create(event=event, user=guest, birth_year=2001)
    people.tell(event=event, by=cast.anna, birth_year=1970)
    assert Particulars.objects.get(user=cast.anna).birth_year == 1970
    with pytest.raises(EventRefused, match="Zeno was born in 2001"):
        people.tell(event=event, by=guest, birth_year=2001)


def test_a_licence_is_asked_for_at_the_check_in(cast):
    """A typed name is taken; whoever is at the desk tells its licence, or cannot check it in."""
    event, cup = veterans(cast, licensed=True)
    entries.enter_names(competition=cup, by=cast.organiser, names="Ugo")
    (ugo,) = people_of(event)
    with pytest.raises(EventRefused, match="for those with a licence"):
        people.check_in(event=event, by=cast.organiser, person=ugo.key)
    assert not Presence.objects.exists()
    with pytest.raises(EventRefused, match="Only the person"):
        people.tell(event=event, by=cast.anna, person=ugo.key, licence="IT-1")
    people.tell(event=event, by=cast.organiser, person=ugo.key, licence="IT-1")
    people.check_in(event=event, by=cast.organiser, person=ugo.key)
    (ugo,) = people_of(event)
    assert ugo.licence == "IT-1" and ugo.here_at
    assert "IT-1" not in str(list(event.log.values_list("message", flat=True)))
    people.tell(event=event, by=cast.organiser, person=ugo.key)
    assert not Particulars.objects.exists()


def test_the_log_tells_of_a_competition_whose_name_begins_with_an_at_sign(cast):
    event = event_of(cast.organiser)
    cup = competition(cast.organiser, "league", 4)
    Competition.objects.filter(pk=cup.pk).update(name="@the lake")
    joined(event, Competition.objects.get(pk=cup.pk))
    assert "added @the lake" in [words for _row, words in log_of(event, 9)]
