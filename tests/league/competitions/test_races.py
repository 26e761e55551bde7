"""Two at once: the last place, two semi-finals, two collectors, two organisers. Each race is first shown to be there
with the lock off."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import QuerySet

from league.competitions import tasks
from league.competitions.errors import EntryRefused, RulingRefused
from league.competitions.models import Competition, Entrant, Fixture, Member, Report, ResultEntry, Tie
from league.competitions.verbs import entries, reports, results, rounds, rulings, sides, squads
from league.competitions.verbs.claims import Places
from league.competitions.verbs.results import collect, take
from league.competitions.verbs.rulings import Score
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest
from matches.models import Match, Outbox
from tests.cast import Cast
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures

pytestmark = pytest.mark.django_db(transaction=True)


def together(*works):
    """Run ``works`` at once, each on its own connection; their answers or errors, in order."""
    barrier = threading.Barrier(len(works))
    answers = [None] * len(works)

    def run(number, work):
        try:
            barrier.wait(10)
            answers[number] = work()
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return answers


@contextmanager
def unlocked(competition_id):
    """``locks.locked`` without its lock: the control."""
    with transaction.atomic():
        yield Competition.objects.get(id=competition_id)


def met(work, *, before=False):
    """``work``, where two threads wait for each other the first time that each has done it (``before``: is about to do
    it). Each has then read what the other has not written yet, however slow the machine is."""
    both, been = threading.Barrier(2), set()

    def meet():
        if threading.get_ident() not in been:
            been.add(threading.get_ident())
            both.wait(30)

    def wrapped(*given, **named):
        if before:
            meet()
        answer = work(*given, **named)
        if not before:
            meet()
        return answer

    return wrapped


def last_place():
    cast = Cast.make()
    cup = competition(cast.organiser, places=2)
    entries.enter(competition=cup, player=cast.anna)
    return cup, cast


def test_control_without_the_lock_the_last_place_is_taken_twice(monkeypatch):
    cup, cast = last_place()
    monkeypatch.setattr(entries, "locked", unlocked)
    monkeypatch.setattr(entries, "places_left", met(entries.places_left))
    together(
        lambda: entries.enter(competition=cup, player=cast.bruno),
        lambda: entries.enter(competition=cup, player=cast.stranger),
    )
    assert cup.entrants.filter(status=Entrant.Status.ENTERED).count() == 3 > cup.places


def test_the_last_place_is_taken_once():
    cup, cast = last_place()
    players = [cast.bruno, cast.stranger, cast.referee, guest(nickname="Gino")]
    answers = together(*(lambda player=player: entries.enter(competition=cup, player=player) for player in players))
    assert sorted(entrant.status for entrant in answers) == ["entered", "waiting", "waiting", "waiting"]
    assert cup.entrants.filter(status=Entrant.Status.ENTERED).count() == 2


def torn():
    """A league of teams, and two ways for one person into it: a team of their own, and the link of another one."""
    cast = Cast.make()
    cup = competition(cast.organiser, "league", 4, boards=2, settings={"times": 1})
    team = entries.enter(competition=cup, player=cast.anna, name="Bar Centrale")
    ways = (
        lambda: entries.enter(competition=cup, player=cast.bruno, name="Torre Civetta"),
        lambda: sides.join(key=team.side_key, player=cast.bruno),
    )
    return cup, cast.bruno, ways


def places_in(cup, person):
    own = cup.entrants.filter(player=person).exclude(status=Entrant.Status.WITHDRAWN).count()
    return own + Member.objects.filter(competition=cup, user=person).count()


def test_control_without_the_lock_one_person_is_in_two_teams(monkeypatch):
    cup, person, ways = torn()
    both = threading.Barrier(2)

    def asked(check):
        def wrapped(*given):
            check(*given)
            both.wait(30)

        return wrapped

    for module, check in ((entries, "must_play_for_nobody"), (sides, "_must_be_free")):
        monkeypatch.setattr(module, "locked", unlocked)
        monkeypatch.setattr(module, check, asked(getattr(module, check)))
    together(*ways)
    assert places_in(cup, person) == 2


def test_one_person_is_in_one_team():
    cup, person, ways = torn()
    answers = together(*ways, *ways)
    assert places_in(cup, person) == 1
    assert {type(answer) for answer in answers if isinstance(answer, Exception)} <= {EntryRefused}, answers


def test_squads_filled_at_once_share_no_bot():
    cup, _person, (enter, _join) = torn()
    teams = [cup.entrants.get(name="Bar Centrale"), enter()]
    organiser = cup.owner
    answers = together(
        lambda: squads.fill_all(competition=cup, by=organiser),
        lambda: squads.fill_all(competition=cup, by=organiser),
        *(lambda team=team: squads.fill(entrant=team, by=organiser, people=5) for team in teams),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    bots = list(Member.objects.filter(competition=cup).values_list("user", flat=True))
    assert [team.members.count() for team in teams] == [4, 4] and len(set(bots)) == len(bots) == 8


def semi_finals():
    cup = running(Cast.make().organiser, entrants=4)
    fixtures = open_fixtures(cup)
    for fixture in fixtures:
        finish(fixture.match, 1, 0)
    return cup, [fixture.match_id for fixture in fixtures]


def test_control_without_the_lock_two_semi_finals_do_not_make_a_final(monkeypatch):
    cup, match_ids = semi_finals()
    monkeypatch.setattr(results, "locked", unlocked)
    insert = QuerySet.bulk_create
    write = met(insert, before=True)

    def bulk_create(rows, *given, **named):
        return (write if rows.model is ResultEntry else insert)(rows, *given, **named)

    monkeypatch.setattr(QuerySet, "bulk_create", bulk_create)
    answers = together(*(lambda match_id=match_id: take(match_id) for match_id in match_ids))
    # Both write the same place of the log: one result is refused, and nobody opens the final.
    assert [type(answer) for answer in answers if answer is not True] == [IntegrityError], answers
    final = Tie.objects.get(kind="final", round__stage__competition=cup)
    assert None in (final.home, final.away)
    assert not Fixture.objects.filter(tie=final, match__isnull=False).exists()


@pytest.mark.parametrize("attempt", range(3))
def test_two_semi_finals_that_end_at_once_fill_the_final_once(attempt):
    cup, match_ids = semi_finals()
    assert together(*(lambda match_id=match_id: take(match_id) for match_id in match_ids)) == [True, True]
    final = Fixture.objects.get(tie__kind="final", tie__round__stage__competition=cup)
    assert final.home is not None and final.away is not None and final.match is not None
    assert Match.objects.filter(origin=f"fixture:{final.id}").count() == 1
    assert ResultEntry.objects.count() == 2


def test_collecting_twice_at_once_counts_once():
    cup, _ids = semi_finals()
    taken = together(collect, collect, collect)
    assert sum(taken) == 2 and ResultEntry.objects.count() == 2
    assert list(cup.results.values_list("position", flat=True)) == [1, 2]
    assert Match.objects.count() == 3


def test_two_organisers_start_at_once():
    cast = Cast.make()
    cup = competition(cast.organiser, places=4)
    entries.add_bots(competition=cup, by=cast.organiser)
    together(*[lambda: rounds.start(competition=cup, by=cast.organiser)] * 3)
    assert Tie.objects.count() == 3 and Match.objects.count() == 2 and cup.draws.count() == 1


def test_a_ruling_and_a_result_at_once_leave_one_truth():
    cast = Cast.make()
    cup = running(cast.organiser, entrants=2)
    (fixture,) = open_fixtures(cup)
    finish(fixture.match, 5, 0)
    answers = together(
        lambda: rulings.walkover(fixture=fixture, winner="away", by=cast.organiser, reason="lent dice"),
        lambda: take(fixture.match_id),
    )
    assert not any(isinstance(answer, Exception) for answer in answers)
    cup.refresh_from_db()
    assert cup.champion == fixture.away


def test_a_collector_killed_in_the_middle_leaves_the_result_for_the_next(monkeypatch):
    cup, match_ids = semi_finals()

    def die(row, entries):
        raise SystemExit("killed")

    monkeypatch.setattr(results, "_follow", die)
    with pytest.raises(SystemExit):
        take(match_ids[0])
    monkeypatch.undo()
    assert not ResultEntry.objects.exists() and Outbox.objects.filter(taken_at=None).count() == 2
    assert collect() == 2
    assert len(open_fixtures(cup)) == 1


def test_a_busy_database_is_no_fault_of_the_result(monkeypatch, caplog):
    _cup, _match_ids = semi_finals()

    def busy(row, entries):
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(results, "_follow", busy)
    assert collect() == 0
    assert set(Outbox.objects.values_list("tries", flat=True)) == {0}
    monkeypatch.undo()
    assert collect() == 2
    assert "waits" in caplog.text


def test_one_poisoned_result_does_not_hold_up_the_others(monkeypatch, caplog):
    cup, match_ids = semi_finals()
    Match.objects.filter(id=match_ids[0]).update(result={"winner": "home"})
    assert collect() == 1
    assert Outbox.objects.get(match_id=match_ids[0]).tries == 1
    assert "could not be taken" in caplog.text
    for _time in range(results.TRIES):
        collect()
    assert Outbox.objects.get(match_id=match_ids[0]).tries == results.TRIES
    assert cup.results.count() == 1
    finish(Match.objects.get(id=match_ids[0]), 1, 0)
    assert (collect(), tasks.sweep()) == (0, 1)
    assert cup.results.count() == 2


@pytest.mark.parametrize("attempt", range(3))
def test_a_claim_and_a_result_at_once_do_not_wait_for_each_other(attempt):
    cast = Cast.make()
    cup = running(cast.organiser, entrants=2)
    (fixture,) = open_fixtures(cup)
    finish(fixture.match, 2, 0)
    name = fixture.home.player
    answers = together(lambda: take(fixture.match_id), lambda: claim(name=name, account=cast.anna))
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert set(cast.anna.lines.values_list("goals_for", flat=True)) == {2}
    assert not name.lines.exists() and cup.entrants.get(player=cast.anna).name == fixture.home.name


def test_who_enters_during_a_claim_of_their_name_has_one_place(monkeypatch):
    cast = Cast.make()
    cup = competition(cast.organiser)
    (entrant,) = entries.enter_names(competition=cup, by=cast.organiser, names=["Nonna Pina"])
    checked, entering = Places.check, []

    def check(places):
        checked(places)
        entering.append(threading.Thread(target=together, args=[enter]))
        entering[0].start()
        entering[0].join(0.3)  # time to enter, were the competition not locked

    def enter():
        return entries.enter(competition=cup, player=cast.anna)

    monkeypatch.setattr(Places, "check", check)
    claim(name=entrant.player, account=cast.anna)
    entering[0].join(30)
    assert [one.name for one in cup.entrants.filter(player=cast.anna)] == ["Nonna Pina"]


def reported():
    cast = Cast.make()
    cup = competition(cast.organiser, places=2)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter(competition=cup, player=cast.bruno)
    rounds.start(competition=cup, by=cast.organiser)
    return cast, cup, open_fixtures(cup)[0]


def test_control_without_the_lock_a_report_and_its_answer_make_two(monkeypatch):
    cast, _cup, fixture = reported()
    monkeypatch.setattr(reports, "locked", unlocked)
    monkeypatch.setattr(reports.open_disputes, "open_report", met(reports.open_disputes.open_report))
    one, two = (
        lambda: reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna),
        lambda: reports.report(fixture=fixture, score=Score(1, 0), by=cast.bruno),
    )
    answers = together(one, two)
    # Both think they are first: the constraint stops one of them, and nothing is confirmed.
    assert [isinstance(answer, Exception) for answer in answers].count(True) == 1
    assert not ResultEntry.objects.filter(kind="confirmed").exists()


@pytest.mark.parametrize("attempt", range(3))
def test_two_reports_at_once_are_one_result(attempt):
    cast, cup, fixture = reported()
    answers = together(
        lambda: reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna),
        lambda: reports.report(fixture=fixture, score=Score(1, 0), by=cast.bruno),
    )
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert cup.results.filter(kind="confirmed").count() == 1
    fixture.refresh_from_db()
    assert (fixture.status, fixture.home_goals) == ("played", 1)


@pytest.mark.parametrize("attempt", range(3))
def test_an_answer_and_the_deadline_at_once_make_one_result(attempt):
    cast, cup, fixture = reported()
    report = reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    Report.objects.update(counts_at=report.at)
    answers = together(lambda: reports.confirm(report=report, by=cast.bruno), reports.count_due, reports.count_due)
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert cup.results.filter(kind="confirmed").count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_two_organisers_two_results_at_once_leave_the_first_and_tell_the_second(attempt):
    cast = Cast.make()
    cup = running(cast.organiser, entrants=4)
    fixture = open_fixtures(cup)[0]
    answers = together(
        lambda: rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser),
        lambda: rulings.enter_result(fixture=fixture, score=Score(0, 1), by=cast.referee),
    )
    refused = [answer for answer in answers if isinstance(answer, RulingRefused)]
    assert len(refused) == 1 and "has a result" in str(refused[0])
    assert cup.results.count() == 1


def test_control_without_the_lock_both_results_are_the_first(monkeypatch):
    cast = Cast.make()
    cup = running(cast.organiser, entrants=4)
    fixture = open_fixtures(cup)[0]
    monkeypatch.setattr(rulings, "locked", unlocked)
    monkeypatch.setattr(rulings, "has_result", met(rulings.has_result))
    answers = together(
        lambda: rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser),
        lambda: rulings.enter_result(fixture=fixture, score=Score(0, 1), by=cast.referee),
    )
    assert not any(isinstance(answer, RulingRefused) for answer in answers)
