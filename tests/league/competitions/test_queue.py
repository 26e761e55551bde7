"""The queue of tables in rows: calls follow results at once, go back, and nobody is called twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from kombu.exceptions import OperationalError

from league.competitions.derivation import queue
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.exchange.writing import exported
from league.competitions.models import (
    AuditEntry,
    Call,
    CalledPlayer,
    Competition,
    Fixture,
    Hall,
    HallTable,
    QueuePlace,
)
from league.competitions.verbs import calling, create, entries, freezing, halls, reports, rounds, rulings, seasons
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.players.models import Notification, User
from league.players.verbs.claims import claim
from league.seasons.verbs import early_closing
from league.sentences import translated
from matches.models import Maintenance
from matches.upkeep import planned_work
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures
from tests.security.town import kicked_off

pytestmark = pytest.mark.django_db


def with_tables(cast, preset="league", entrants=6, tables=2, **values):
    cup = running(cast.organiser, preset, entrants, **values)
    return halls.add_tables(competition=cup, by=cast.organiser, first=1, last=tables)


def called(cup):
    """Table number -> its fixture, of the open calls."""
    calls = Call.objects.filter(ended_at=None, fixture__competition=cup).select_related(
        "table", "fixture__home__player"
    )
    return {call.table.number: call.fixture for call in calls}


def waiting(cup):
    cup.refresh_from_db()
    return [match.key for match in queue.read(cup.hall_id).queue]


def enter(cast, fixture, home=1, away=0, **values):
    return rulings.enter_result(fixture=fixture, score=Score(home, away), by=cast.organiser, **values)


def test_it_works(cast):
    """Six entrants have three matches and two tables: two are called, the third when a result comes in."""
    cup = with_tables(cast)
    first = called(cup)
    assert sorted(first) == [1, 2]
    (third,) = waiting(cup)
    assert Fixture.objects.get(pk=first[1].pk).table == 1
    enter(cast, first[1])
    assert called(cup)[1].pk == third
    assert called(cup)[2] == first[2]
    assert Call.objects.get(fixture=first[1]).end == Call.End.OVER
    said = [entry.message[0] for entry in AuditEntry.objects.filter(competition=cup, verb="called")]
    assert said.count("called {fixture} to table {number}") == 3


def test_a_live_result_calls_the_next_in_its_transaction(cast):
    cup = with_tables(cast)
    table, fixture = next(iter(called(cup).items()))
    kicked_off(fixture.match)
    assert calling.call_due() == 1
    assert Call.objects.get(fixture=fixture).began_at is not None
    finish(fixture.match, 2, 0)
    assert collect() == 1
    assert called(cup)[table] != fixture


def test_tables_that_are_there_take_what_is_said_of_them_anew(cast):
    cup = halls.add_tables(competition=competition(cast.organiser), by=cast.organiser, first=1, last=2)
    noted = cup.audit.filter(verb="tables")

    def said(**values):
        halls.add_tables(competition=cup, by=cast.organiser, first=1, last=2, **values)
        return list(cup.hall.tables.order_by("number").values_list("place", "game", "stream")), noted.count()

    assert said() == ([("", "", False)] * 2, 1), "nothing new is noted"
    for number, values in enumerate(({"place": "hall B"}, {"game": cup.game}, {"stream": True}), start=2):
        tables, notes = said(**values)
        whole = {"place": "", "game": "", "stream": False, **values}
        assert (tables, notes) == ([tuple(whole.values())] * 2, number)


def test_players_are_told(cast):
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    halls.add_tables(competition=cup, by=cast.organiser, first=7)
    notices = Notification.objects.filter(kind="call")
    assert {notice.user for notice in notices} == {cast.anna, cast.bruno}
    assert {notice.message[1]["number"] for notice in notices} == {7}
    calling.call_due()
    assert notices.count() == 2


def test_a_call_is_not_missed_while_the_site_is_closed(cast):
    """No match kicks off then; for as long again afterwards who could not begin still may."""
    with_tables(cast)
    now = timezone.now()
    Call.objects.update(due_at=now)
    planned_work.announce("We change a disk.", now - timedelta(minutes=10), None)
    assert calling.call_due() == 0
    planned_work.end(now)
    assert calling.call_due() == 0 and not Call.objects.exclude(ended_at=None).exists()
    Maintenance.objects.update(begins_at=now - timedelta(hours=2), ended_at=now - timedelta(hours=1, seconds=1))
    assert calling.call_due() == 1
    assert set(Call.objects.exclude(ended_at=None).values_list("end", flat=True)) == {Call.End.MISSED}


def test_round_and_waiting_order(cast):
    """Of a next round nobody is called before the round before is called; who waited longer comes first."""
    cup = with_tables(cast, entrants=8, tables=1)
    order = waiting(cup)
    numbers = dict(Fixture.objects.values_list("pk", "tie__number"))
    assert [numbers[key] for key in order] == sorted(numbers[key] for key in order)
    halls.move_in_queue(fixture=Fixture.objects.get(pk=order[2]), by=cast.organiser, where="front")
    assert waiting(cup) == [order[2], order[0], order[1]]
    halls.move_in_queue(fixture=Fixture.objects.get(pk=order[1]), by=cast.organiser, where="up")
    assert waiting(cup) == [order[2], order[1], order[0]]
    halls.move_in_queue(fixture=Fixture.objects.get(pk=order[2]), by=cast.organiser, where="down")
    assert waiting(cup) == [order[1], order[2], order[0]]
    for key in order:
        halls.move_in_queue(fixture=Fixture.objects.get(pk=key), by=cast.organiser, where="rules")
    assert waiting(cup) == order
    for key in order:
        halls.move_in_queue(fixture=Fixture.objects.get(pk=key), by=cast.organiser, where="front")
    assert waiting(cup) == order[::-1], "each before those that were put first"
    with pytest.raises(BadSetting, match="front"):
        halls.move_in_queue(fixture=Fixture.objects.get(pk=order[0]), by=cast.organiser, where="sideways")


def past_due(cup):
    Call.objects.filter(ended_at=None, fixture__competition=cup).update(due_at=timezone.now() - timedelta(seconds=1))


def test_a_call_that_nobody_begins_goes_back(cast):
    """It waits behind the others, with a notice; the second time it sleeps until somebody moves it."""
    cup = with_tables(cast, tables=1)
    fixture, others = called(cup)[1], waiting(cup)
    past_due(cup)
    calling.call_due()
    assert called(cup)[1].pk == others[0]
    assert waiting(cup) == [others[1], fixture.pk]
    assert Fixture.objects.get(pk=fixture.pk).table is None
    assert Notification.objects.filter(kind="call", user=cast.organiser).count() == 1
    for key in (others[0], others[1]):
        enter(cast, Fixture.objects.get(pk=key))
    assert called(cup)[1] == fixture
    past_due(cup)
    calling.call_due()
    assert called(cup) == {}
    halls.move_in_queue(fixture=fixture, by=cast.organiser, where="front")
    assert called(cup)[1] == fixture


def test_a_begun_match_stays(cast):
    cup = with_tables(cast, tables=1)
    fixture = called(cup)[1]
    calling.begin(fixture=fixture, by=cast.organiser)
    calling.begin(fixture=fixture, by=cast.organiser)
    past_due(cup)
    assert calling.call_due() == 0
    assert called(cup)[1] == fixture


def test_a_report_holds_the_table_until_it_counts(cast):
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    cup = halls.add_tables(competition=cup, by=cast.organiser, first=1)
    report = reports.report(fixture=called(cup)[1], score=Score(1, 0), by=cast.anna)
    past_due(cup)
    assert calling.call_due() == 0
    reports.confirm(report=report, by=cast.bruno)
    assert called(cup) == {}


def test_a_table_lost_and_returned(cast):
    """Its match waits before all others, and goes to the next free table."""
    cup = with_tables(cast)
    first = called(cup)
    halls.close_table(competition=cup, by=cast.organiser, table=2, reason="a leg is broken")
    assert called(cup) == {1: first[1]}
    assert waiting(cup)[0] == first[2].pk
    left = cup.audit.filter(verb="called", message__0="{fixture} left table {number} and waits again")
    assert left.get().message[1]["number"] == 2
    enter(cast, first[1])
    assert called(cup) == {1: first[2]}
    halls.reopen_table(competition=cup, by=cast.organiser, table=2)
    assert sorted(called(cup)) == [1, 2]
    with pytest.raises(WrongStep):
        halls.remove_table(competition=cup, by=cast.organiser, table=2)
    with pytest.raises(WrongStep):
        halls.close_table(competition=cup, by=cast.organiser, table=9)


def test_the_audit_tells_what_became_of_the_tables_and_the_queue(cast):
    cup = with_tables(cast, tables=1)
    halls.set_times(competition=cup, by=cast.organiser, wait_minutes=7)
    calling.come_late(fixture=called(cup)[1], by=cast.organiser)
    halls.move_in_queue(fixture=Fixture.objects.get(pk=waiting(cup)[1]), by=cast.organiser, where="up")
    halls.close_table(competition=cup, by=cast.organiser, table=1)
    halls.reopen_table(competition=cup, by=cast.organiser, table=1)
    past_due(cup)
    calling.call_due()
    halls.add_tables(competition=cup, by=cast.organiser, first=9, stream=True)
    halls.remove_table(competition=cup, by=cast.organiser, table=9)
    lines = cup.audit.filter(verb__in=("tables", "queue", "called")).order_by("id").select_related("actor")
    call = "called {fixture} to table {number}"
    assert [(line.actor and line.actor.nickname, line.message[0]) for line in lines] == [
        ("organiser", "set up tables {first} to {last}"),
        (None, call),
        ("organiser", "set the queue: {wait} min to come, {rest} min of rest"),
        ("organiser", "{fixture} at table {number}: {count} minutes more to come"),
        ("organiser", "moved {fixture} in the queue"),
        ("organiser", "took table {number} out of service: {reason}"),
        (None, "{fixture} left table {number} and waits again"),
        ("organiser", "returned table {number} to service"),
        (None, call),
        (None, "nobody began {fixture} at table {number}: it waits again"),
        (None, call),
        ("organiser", "set up tables {first} to {last}"),
        ("organiser", "removed table {number}"),
    ]


def test_who_comes_late_has_a_quarter_of_an_hour_at_most(cast):
    cup = with_tables(cast, tables=1)
    fixture = called(cup)[1]
    for _each in range(calling.MOST_LATE_MINUTES // calling.LATE_MINUTES):
        call = calling.come_late(fixture=fixture, by=cast.organiser)
    assert call.due_at == call.called_at + timedelta(minutes=call.table.hall.wait_minutes + calling.MOST_LATE_MINUTES)
    with pytest.raises(WrongStep, match="15 minutes more already"):
        calling.come_late(fixture=fixture, by=cast.organiser)


def test_who_waits_at_the_table_and_the_staff_are_told_that_somebody_comes_late(cast):
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    halls.add_tables(competition=cup, by=cast.organiser, first=7)
    Notification.objects.all().delete()
    fixture = called(cup)[7]
    calling.come_late(fixture=fixture, by=cast.anna)
    words = f"{fixture.home.name} – {fixture.away.name}, table 7: somebody comes 5 minutes late"
    notices = Notification.objects.order_by("user__nickname")
    assert [(row.user, translated(row.message)) for row in notices] == [(cast.bruno, words), (cast.organiser, words)]


def test_a_stream_table_has_its_own_queue(cast):
    cup = with_tables(cast, tables=1)
    halls.add_tables(competition=cup, by=cast.organiser, first=9, stream=True)
    assert sorted(called(cup)) == [1]
    chosen = waiting(cup)[1]
    halls.move_in_queue(fixture=Fixture.objects.get(pk=chosen), by=cast.organiser, where="stream")
    assert called(cup)[9].pk == chosen


def test_a_match_to_come_is_meant_for_the_stream_and_one_at_a_table_or_over_is_not(cast):
    cup = with_tables(cast, tables=1)
    later = Fixture.objects.filter(tie__round__stage__competition=cup, status="pending")[0]
    for where in ("stream", "hall"):
        halls.move_in_queue(fixture=later, by=cast.organiser, where=where)
        assert QueuePlace.objects.get(fixture=later).stream == (where == "stream")
    over = called(cup)[1]
    enter(cast, over)
    for fixture in (over, called(cup)[1]):
        with pytest.raises(WrongStep, match="does not wait for a table"):
            halls.move_in_queue(fixture=fixture, by=cast.organiser, where="stream")
    with pytest.raises(WrongStep, match="does not wait for a table"):
        halls.move_in_queue(fixture=later, by=cast.organiser, where="front")


def test_a_call_by_hand_and_back(cast):
    cup = with_tables(cast, tables=1)
    fixture, others = called(cup)[1], waiting(cup)
    calling.take_back(fixture=fixture, by=cast.organiser)
    assert called(cup)[1].pk == others[0]
    enter(cast, called(cup)[1])
    enter(cast, called(cup)[1])
    assert called(cup) == {}
    with pytest.raises(WrongStep, match="7"):
        calling.call_to(fixture=fixture, by=cast.organiser, table=7)
    calling.call_to(fixture=fixture, by=cast.organiser, table=1)
    calling.call_to(fixture=fixture, by=cast.organiser, table=1)
    assert called(cup)[1] == fixture
    halls.add_tables(competition=cup, by=cast.organiser, first=2, last=2)
    with pytest.raises(WrongStep):
        calling.call_to(fixture=fixture, by=cast.organiser, table=2)
    with pytest.raises(WrongStep):
        calling.take_back(fixture=Fixture.objects.get(pk=others[0]), by=cast.organiser)


def test_who_rests_is_called_later(cast):
    cup = with_tables(cast, entrants=4, tables=2)
    halls.set_times(competition=cup, by=cast.organiser, rest_minutes=10)
    for fixture in list(called(cup).values()):
        enter(cast, fixture)
    assert called(cup) == {}
    CalledPlayer.objects.update(ended_at=timezone.now() - timedelta(minutes=11))
    assert calling.call_due() == 1
    assert len(called(cup)) == 2
    with pytest.raises(BadSetting):
        halls.set_times(competition=cup, by=cast.organiser, rest_minutes=1000)


def test_a_withdrawal_and_an_early_end_free_the_tables(cast):
    cup = with_tables(cast)
    first = called(cup)
    rulings.withdraw(entrant=first[1].home, by=cast.organiser)
    assert first[1] not in called(cup).values()
    assert len(called(cup)) == 2
    yes = rulings.Consent(confirmed=True)
    early_closing.close_early(competition=cup, by=cast.organiser, way="points_per_game", reason="late", consent=yes)
    assert called(cup) == {}
    assert not CalledPlayer.objects.filter(ended_at=None).exists()


def test_a_cancelled_or_frozen_competition_calls_nobody(cast):
    cup = with_tables(cast)
    freezing.freeze(competition=cup, by=cast.organiser, reason="lunch")
    past_due(cup)
    assert calling.call_due() == 0
    enter(cast, called(cup)[1])
    assert sorted(called(cup)) == [2]
    with pytest.raises(WrongStep, match="frozen"):
        calling.call_to(fixture=called(cup)[2], by=cast.organiser, table=1)
    create.cancel(competition=cup, by=cast.organiser, reason="rain")
    calling.call_due()
    assert called(cup) == {}


def test_a_freeze_gives_the_time_to_come_back(cast):
    cup = with_tables(cast)
    freezing.freeze(competition=cup, by=cast.organiser, reason="lunch")
    hour_ago = timezone.now() - timedelta(hours=1)
    Competition.objects.filter(pk=cup.pk).update(frozen_at=hour_ago)
    due_at = hour_ago + timedelta(minutes=4)
    wait = timedelta(minutes=Call.objects.first().table.hall.wait_minutes)
    Call.objects.update(called_at=due_at - wait, due_at=due_at)
    freezing.thaw(competition=cup, by=cast.organiser)
    calling.call_due()
    assert sorted(called(cup)) == [1, 2] and not Call.objects.filter(end=Call.End.MISSED).exists()
    calling.come_late(fixture=called(cup)[1], by=cast.organiser)  # nobody has asked for more time before


def test_a_correction_takes_the_wrong_pair_from_its_table(cast):
    cup = with_tables(cast, "cup", 4, 2)
    semis = called(cup)
    for fixture in semis.values():
        enter(cast, fixture)
    (final,) = called(cup).values()
    before = {final.home_id, final.away_id}
    enter(cast, semis[1], 0, 1, reason="typed wrongly", consent=rulings.Consent(confirmed=True))
    (final,) = called(cup).values()
    assert {final.home_id, final.away_id} != before
    people = CalledPlayer.objects.filter(ended_at=None).values_list("user_id", flat=True)
    assert set(people) == {final.home.player_id, final.away.player_id}


def test_bots_sit_at_no_table(cast):
    cup = with_tables(cast, entrants=4, tables=2)
    fixture = called(cup)[1]
    User.objects.filter(pk=fixture.home.player_id).update(kind=User.Kind.BOT, bot="easy")
    calling.take_back(fixture=fixture, by=cast.organiser)
    assert fixture.pk not in waiting(cup)


def test_settings_are_refused(cast):
    cup = running(cast.organiser)
    for values in ({"first": 0}, {"first": 5, "last": 4}, {"first": 1, "last": 1000}, {"first": 1, "game": "chess"}):
        with pytest.raises(BadSetting):
            halls.add_tables(competition=cup, by=cast.organiser, **values)
    assert not Hall.objects.exists()
    with pytest.raises(WrongStep):
        halls.set_times(competition=cup, by=cast.organiser, wait_minutes=5)


def test_tables_travel(cast):
    """A document has them, and so has the next season; calls are of one day."""
    cup = with_tables(cast, "league", 4, 2)
    halls.add_tables(competition=cup, by=cast.organiser, first=9, place="by the bar", game="super_goal", stream=True)
    halls.set_times(competition=cup, by=cast.organiser, wait_minutes=7)
    document = exported(Competition.objects.get(pk=cup.pk))
    assert document["hall"]["tables"][-1] == {"number": 9, "place": "by the bar", "game": "super_goal", "stream": True}
    Competition.objects.filter(pk=cup.pk).delete()
    again, new = take_in(by=cast.organiser, document=document)
    assert new
    again.refresh_from_db()
    assert again.hall.wait_minutes == 7
    assert exported(again)["hall"] == document["hall"]
    Competition.objects.filter(pk=again.pk).update(status=Competition.Status.FINISHED)
    season = seasons.following(competition=again, by=cast.organiser)
    assert season.hall_id not in (None, again.hall_id)
    assert [table.number for table in season.hall.tables.all()] == [1, 2, 9]


def test_the_database_refuses_a_second_call(cast):
    with_tables(cast)
    call = Call.objects.filter(ended_at=None).first()
    other = Call.objects.filter(ended_at=None).exclude(pk=call.pk).get()
    with pytest.raises(IntegrityError), transaction.atomic():
        CalledPlayer.objects.create(call=call, user=other.players.first().user)
    for same in ({"table": call.table, "fixture": other.fixture}, {"table": other.table, "fixture": call.fixture}):
        sides = {"home_id": call.home_id, "away_id": call.away_id}
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.create(called_at=timezone.now(), due_at=timezone.now(), **sides, **same)


def test_a_read_has_a_fixed_number_of_queries(cast):
    counts = []
    for entrants in (6, 12):
        cup = with_tables(cast, entrants=entrants, tables=2)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            queue.read(cup.hall_id)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 11


def test_two_competitions_share_a_hall(cast):
    """The queue is one: neither competition calls for the other, the task does for both."""
    first = with_tables(cast, entrants=4, tables=1)
    second = running(cast.organiser, "league", 4)
    Competition.objects.filter(pk=second.pk).update(hall=first.hall)
    (fixture,) = called(first).values()
    enter(cast, fixture)
    assert called(first) == called(second) == {}
    calling.call_due()
    assert len(called(first) | called(second)) == 1
    assert len(queue.read(first.hall_id).queue) == 2


def test_a_result_in_a_shared_hall_wakes_the_task_and_does_not_need_it(
    cast, monkeypatch, caplog, django_capture_on_commit_callbacks
):
    """Else the other competition would wait for the next beat; without a broker it does."""
    first = with_tables(cast, entrants=4, tables=2)
    second = running(cast.organiser, "league", 4)
    Competition.objects.filter(pk=second.pk).update(hall=first.hall)
    woken = []

    def wake(name, **options):
        woken.append(name)
        if len(woken) > 1:
            raise OperationalError("no broker")

    monkeypatch.setattr(calling.current_app, "send_task", wake)
    for number, fixture in enumerate(called(first).values(), start=1):
        with django_capture_on_commit_callbacks(execute=True):
            enter(cast, fixture)
        assert woken == [calling.TASK] * number
        assert caplog.text.count("the halls wait for the next look") == number - 1


def test_an_account_that_claims_a_name_stays_called(cast):
    cup = with_tables(cast, entrants=4, tables=1)
    name = called(cup)[1].home.player
    claim(name=name, account=cast.anna)
    people = set(CalledPlayer.objects.filter(ended_at=None).values_list("user_id", flat=True))
    assert cast.anna.pk in people and name.pk not in people and len(people) == 2


def test_places_and_tables_go_with_their_rows(cast):
    cup = with_tables(cast)
    halls.move_in_queue(fixture=Fixture.objects.get(pk=waiting(cup)[0]), by=cast.organiser, where="front")
    assert QueuePlace.objects.count() == 1
    Competition.objects.filter(pk=cup.pk).delete()
    assert not Call.objects.exists() and not QueuePlace.objects.exists()
    assert open_fixtures(cup) == []
    assert halls.forget_unused() == 1
    assert not HallTable.objects.exists()
