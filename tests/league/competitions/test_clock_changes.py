"""Days are days of the competition's zone: where the clocks change, the time of day stays."""

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.competitions.derivation.deadlines import moved_end
from league.competitions.derivation.recompute import open_window
from league.competitions.models import Competition, Fixture, Proposal, Round
from league.competitions.setup.season_plan import Wishes
from league.competitions.verbs import entries, freezing, planning, rounds, schedule
from league.days import later
from league.series import verbs as series_verbs
from tests.league.builders import competition, running

ROME = ZoneInfo("Europe/Rome")
DAY = timedelta(days=1)
NINE = time(21)


def before_the_change(zone=ROME):
    """The last day before the clocks of ``zone`` change, at nine in the evening there."""
    today = timezone.now().astimezone(zone).date()
    noon = [datetime.combine(today + n * DAY, time(12), zone) for n in range(4, 300)]
    change = next(moment for moment in noon if moment.utcoffset() != (moment - DAY).utcoffset())
    return datetime.combine(change.date() - DAY, NINE, zone).astimezone(UTC)


def hours(moments):
    return {moment.astimezone(ROME).time().replace(second=0, microsecond=0) for moment in moments}


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "UTC"])
@pytest.mark.parametrize("days", [1, 7, 14, 200])
def test_days_later_is_at_the_same_time_of_day(zone, days):
    at = datetime(2027, 3, 10, 20, 30, tzinfo=UTC)
    here = ZoneInfo(zone)
    assert later(at, days * DAY, here).astimezone(here) == at.astimezone(here) + days * DAY
    assert later(at, days * DAY + timedelta(hours=5), here) - later(at, days * DAY, here) == timedelta(hours=5)


def test_a_time_that_a_clock_skips_is_an_hour_later():
    at = datetime(2027, 3, 27, 2, 30, tzinfo=ROME)
    assert later(at, DAY, ROME).astimezone(ROME) == datetime(2027, 3, 28, 3, 30, tzinfo=ROME)


def test_weekly_windows_end_at_one_time_of_the_day(cast):
    first = before_the_change() - 3 * DAY
    cup = running(cast.organiser, "league", 6, settings={"times": 1}, advance="schedule", starts_at=first)
    windows = Round.objects.filter(stage__competition=cup).order_by("number").values_list("opens_at", "closes_at")
    assert hours(moment for window in windows for moment in window) == {NINE}
    for (_opens, closes), (opens, _closes) in pairwise(windows):
        assert closes == opens


def test_a_window_of_weeks_that_opens_by_itself_keeps_the_time_of_day(cast):
    cup = running(cast.organiser, "league", 4, settings={"times": 1}, advance="click", round_hours=168)
    row = Round.objects.filter(stage__competition=cup, status="pending").first()
    opens, closes = open_window(cup, row, before_the_change())
    assert hours([opens, closes]) == {NINE}
    assert later(opens, 7 * DAY, ROME) == closes


def test_a_deadline_moved_by_days_keeps_the_time_of_day(cast):
    cup = running(cast.organiser, "league", 4, settings={"times": 1}, advance="auto")
    Round.objects.filter(stage__competition=cup, number=1).update(closes_at=before_the_change())
    moved = rounds.move_round(competition=cup, number=1, by=cast.organiser, hours=24 * 7)
    assert hours([moved.closes_at]) == {NINE}


def test_what_moves_with_a_freeze_keeps_the_time_of_day(cast):
    cup = competition(cast.organiser, "league", 4, settings={"times": 1}, advance="auto", no_show_minutes=15)
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=cup, player=player)
    cup = rounds.start(competition=cup, by=cast.organiser)
    at = before_the_change()
    Round.objects.filter(stage__competition=cup).update(opens_at=at, closes_at=at)
    own = next(
        row
        for row in Fixture.objects.filter(competition=cup, tie__round__number=1).select_related("home", "away", "match")
        if cast.anna.id in (row.home.player_id, row.away.player_id)
    )
    schedule.propose(fixture=own, by=cast.anna, kick_off_at=at)
    others = Fixture.objects.filter(competition=cup).exclude(id=own.id)
    for fixture in others:
        schedule.set_kick_off(cup, fixture, at, "plan")
    freezing.freeze(competition=cup, by=cast.organiser, reason="exams")
    Competition.objects.filter(id=cup.id).update(frozen_at=timezone.now() - 14 * DAY)
    freezing.thaw(competition=cup, by=cast.organiser)
    windows = Round.objects.filter(stage__competition=cup).values_list("opens_at", "closes_at")
    assert hours(moment for window in windows for moment in window) == {NINE}
    kick_offs = list(others.values_list("kick_off_at", flat=True))
    assert hours([*kick_offs, Proposal.objects.get(state="open").kick_off_at]) == {NINE}
    begin = Fixture.objects.exclude(id=own.id).get(competition=cup, tie__round__number=1)
    assert begin.match.no_show_at == begin.kick_off_at + timedelta(minutes=15)


def test_a_leave_moves_a_deadline_by_days(cast):
    opens, closes = datetime(2027, 3, 20, 21, tzinfo=ROME), datetime(2027, 3, 27, 21, tzinfo=ROME)
    leave = datetime(2027, 3, 25, tzinfo=ROME), datetime(2027, 3, 28, tzinfo=ROME)
    assert moved_end(opens, closes, [leave], ROME) == datetime(2027, 3, 30, 21, tzinfo=ROME)


def test_the_plan_keeps_the_time_of_day_and_ends_at_midnight(cast):
    cup = running(cast.organiser, "cup", 4, settings={"legs": 2}, advance="click")
    first = before_the_change().date() - 3 * DAY
    plan = planning.plan(competition=cup, by=cast.organiser, wishes=Wishes(first, 7, NINE, "Europe/Rome"))
    assert hours(at for row in plan for at in row.play_days) == {NINE}
    assert hours(row.closes_at for row in plan) == {time(0)}


def test_the_next_event_of_a_series_begins_at_the_same_time_of_its_zone(cast):
    zone = ZoneInfo("America/New_York")
    first = before_the_change(zone)
    cup = competition(cast.organiser, "cup", 4, starts_at=first, advance="schedule")
    Competition.objects.filter(id=cup.id).update(time_zone="America/New_York")
    entries.enter_names(competition=cup, by=cast.organiser, names=["Ugo"])
    found = series_verbs.create(by=cast.organiser, name="Evenings", points=[3, 1], rest=0, competitions=[cup])
    following = series_verbs.again(series=found, by=cast.organiser)
    assert following.starts_at.astimezone(zone).time() == NINE
