"""The timetable of an event in rows: proposed, applied as it was shown, followed by the queue; its referees."""

from __future__ import annotations

import re
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import timezone

from league.competitions.derivation import queue
from league.competitions.errors import NeedsConfirmation, WrongStep
from league.competitions.models import Call, CalledPlayer, Competition, Fixture, Round
from league.competitions.verbs import calling, entries, halls, rounds, rulings, visibility
from league.competitions.verbs.create import cancel
from league.competitions.verbs.rulings import Score
from league.events import timetable as reading
from league.events.errors import EventRefused
from league.events.models import PlannedMatch, PlannedRound
from league.events.reading import behind_of, my_day, progress_of
from league.events.timetable import minutes_of, propose, report
from league.events.verbs import events, joining, people, timetable
from league.formats.timetable import faults
from league.players.models import Notification
from league.players.words.zones import known_zone
from matches.models import Match
from tests.cast import account
from tests.league.builders import competition
from tests.league.events.weekend import event_of, weekend

pytestmark = pytest.mark.django_db


def planned(cast, **values):
    event, cups = weekend(cast, **values)
    event.refresh_from_db()
    return timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest), cups


def moved_back(event, minutes):
    """Let ``minutes`` pass: every time of the timetable is earlier by them."""
    gap = timedelta(minutes=minutes)
    for fixture in Fixture.objects.filter(planned__event=event):
        Fixture.objects.filter(pk=fixture.pk).update(kick_off_at=fixture.kick_off_at - gap)
    for call in Call.objects.filter(table__hall=event.hall_id):
        Call.objects.filter(pk=call.pk).update(
            called_at=call.called_at - gap, began_at=call.began_at and call.began_at - gap, due_at=call.due_at - gap
        )


def clashes(event):
    """Pairs of planned matches at one table, or with a player or referee in common, at once."""
    rows = [(booking.start, booking.end, booking) for booking in reading.read_event(event).old]
    fixtures = {str(row.pk): row for row in Fixture.objects.filter(planned__event=event)}
    found = []
    for at, (start, end, one) in enumerate(rows):
        for other_start, other_end, other in rows[at + 1 :]:
            if start < other_end and other_start < end:
                people = [
                    {str(key) for key in queue.people_of(fixtures[each.fixture])} | {each.referee} - {None}
                    for each in (one, other)
                ]
                if one.table == other.table or people[0] & people[1]:
                    found.append((one, other))
    return found


def test_it_works(cast):
    """Every match, also of rounds to come, has a time and a table; nobody is at two, and the finals are known."""
    event, cups = planned(cast)
    fixtures = Fixture.objects.filter(competition__in=cups)
    assert PlannedMatch.objects.count() == fixtures.count() == 15
    assert not fixtures.exclude(fixed=Fixture.Fixed.PLAN, table__isnull=False, kick_off_at__isnull=False).exists()
    assert not clashes(event)
    final = fixtures.get(competition=cups[1], home=None)
    semi_finals = fixtures.filter(competition=cups[1]).exclude(pk=final.pk)
    assert all(row.kick_off_at + timedelta(minutes=30) <= final.kick_off_at for row in semi_finals)
    assert Notification.objects.filter(kind="kick_off").count() == 8
    before = event.planned_at
    again = timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest)
    assert again.planned_at == before


def test_swiss_rounds_to_come_keep_tables_and_people_free(cast):
    """They are not drawn and have no matches; what other competitions play waits for them, or they for it."""
    event, cups = weekend(cast, presets=("swiss", "league"), entrants=6)
    proposal = propose(event)
    pending = cups[0].stages.get().rounds.filter(ties=None)
    assert [ahead.round for ahead in proposal.rounds_ahead] == list(pending.order_by("number")) != []
    assert {ahead.matches for ahead in proposal.rounds_ahead} == {3}
    drawn = [booking.end for booking in proposal.new if booking.fixture in proposal.read.fixtures]
    first = Fixture.objects.filter(competition=cups[0])
    assert proposal.rounds_ahead[0].starts_at >= max(proposal.new.of[str(row.pk)].end for row in first)
    assert proposal.ends_at == max(*drawn, proposal.rounds_ahead[-1].ends_at)
    assert not faults.faults(proposal.read.agenda, proposal.new.bookings)
    timetable.apply(event=event, by=cast.organiser, seen=proposal.digest)
    assert PlannedMatch.objects.count() == Fixture.objects.filter(competition__in=cups).count() == len(drawn)
    event.refresh_from_db()
    assert propose(event).changes == []


