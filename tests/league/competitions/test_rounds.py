"""Rounds open by a click or on schedule, and what is not played in their window is awarded."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions import tasks
from league.competitions.errors import NeedsConfirmation, WrongStep
from league.competitions.models import Competition, Fixture, ResultEntry, Round, Tie
from league.competitions.verbs import rounds, rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.seasons.verbs import early_closing
from league.seasons.verbs.substitutes import Successor, substitute
from league.sentences import translated
from matches.models import Match, Seat
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures


def test_a_round_opens_by_a_click(cast):
    cup = running(cast.organiser, entrants=4, advance="click")
    assert open_fixtures(cup) == []
    for _time in range(2):
        rounds.open_round(competition=cup, number=1, by=cast.organiser)
    assert len(open_fixtures(cup)) == 2 == Match.objects.count()
    with pytest.raises(WrongStep, match="are not known"):
        rounds.open_round(competition=cup, number=2, by=cast.organiser)
    for fixture in open_fixtures(cup):
        finish(fixture.match, 1, 0)
    collect()
    assert open_fixtures(cup) == []
    rounds.open_round(competition=cup, number=2, by=cast.organiser)
    assert len(open_fixtures(cup)) == 1
    lines = cup.audit.filter(verb="open_round").order_by("id").select_related("actor")
    assert [(line.actor, translated(line.message)) for line in lines] == [
        (cast.organiser, "opened round 1"),
        (cast.organiser, "opened round 2"),
    ]


def test_the_way_to_the_start_stands_in_the_audit(cast):
    cup = running(cast.organiser)
    assert [(entry.actor, translated(entry.message)) for entry in cup.audit.order_by("id")[2:]] == [
        (cast.organiser, "Aldo, Berta, Carlo, Dora entered"),
        (cast.organiser, "made the draw of 4 entrants"),
        (cast.organiser, "started the competition with 4 entrants"),
    ]


@pytest.mark.parametrize("number", [0, 7])
def test_there_is_no_such_round(cast, number):
    with pytest.raises(WrongStep, match="does not exist"):
        rounds.open_round(competition=running(cast.organiser), number=number, by=None)


def test_rounds_open_on_schedule(cast):
    soon = timezone.now() + timedelta(hours=1)
    league = running(cast.organiser, "league", entrants=4, advance="schedule", starts_at=soon, round_hours=24)
    assert tasks.open_due_rounds() == 0
    Round.objects.filter(stage__competition=league, number=1).update(opens_at=timezone.now())
    assert (tasks.open_due_rounds(), tasks.open_due_rounds()) == (1, 0)
    assert len(open_fixtures(league)) == 2
    first, second = Round.objects.filter(number__lte=2)
    assert first.closes_at == second.opens_at == soon + timedelta(hours=24)


def over(cup):
    Round.objects.filter(stage__competition=cup, status="open").update(closes_at=timezone.now())


def seen(fixture, *sides):
    Seat.objects.filter(match=fixture.match, side__in=sides).update(seen_at=timezone.now())


def test_who_came_wins_what_was_not_played(cast):
    cup = running(cast.organiser, entrants=4)
    first, second = open_fixtures(cup)
    seen(first, "away")
    over(cup)
    assert (tasks.close_due_rounds(), tasks.close_due_rounds()) == (2, 0)
    assert Tie.objects.get(id=first.tie_id).winner == first.away
    assert Tie.objects.get(id=second.tie_id).decided == "double_walkover"
    cup.refresh_from_db()
    assert cup.champion == first.away
    assert set(ResultEntry.objects.values_list("source", flat=True)) == {"deadline"}


def test_a_match_that_is_being_played_is_left_alone(cast):
    cup = running(cast.organiser, entrants=4)
    first, second = open_fixtures(cup)
    Match.objects.filter(id=first.match_id).update(status="live", snapshot={})
    seen(second, "home", "away")
    over(cup)
    assert tasks.close_due_rounds() == 0


def test_an_organiser_may_wait(cast):
    cup = running(cast.organiser, entrants=2, unplayed="wait")
    over(cup)
    assert tasks.close_due_rounds() == 0


def test_a_window_can_be_put_off(cast):
    cup = running(cast.organiser, entrants=2)
    over(cup)
    rounds.move_round(competition=cup, number=1, by=cast.organiser, hours=5)
    assert tasks.close_due_rounds() == 0
    assert Round.objects.get(stage__competition=cup).closes_at > timezone.now()


def test_a_match_to_be_played_again_after_its_window_is_left_to_the_organiser(cast):
    cup = running(cast.organiser, entrants=2)
    (fixture,) = open_fixtures(cup)
    finish(fixture.match, 1, 0)
    collect()
    Round.objects.filter(stage__competition=cup).update(closes_at=timezone.now())
    rulings.replay(fixture=fixture, by=cast.organiser, reason="a wrong die", confirmed=True)
    (again,) = open_fixtures(cup)
    seen(again, "home")
    assert tasks.close_due_rounds() == 0 and open_fixtures(cup) == [again]
    rounds.move_round(competition=cup, number=1, by=cast.organiser, hours=1)
    over(cup)
    assert tasks.close_due_rounds() == 1, "it had an hour"


@pytest.mark.parametrize("by", ["a result", "a withdrawal"])
def test_who_comes_through_to_a_round_that_is_over_is_not_out_at_once(cast, by):
    soon = timezone.now() + timedelta(hours=1)
    cup = running(cast.organiser, entrants=8, advance="schedule", starts_at=soon)
    rounds.open_round(competition=cup, number=1, by=cast.organiser)
    *early, late = open_fixtures(cup)
    for fixture in early:
        finish(fixture.match, 1, 0)
    collect()
    rounds.open_round(competition=cup, number=2, by=cast.organiser)
    seen(late, "home", "away")
    over(cup)
    assert tasks.close_due_rounds() == 1, "the other semi-final"
    if by == "a result":
        finish(late.match, 1, 0)
        collect()
    else:
        rulings.withdraw(entrant=late.away, by=cast.organiser, reason="ill")
    semi_final = Fixture.objects.get(tie__round__stage__competition=cup, tie__round__number=2, status="open")
    assert tasks.close_due_rounds() == 0
    rulings.enter_result(fixture=semi_final, score=Score(1, 0), by=cast.organiser)


def test_a_substitute_named_after_the_window_is_not_out_at_once(cast):
    cup = running(cast.organiser, entrants=2)
    (fixture,) = open_fixtures(cup)
    seen(fixture, "home", "away")
    Match.objects.update(created_at=timezone.now() - timedelta(days=2))
    Round.objects.filter(stage__competition=cup).update(closes_at=timezone.now())
    substitute(
        entrant=fixture.home, by=cast.organiser, successor=Successor(name="Zora"), consent=Consent(confirmed=True)
    )
    assert tasks.close_due_rounds() == 0 and open_fixtures(cup) == [fixture]
    rounds.move_round(competition=cup, number=1, by=cast.organiser, hours=1)
    over(cup)
    assert tasks.close_due_rounds() == 1, "they had an hour"


def test_matches_that_go_on_after_an_early_end_are_not_awarded_at_once(cast):
    league = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    early = {"competition": league, "by": cast.organiser, "reason": "rain"}
    agreed_to(early_closing.close_early, way="stands", **early)
    Round.objects.filter(stage__competition=league).update(closes_at=timezone.now())
    agreed_to(early_closing.reopen, **early)
    assert open_fixtures(league) and tasks.close_due_rounds() == 0


def agreed_to(verb, **values):
    with pytest.raises(NeedsConfirmation) as shown:
        verb(**values)
    return verb(consent=Consent(confirmed=True, seen=shown.value.seen), **values)


def test_the_sweep_finds_what_a_killed_worker_left(cast):
    cup = running(cast.organiser, entrants=2)
    (fixture,) = open_fixtures(cup)
    Fixture.objects.filter(id=fixture.id).update(match=None)  # killed between the round and its match
    assert (tasks.sweep(), tasks.sweep()) == (1, 0)
    assert len(open_fixtures(cup)) == 1


def test_a_start_needs_two(cast):
    with pytest.raises(WrongStep):
        rounds.start(competition=competition(cast.organiser), by=cast.organiser)


def test_starting_again_changes_nothing(cast):
    cup = running(cast.organiser, entrants=4)
    rounds.start(competition=cup, by=cast.organiser)
    assert Match.objects.count() == 2 and Round.objects.count() == 2
    assert cup.status == Competition.Status.RUNNING


@pytest.mark.parametrize("task", ["collect_results", "open_due_rounds", "close_due_rounds", "sweep", "demo_tick"])
def test_any_task_may_run_on_nothing_and_twice(db, task):
    assert not getattr(tasks, task)()
    assert not getattr(tasks, task)()


def test_beat_names_only_tasks_that_there_are():
    names = {entry["task"] for entry in tasks.BEAT.values()}
    assert names == {getattr(tasks, name.rpartition(".")[2]).name for name in names}
