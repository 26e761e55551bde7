"""The clock of a round: start, pause, more time, and what the buzzer does to matches that are live."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import WrongStep
from league.competitions.models import Competition
from league.competitions.verbs import freezing
from league.competitions.words.evenings import AT_BUZZER
from league.evenings import clocks
from league.evenings.evening import evening as evening_now
from league.evenings.models import RoundClock
from matches.models import Match
from tests.league.evenings.room import at_tables, evening, play


def run_out(made):
    clock = RoundClock.objects.get(round__stage__competition=made)
    clock.ends_at = timezone.now() - timedelta(seconds=1)
    clock.save()


def go_live(fixture, home, away):
    snapshot = {"score": {"home": home, "away": away}}
    Match.objects.filter(id=fixture.match_id).update(status=Match.Status.LIVE, snapshot=snapshot)


def test_it_starts_stops_and_goes_on_where_it_stood(cast):
    event = evening(cast, minutes=20)
    now = timezone.now()
    clock = clocks.start(competition=event, by=cast.organiser)
    assert clock.ends_at - now > timedelta(minutes=19, seconds=59)
    assert clocks.start(competition=event, by=cast.organiser).ends_at == clock.ends_at
    clock = clocks.pause(competition=event, by=cast.organiser)
    assert clocks.face(clock).state in ("ready", "stopped") and clock.ends_at is None
    clock = clocks.add(competition=event, by=cast.organiser, minutes=5)
    assert clocks.face(clock).shown == "25:00"
    clock = clocks.add(competition=event, by=cast.organiser, minutes=-20)
    assert (clocks.face(clock).shown, clocks.face(clock).state) == ("5:00", "stopped")
    clock = clocks.start(competition=event, by=cast.organiser)
    later = clocks.face(clock, timezone.now() + timedelta(minutes=6))
    assert (later.state, later.left) == ("over", 0)


def test_a_clock_that_is_stopped_at_its_end_buzzes_all_the_same(cast):
    event = evening(cast, 4, minutes=20)
    clocks.start(competition=event, by=cast.organiser)
    run_out(event)
    clocks.pause(competition=event, by=cast.organiser)
    assert clocks.buzz_due() == 1 and RoundClock.objects.get().buzzed_at is not None
    clocks.add(competition=event, by=cast.organiser, minutes=5)
    clocks.pause(competition=event, by=cast.organiser)
    clocks.add(competition=event, by=cast.organiser, minutes=-10)
    assert clocks.buzz_due() == 1, "a stopped clock of which all time was taken"


def test_no_round_no_clock(cast):
    event = evening(cast, 4)
    play(cast, event, 1)
    with pytest.raises(WrongStep, match="No round is in play"):
        clocks.start(competition=event, by=cast.organiser)


def test_an_evening_without_clock_may_have_one_all_the_same(cast):
    event = evening(cast, 4, minutes=0)
    with pytest.raises(WrongStep, match="no clock"):
        clocks.start(competition=event, by=cast.organiser)
    assert clocks.start(competition=event, by=cast.organiser, minutes=7).seconds == 420


def test_the_score_stands_at_the_buzzer(cast):
    event = evening(cast, 4, buzzer="stands")
    live, waiting = at_tables(event, 1)
    clocks.start(competition=event, by=cast.organiser)
    go_live(live, 2, 1)
    assert clocks.buzz_due() == 0
    run_out(event)
    assert clocks.buzz_due() == 1
    assert clocks.buzz_due() == 0, "it goes once"
    live.refresh_from_db(), waiting.refresh_from_db()
    assert (live.status, live.home_goals, live.away_goals) == ("played", 2, 1)
    assert waiting.status == "open", "of a real table nobody here knows the score"


def test_the_next_goal_wins(cast):
    event = evening(cast, 4, buzzer="next_goal")
    live = at_tables(event, 1)[0]
    clocks.start(competition=event, by=cast.organiser)
    go_live(live, 1, 1)
    run_out(event)
    clocks.buzz_due()
    live.refresh_from_db()
    assert live.status == "open"
    go_live(live, 1, 2)
    clocks.buzz_due()
    live.refresh_from_db()
    assert (live.status, live.home_goals, live.away_goals) == ("played", 1, 2)


def test_penalties_only_for_who_is_level(cast):
    event = evening(cast, 4, buzzer="shootout")
    level, ahead = at_tables(event, 1)
    clocks.start(competition=event, by=cast.organiser)
    go_live(level, 1, 1)
    go_live(ahead, 3, 1)
    run_out(event)
    clocks.buzz_due()
    level.refresh_from_db(), ahead.refresh_from_db()
    assert (level.status, ahead.status) == ("open", "played")


def test_level_matches_go_on_at_any_buzzer_where_draws_go_to_penalties(cast):
    event = evening(cast, 4, buzzer="stands", draws="shootout")
    level, ahead = at_tables(event, 1)
    clocks.start(competition=event, by=cast.organiser)
    go_live(level, 1, 1)
    go_live(ahead, 3, 1)
    run_out(event)
    clocks.buzz_due()
    level.refresh_from_db(), ahead.refresh_from_db()
    assert (level.status, ahead.status) == ("open", "played")
    assert evening_now(event).at_buzzer == AT_BUZZER["shootout"]


def test_a_frozen_evening_stands_still_and_goes_on_with_its_time(cast):
    event = evening(cast, 4, minutes=20)
    clocks.start(competition=event, by=cast.organiser)
    freezing.freeze(competition=event, by=cast.organiser, reason="the lights are out")
    Competition.objects.update(frozen_at=timezone.now() - timedelta(minutes=5))
    RoundClock.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert clocks.buzz_due() == 0
    event.refresh_from_db()
    shown = clocks.face(RoundClock.objects.get(), frozen=event.frozen_at)
    assert shown.state == "stopped" and 295 <= shown.left <= 300
    with pytest.raises(WrongStep, match="the lights are out"):
        clocks.pause(competition=event, by=cast.organiser)
    freezing.thaw(competition=event, by=cast.organiser)
    assert 290 <= clocks.face(RoundClock.objects.get()).left <= 300


def test_time_added_after_the_buzzer_takes_it_back(cast):
    event = evening(cast, 4)
    clocks.start(competition=event, by=cast.organiser)
    run_out(event)
    clocks.buzz_due()
    clock = clocks.add(competition=event, by=cast.organiser, minutes=2)
    assert clock.buzzed_at is None and clocks.face(clock).state == "running"
    with pytest.raises(WrongStep, match="Enter 1 to 60"):
        clocks.add(competition=event, by=cast.organiser, minutes=0)