def test_players_see_when_a_round_that_is_not_drawn_begins(client, cast):
    """On the timetable, in the API, and as what is next of someone without a match; not once the round is drawn."""
    event, cups = planned(cast, presets=("swiss",), entrants=3)
    first = event.planned_rounds.first()
    assert first.round.number == 2
    played = Fixture.objects.get(competition=cups[0])
    free = cups[0].entrants.exclude(pk__in=[played.home_id, played.away_id]).get()
    client.force_login(free.player)
    assert 'data-next="round"' in client.get(f"/events/{event.slug}/next/").content.decode()
    at_home = first.starts_at.astimezone(known_zone(free.player.time_zone))  # all times of a page are its reader's
    begins = f'<time datetime="{at_home:%FT%H:%M}'
    assert begins in client.get(f"/events/{event.slug}/timetable/").content.decode()
    told = client.get(f"/api/v1/events/{event.pk}/timetable/").json()["rounds"]
    assert [each["round"] for each in told] == list(event.planned_rounds.values_list("round__number", flat=True))
    rulings.enter_result(fixture=played, score=Score(1, 0), by=cast.organiser)
    told = client.get(f"/api/v1/events/{event.pk}/timetable/").json()["rounds"]
    assert first.round.number not in [each["round"] for each in told]
    rulings.withdraw(entrant=free, by=cast.organiser)
    assert 'data-next="none"' in client.get(f"/events/{event.slug}/next/").content.decode()
    Call.objects.update(ended_at=timezone.now(), end=Call.End.BACK)
    joining.remove(event=event, by=cast.organiser, competition=cups[0])
    assert not event.planned_rounds.exists()


def test_new_starts_of_undrawn_rounds_are_applied_alone(client, cast):
    """The match of a round that is called at once needs no time; the rounds after it may begin later."""
    event, cups = planned(cast, presets=("swiss",), entrants=3)
    rulings.enter_result(fixture=Fixture.objects.get(competition=cups[0]), score=Score(1, 0), by=cast.organiser)
    late = event.planned_rounds.get(round__status=Round.Status.PENDING)
    PlannedRound.objects.filter(pk=late.pk).update(starts_at=late.starts_at - timedelta(hours=2))
    event.refresh_from_db()
    proposal = propose(event)
    assert not proposal.changes and [each.round.pk for each in proposal.rounds_moved] == [late.round_id]
    client.force_login(cast.organiser)
    page = f"/events/{event.slug}/timetable/"
    assert 'value="event_apply"' in client.get(page).content.decode()
    client.post(page, {"do": "event_apply", "seen": proposal.digest})
    stored = {each.round_id: each.starts_at for each in event.planned_rounds.all()}
    assert stored == {late.round_id: proposal.rounds_ahead[0].starts_at}
    assert 'value="event_apply"' not in client.get(page).content.decode()


def test_finals_and_what_is_chosen_go_on_the_stream(client, cast):
    """To its table in the timetable, and so into its queue; the organiser takes them off or puts others there."""
    event, cups = weekend(cast)
    halls.add_tables(competition=cups[0], by=cast.organiser, first=9, stream=True)
    event, final = applied(cast, event), Fixture.objects.get(competition=cups[1], home=None)
    filmed = Fixture.objects.filter(planned__event=event, table=9)
    assert [row.pk for row in filmed] == [final.pk] and final.queue_place.stream
    other = Fixture.objects.filter(competition=cups[0]).order_by("-kick_off_at").first()
    page = f"/events/{event.slug}/timetable/"
    assert not client.get(page).context.get("films")
    client.force_login(cast.organiser)
    assert client.get(page).context["films"]
    said = {"do": "move_in_queue", "fixture": final.pk, "competition": cups[1].slug, "back": "timetable"}
    assert client.post(f"/events/{event.slug}/press/", {**said, "where": "hall"}).url == page
    halls.move_in_queue(fixture=other, by=cast.organiser, where="stream")
    event = applied(cast, event)
    assert [row.pk for row in filmed.all()] == [other.pk]
    with pytest.raises(WrongStep, match="does not wait"):
        halls.move_in_queue(fixture=final, by=cast.organiser, where="front")


def applied(cast, event):
    event.refresh_from_db()
    return timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest)


def test_the_queue_follows_the_timetable(cast):
    """A match is called to its table when its time has come, and not before."""
    event, _cups = planned(cast)
    calling.call_due()
    now = {call.fixture_id: call.table.number for call in Call.objects.filter(ended_at=None).select_related("table")}
    due = Fixture.objects.filter(planned__event=event, kick_off_at__lte=timezone.now())
    assert now == {row.pk: row.table for row in due if row.status == "open"}
    waiting = Fixture.objects.filter(planned__event=event, kick_off_at__gt=timezone.now()).count()
    moved_back(event, 30)
    assert waiting
    calling.call_due()
    assert Call.objects.filter(ended_at=None).count() == 2


@pytest.mark.parametrize("steps", [1, reading.SHOWN_STEPS, reading.SHOWN_STEPS + 1])
def test_what_was_shown_is_applied_past_the_next_steps(cast, monkeypatch, steps):
    event, _cups = weekend(cast)
    event.refresh_from_db()
    shown = propose(event)
    later = shown.read.agenda.now + timedelta(minutes=steps * reading.STEP)
    monkeypatch.setattr(reading, "timezone", SimpleNamespace(now=lambda: later))
    assert propose(event).digest != shown.digest
    too_late = steps > reading.SHOWN_STEPS
    with pytest.raises(EventRefused, match="changed meanwhile") if too_late else nullcontext():
        timetable.apply(event=event, by=cast.organiser, seen=shown.digest)
    assert PlannedMatch.objects.exists() != too_late


def test_what_was_shown_is_applied_or_nothing(cast):
    event, cups = weekend(cast)
    seen = propose(event).digest
    halls.close_table(competition=cups[0], by=cast.organiser, table=2, reason="a leg is broken")
    with pytest.raises(EventRefused, match="changed meanwhile"):
        timetable.apply(event=event, by=cast.organiser, seen=seen)
    assert not PlannedMatch.objects.exists()
    event.refresh_from_db()
    assert event.planned_at is None


def test_a_lost_table_moves_what_stood_there(cast):
    event, cups = planned(cast)
    halls.close_table(competition=cups[0], by=cast.organiser, table=2, reason="a leg is broken")
    proposal = propose(event)
    assert {change.after.table for change in proposal.changes} == {1}
    assert proposal.behind > 0
    Notification.objects.all().delete()
    timetable.apply(event=event, by=cast.organiser, seen=proposal.digest)
    assert not clashes(event)
    assert set(Fixture.objects.filter(planned__event=event).values_list("table", flat=True)) == {1}
    told = Notification.objects.filter(kind="kick_off")
    assert told.exists()
    assert set(told.values_list("url", flat=True)) == {f"/events/{event.slug}/next/"}


def test_what_has_no_table_any_more_loses_its_time(cast):
    """It is in no calendar until it has a place again, and its players hear of it."""
    event, cups = planned(cast, tables=1)
    Match.objects.update(no_show_at=timezone.now() + timedelta(minutes=15))
    halls.add_tables(competition=cups[0], by=cast.organiser, first=9, game="fuba")
    halls.close_table(competition=cups[0], by=cast.organiser, table=1, reason="a leg is broken")
    Notification.objects.all().delete()
    applied(cast, event)
    fixtures = Fixture.objects.filter(competition__in=cups)
    assert set(fixtures.values_list("fixed", "kick_off_at", "table", "planned")) == {("", None, None, None)}
    assert not Match.objects.exclude(no_show_at=None).exists(), "nobody is late for it"
    assert Notification.objects.filter(kind="kick_off").values("user").distinct().count() == 8
    halls.reopen_table(competition=cups[0], by=cast.organiser, table=1)
    applied(cast, event)
    assert not fixtures.filter(kick_off_at=None).exists()


def test_nobody_waits_for_a_cancelled_competition(client, cast):
    """Not in anybody's day, not in the count of matches, not behind time; calendars say that it is off."""
    event, cups = planned(cast)
    calling.call_due()
    moved_back(event, 50)
    rulings.enter_result(fixture=next_of(cups[0]), score=Score(1, 0), by=cast.organiser)
    cancel(competition=cups[0], by=cast.organiser, reason="The hall is wet")
    calling.call_due()
    competitions = [cup.pk for cup in cups]
    day = my_day(event, cups[0].entrants.first().player, event.parts.select_related("competition"))
    assert (day.next, day.ahead) == (None, [])
    assert progress_of(competitions).every == 1 + Fixture.objects.filter(competition=cups[1]).count()
    Fixture.objects.filter(competition=cups[1]).update(kick_off_at=timezone.now() + timedelta(hours=1))
    assert behind_of(competitions) == 0
    for feed in (f"/competitions/{cups[0].slug}/calendar.ics", f"/events/{event.slug}/calendar.ics"):
        assert client.get(feed).content.count(b"STATUS:CANCELLED") == 11


def next_of(cup):
    return Fixture.objects.filter(competition=cup, status="open").order_by("pk").first()


def test_a_late_match_moves_those_behind_it(cast):
    """At 40 minutes past, a match of 30 still runs: what follows at its table, or with its players, goes back."""
    event, _cups = planned(cast, tables=1)
    first = Fixture.objects.filter(planned__event=event).order_by("kick_off_at").first()
    calling.call_due() or moved_back(event, 5)
    calling.call_due()
    calling.begin(fixture=first, by=cast.organiser)
    moved_back(event, 40)
    proposal = propose(event)
    assert proposal.changes
    assert all(change.after.start >= change.before.start for change in proposal.changes if change.before)
    timetable.apply(event=event, by=cast.organiser, seen=proposal.digest)
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)
    (cycle, *_others) = report(event)
    assert cycle.matches == 1
    assert cycle.played_minutes >= 40


def test_times_are_measured(cast):
    event, _cups = weekend(cast, tables=6, entrants=6)
    game = event.parts.first().competition.game
    assert minutes_of(game) == 30
    calling.call_due()
    now = timezone.now()
    for minutes, call in enumerate(Call.objects.filter(ended_at=None), start=18):
        Call.objects.filter(pk=call.pk).update(
            began_at=now - timedelta(minutes=minutes), ended_at=now, end=Call.End.OVER
        )
    assert Call.objects.filter(end=Call.End.OVER).count() >= 5
    assert 19 <= minutes_of(game) <= 21


def test_bad_agendas_are_told(cast):
    event, cups = weekend(cast, tables=0)
    with pytest.raises(EventRefused, match="no tables in service"):
        propose(event)
    with pytest.raises(EventRefused, match="No match is ahead"):
        propose(event_of(cast.organiser))
    assert cups


# ── referees ──
def with_referees(cast, tables):
    event, cups = weekend(cast, tables=tables, presets=("league",), entrants=6)
    joining.change(part=event.parts.get(), by=cast.organiser, referees=True)
    event.refresh_from_db()
    return timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest), cups


def test_the_print_pack_lists_each_persons_matches_and_duties(client, cast):
    event, _cups = with_referees(cast, tables=2)
    client.force_login(cast.organiser)
    listed = client.get(f"/events/{event.slug}/print/").context["by_person"]
    planned_matches = PlannedMatch.objects.filter(event=event).select_related("fixture__home", "fixture__away")
    duties = {(row.referee_id, row.fixture_id) for row in planned_matches if row.referee_id}
    plays = {
        (side.player_id, row.fixture_id) for row in planned_matches for side in (row.fixture.home, row.fixture.away)
    }
    found = {(duty.referees, person.key, duty.fixture.pk) for person, own in listed for duty in own}
    assert found == {(True, *pair) for pair in duties} | {(False, *pair) for pair in plays} and duties and plays
    times = [[duty.fixture.kick_off_at for duty in own] for _person, own in listed]
    assert all(own == sorted(own) for own in times)


def test_referees_are_allotted_told_and_busy(cast):
    event, cups = with_referees(cast, tables=2)
    rows = list(PlannedMatch.objects.select_related("fixture__home", "fixture__away"))
    assert all(row.referee_id not in queue.people_of(row.fixture) for row in rows if row.referee_id)
    assert sum(row.referee_id is not None for row in rows) == len(rows)
    duties = [sum(row.referee_id == entrant.player_id for row in rows) for entrant in cups[0].entrants.all()]
    assert max(duties) - min(duties) <= 1
    assert not clashes(event)
    assert Notification.objects.filter(kind="duty").count() == len(rows)
    calling.call_due() or moved_back(event, 5)
    calling.call_due()
    for call in Call.objects.filter(ended_at=None):
        rulings.enter_result(fixture=call.fixture, score=Score(1, 0), by=cast.organiser)
    moved_back(event, 60)
    calling.call_due()
    call = Call.objects.filter(ended_at=None, fixture__planned__isnull=False).first()
    assert call.players.filter(user=call.fixture.planned.referee_id, ended_at=None).exists()
    rulings.enter_result(fixture=call.fixture, score=Score(1, 0), by=cast.organiser)
    assert not CalledPlayer.objects.filter(call=call, user=call.fixture.planned.referee_id).exists()


def test_a_referee_of_a_hidden_competition_is_named_to_the_staff_alone(client, cast):
    event, cups = weekend(cast, tables=2, presets=("league", "cup"))
    joining.change(part=cups[0].in_event, by=cast.organiser, referees=True)
    visibility.show_to(competition=cups[1], by=cast.organiser, visibility=Competition.Visibility.MEMBERS)
    event.refresh_from_db()
    timetable.apply(event=event, by=cast.organiser, seen=propose(event).digest)
    hidden = set(cups[1].entrants.values_list("name", flat=True))
    page = reverse("events:timetable", args=[event.slug])
    named = re.findall(r"referee: (\w+)", client.get(page).content.decode())
    assert named and not hidden & set(named)
    client.force_login(cast.organiser)
    assert hidden & set(re.findall(r"referee: (\w+)", client.get(page).content.decode()))


def test_a_duty_is_told_to_every_name_of_its_referee(cast):
    """The timetable has each person under the smallest id, which may be a typed name of before the account."""
    event, cups = weekend(cast, tables=2, presets=("league",), entrants=6)
    joining.change(part=event.parts.get(), by=cast.organiser, referees=True)
    late, other = account("late"), competition(cast.organiser, places=2)
    for player in (late, cast.anna):
        entries.enter(competition=other, player=player)
    joining.add(event=event, by=cast.organiser, competition=rounds.start(competition=other, by=cast.organiser))
    typed = cups[0].entrants.first().player
    people.match(event=event, by=cast.organiser, one=typed.pk, other=late.pk)
    event = applied(cast, event)
    duties = PlannedMatch.objects.filter(referee__in=(typed, late))
    assert duties.exists()
    for user in (typed, late):
        assert Notification.objects.filter(user=user, kind="duty").count() == duties.count()


def test_a_duty_is_passed_on(cast):
    event, _cups = with_referees(cast, tables=1)
    planned_row = PlannedMatch.objects.order_by("fixture__kick_off_at").last()
    before = planned_row.referee
    with pytest.raises(EventRefused, match="Only its referee"):
        timetable.pass_on(event=event, by=cast.stranger, fixture=planned_row.fixture_id)
    timetable.pass_on(event=event, by=before, fixture=planned_row.fixture_id)
    planned_row.refresh_from_db()
    assert planned_row.referee not in (None, before)
    assert not clashes(event)
    key = f"duty:{planned_row.fixture_id}:{planned_row.referee_id}:"
    assert Notification.objects.filter(user=planned_row.referee, kind="duty", key__startswith=key).exists()


def test_who_loses_a_duty_is_told(cast):
    """By a new timetable, or when the organiser passes it on."""
    event, _cups = with_referees(cast, tables=1)
    first, second = PlannedMatch.objects.order_by("-fixture__kick_off_at")[:2]
    timetable.pass_on(event=event, by=cast.organiser, fixture=first.fixture_id)
    over = Notification.objects.filter(key__startswith=f"duty_over:{first.fixture_id}:")
    assert [notice.user for notice in over] == [first.referee]
    player = second.fixture.home.player  # who has come into a match that they were to referee
    PlannedMatch.objects.filter(pk=second.pk).update(referee=player)
    applied(cast, event)
    over = Notification.objects.filter(key__startswith=f"duty_over:{second.fixture_id}:")
    assert [notice.user for notice in over] == [player]


def test_leaving_takes_the_times_away(cast):
    event, cups = planned(cast)
    joining.remove(event=event, by=cast.organiser, competition=cups[0])
    assert not PlannedMatch.objects.filter(fixture__competition=cups[0]).exists()
    assert not Fixture.objects.filter(competition=cups[0]).exclude(fixed="").exists()
    events.end(event=event)


# ── some changes alone ──
def behind_a_lost_table(cast):
    """An event whose table 2 is lost: what stood there is to go to table 1, at other times."""
    event, cups = planned(cast)
    halls.close_table(competition=cups[0], by=cast.organiser, table=2, reason="a leg is broken")
    return event, propose(event)


def test_changes_are_applied_singly(cast):
    """Only the chosen ones; the rest stays as it was, and is offered again."""
    event, proposal = behind_a_lost_table(cast)
    before = {row.pk: (row.kick_off_at, row.table) for row in Fixture.objects.filter(planned__event=event)}
    last = max(proposal.changes, key=lambda change: change.after.start)
    chosen = {"event": event, "by": cast.organiser, "seen": proposal.digest, "changes": [last.fixture.pk]}
    timetable.apply(**chosen)
    after = {row.pk: (row.kick_off_at, row.table) for row in Fixture.objects.filter(planned__event=event)}
    assert {key for key in before if before[key] != after[key]} == {last.fixture.pk}
    assert after[last.fixture.pk] == (last.after.start, last.after.table)
    timetable.apply(**chosen)  # again: nothing changes
    assert event.log.filter(verb="timetable").count() == 2
    assert last.fixture.pk not in {change.fixture.pk for change in propose(event).changes} != set()


def test_what_a_partial_choice_breaks_is_named_first(cast):
    """A match that takes the place of one that was to go away: nothing is applied before that is confirmed."""
    event, cups = planned(cast, tables=1)
    first = Fixture.objects.filter(planned__event=event).order_by("kick_off_at").first()
    calling.call_due()
    calling.begin(fixture=first, by=cast.organiser)
    moved_back(event, 40)
    proposal = propose(event)
    taking = proposal.changes[0]
    chosen = {"event": event, "by": cast.organiser, "seen": proposal.digest, "changes": [taking.fixture.pk]}
    with pytest.raises(NeedsConfirmation, match="does not fit") as needed:
        timetable.apply(**chosen)
    assert any("Table 1" in sentence and "at once" in sentence for sentence in needed.value.effects)
    assert Fixture.objects.get(pk=taking.fixture.pk).kick_off_at == taking.before.start
    with pytest.raises(NeedsConfirmation):
        timetable.apply(**chosen, confirmed="another")
    timetable.apply(**chosen, confirmed=needed.value.seen)
    assert Fixture.objects.get(pk=taking.fixture.pk).kick_off_at == taking.after.start
    assert cups


def test_a_choice_of_nothing_or_of_others_is_refused(cast):
    event, proposal = behind_a_lost_table(cast)
    for changes, words in (([], "at least one"), ([event.pk], "not in this event")):
        with pytest.raises(EventRefused, match=words):
            timetable.apply(event=event, by=cast.organiser, seen=proposal.digest, changes=changes)


def test_the_report_knows_competitions_that_are_finished(cast):
    event, (cup,) = planned(cast, tables=1, presets=("cup",))
    for _match in range(3):
        calling.call_due()
        call = Call.objects.get(ended_at=None)
        if call.began_at is None:
            calling.begin(fixture=call.fixture, by=cast.organiser)
        moved_back(event, 20)
        rulings.enter_result(fixture=call.fixture, score=Score(1, 0), by=cast.organiser)
        moved_back(event, 20)
    cup.refresh_from_db()
    assert cup.status == cup.Status.FINISHED
    (cycle,) = report(event)
    assert (cycle.matches, cycle.played_minutes >= 20) == (2, True)
