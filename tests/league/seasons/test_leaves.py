"""Leave: days granted and taken, windows that wait, kick-offs and calendars that follow, matches that are held."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.competitions.derivation import deadlines
from league.competitions.errors import BadSetting, ScheduleRefused, WrongStep
from league.competitions.models import Competition, Fixture, Round
from league.competitions.setup.season_plan import Wishes
from league.competitions.tasks import close_due_rounds
from league.competitions.verbs import entries, freezing, planning, rounds, schedule
from league.players.models import Notification
from league.seasons.models import Leave
from league.seasons.tasks import keep_leaves
from league.seasons.verbs import leaves
from matches.models import Match
from tests.cast import Cast
from tests.league.builders import competition
from tests.league.tables import open_fixtures

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def furnished():
    """Return the cast and a running single round robin of four of them, with five days off each."""
    cast = Cast.make()
    league = competition(
        cast.organiser,
        "league",
        4,
        settings={"times": 1},
        advance="schedule",
        starts_at=timezone.now(),
        round_hours=48,
        no_show_minutes=15,
    )
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=league, player=player)
    league = leaves.allow(competition=league, days=5, by=cast.organiser)
    league = rounds.start(competition=league, by=cast.organiser)
    rounds.open_round(competition=league, number=1, by=None)
    return cast, league


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def league(copied):
    return copied[1]


def days_taken(entrant):
    return sum((leave.last - leave.first).days + 1 for leave in entrant.leaves.all())


def here(row):
    return timezone.now().astimezone(ZoneInfo(row.time_zone)).date()


def match_of(league, player):
    return next(fixture for fixture in open_fixtures(league) if player in (fixture.home.player, fixture.away.player))


def test_leave_is_taken_within_what_is_granted(league, cast):
    own_entrant = league.entrants.get(player=cast.anna)
    today = here(league)
    leave = leaves.take(entrant=own_entrant, first=today + DAY, last=today + 3 * DAY, by=cast.anna)
    assert leaves.take(entrant=own_entrant, first=today + DAY, last=today + 3 * DAY, by=cast.anna).id == leave.id
    for first, last in ((3, 4), (10, 12), (-1, 0), (6, 5)):
        with pytest.raises(BadSetting):
            leaves.take(entrant=own_entrant, first=today + first * DAY, last=today + last * DAY, by=cast.anna)
    leaves.take(entrant=own_entrant, first=today + 10 * DAY, last=today + 11 * DAY, by=cast.anna)
    assert days_taken(own_entrant) == 5
    others = Notification.objects.filter(key=f"leave:{leave.id}").values_list("user__nickname", flat=True)
    assert set(others) == {"bruno", "stranger", "referee"}
    leaves.take_back(leave=leave, by=cast.anna)
    leaves.take_back(leave=leave, by=cast.anna)
    assert days_taken(own_entrant) == 2
    leaves.allow(competition=league, days=0, by=cast.organiser)
    league.refresh_from_db()
    with pytest.raises(WrongStep):
        leaves.take(entrant=own_entrant, first=today + 20 * DAY, last=today + 20 * DAY, by=cast.anna)
    with pytest.raises(BadSetting):
        leaves.allow(competition=league, days=99, by=cast.organiser)


def test_the_window_of_who_is_away_closes_later(league, cast):
    away, other_fixture = match_of(league, cast.anna), match_of(league, cast.anna)
    other = next(fixture for fixture in open_fixtures(league) if fixture.id != away.id)
    own_entrant = league.entrants.get(player=cast.anna)
    now = timezone.now()
    Leave.objects.create(
        competition=league,
        entrant=own_entrant,
        first=here(league) - 2 * DAY,
        last=here(league),
        starts_at=now - 2 * DAY,
        ends_at=now + DAY,
        taken_at=now,
    )
    Round.objects.filter(id=away.tie.round_id).update(opens_at=now - 3 * DAY, closes_at=now - timedelta(hours=1))
    other_fixture = Fixture.objects.select_related("tie__round").get(id=away.id)
    zone = ZoneInfo(league.time_zone)
    closes = other_fixture.tie.round.closes_at.astimezone(zone)
    assert deadlines.deadline(other_fixture, leaves.of(league), zone) == closes + 3 * DAY
    leaves.allow(competition=league, days=0, by=cast.organiser)
    league.refresh_from_db()
    assert deadlines.deadline(other_fixture, leaves.of(league), zone) == closes + 3 * DAY, "days taken stay taken"
    assert close_due_rounds() == 1
    states = {fixture.id: fixture.status for fixture in Fixture.objects.filter(id__in=[away.id, other.id])}
    assert states == {away.id: "open", other.id: "walkover"}
    Leave.objects.update(starts_at=now - 2 * DAY, ends_at=now - DAY)
    Round.objects.filter(id=away.tie.round_id).update(closes_at=now - 2 * DAY)
    assert close_due_rounds() == 1, "when the days are over its time is over too"


def test_two_agree_on_a_kick_off_in_the_days_that_a_leave_adds(league, cast):
    fixture = match_of(league, cast.anna)
    closes = Fixture.objects.get(id=fixture.id).tie.round.closes_at
    day = closes.astimezone(ZoneInfo(league.time_zone)).date() - DAY
    leaves.take(entrant=league.entrants.get(player=cast.anna), first=day, last=day, by=cast.anna)
    offer = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=closes + timedelta(hours=20))
    other = fixture.away if fixture.home.player_id == cast.anna.id else fixture.home
    schedule.answer(proposal=offer, by=other.player, accept=True)
    assert Fixture.objects.get(id=fixture.id).fixed == "agreed"
    with pytest.raises(ScheduleRefused, match="must be played by"):
        schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=closes + timedelta(hours=30))


def test_a_kick_off_in_the_leave_moves_behind_it_and_calendars_follow(league, cast, client):
    fixture = match_of(league, cast.anna)
    own_entrant = league.entrants.get(player=cast.anna)
    when = timezone.now() + timedelta(hours=30)
    schedule.override_kick_off(fixture=fixture, by=cast.organiser, kick_off_at=when, reason="rain")
    before = Fixture.objects.get(id=fixture.id)
    day = when.astimezone(ZoneInfo(league.time_zone)).date()
    leaves.take(entrant=own_entrant, first=day, last=day + DAY, by=cast.anna)
    after = Fixture.objects.get(id=fixture.id)
    assert after.kick_off_at.date() > before.kick_off_at.date() and after.sequence == before.sequence + 1
    assert after.fixed == "organiser"
    feed = client.get(f"/competitions/{league.slug}/entrants/{own_entrant.pk}/calendar.ics").content.decode()
    assert f"DTSTART:{after.kick_off_at.astimezone(UTC):%Y%m%dT%H%M%SZ}" in feed
    page = client.get(f"/competitions/{league.slug}/fixtures/{fixture.pk}/").content.decode()
    assert "On leave" in page


def test_tables_are_held_while_somebody_is_away_and_let_go_after(league, cast):
    fixture = match_of(league, cast.anna)
    own_entrant = league.entrants.get(player=cast.anna)
    leave = leaves.take(entrant=own_entrant, first=here(league), last=here(league) + DAY, by=cast.anna)
    match = Match.objects.get(id=fixture.match_id)
    assert match.held and Match.objects.filter(held=True).count() == 1
    freezing.freeze(competition=league, by=cast.organiser, reason="exams")
    freezing.thaw(competition=league, by=cast.organiser)
    keep_leaves()
    assert Match.objects.get(id=fixture.match_id).held, "still away"
    Leave.objects.filter(id=leave.id).update(ends_at=timezone.now())
    assert keep_leaves() == 1
    match.refresh_from_db()
    assert not match.held and match.no_show_at > timezone.now()
    assert keep_leaves() == 0


def test_coming_back_early_lets_the_tables_go(league, cast):
    own_entrant = league.entrants.get(player=cast.anna)
    leave = leaves.take(entrant=own_entrant, first=here(league), last=here(league) + 2 * DAY, by=cast.anna)
    Leave.objects.filter(id=leave.id).update(starts_at=timezone.now() - timedelta(hours=2))
    leaves.take_back(leave=leave, by=cast.anna)
    keep_leaves()
    assert not Match.objects.filter(held=True).exists()
    assert days_taken(own_entrant) == 1, "the days that were not used come back"
    assert Competition.objects.get(id=league.id).audit.filter(verb="leave_days").count() >= 2


def test_a_kick_off_on_the_day_a_leave_begins_keeps_its_hour(league, cast):
    fixture, own_entrant = match_of(league, cast.anna), league.entrants.get(player=cast.anna)
    zone, today = ZoneInfo(league.time_zone), here(league)
    late = datetime.combine(today, time(23, 59, 59), zone)
    Fixture.objects.filter(id=fixture.id).update(kick_off_at=late, fixed="plan")
    leaves.take(entrant=own_entrant, first=today, last=today + DAY, by=cast.anna)
    moved = Fixture.objects.get(id=fixture.id).kick_off_at
    assert moved.astimezone(zone) == datetime.combine(today + 2 * DAY, time(23, 59, 59), zone)


def test_a_table_begins_at_its_moved_kick_off_once_the_leave_is_over(league, cast):
    fixture, own_entrant = match_of(league, cast.anna), league.entrants.get(player=cast.anna)
    Fixture.objects.filter(id=fixture.id).update(kick_off_at=timezone.now() + DAY, fixed="plan")
    Match.objects.filter(id=fixture.match_id).update(starts_at=timezone.now() + DAY)
    leave = leaves.take(entrant=own_entrant, first=here(league), last=here(league) + 2 * DAY, by=cast.anna)
    Leave.objects.filter(id=leave.id).update(starts_at=timezone.now() - DAY, ends_at=timezone.now())
    keep_leaves()
    moved = Fixture.objects.select_related("match").get(id=fixture.id)
    assert not moved.match.held and moved.match.starts_at == moved.kick_off_at
    assert moved.match.no_show_at == moved.kick_off_at + timedelta(minutes=15)


def test_a_kick_off_moves_over_days_without_play_and_other_leaves(league, cast):
    fixture = match_of(league, cast.anna)
    own_entrant = league.entrants.get(player=cast.anna)
    opponent = fixture.away if fixture.home == own_entrant else fixture.home
    zone, today = ZoneInfo(league.time_zone), here(league)
    at = datetime.combine(today + 3 * DAY, time(20), zone)
    Fixture.objects.filter(id=fixture.id).update(kick_off_at=at, fixed="plan")
    Competition.objects.filter(id=league.id).update(blackout=[(today + 4 * DAY).isoformat()])
    leaves.take(entrant=opponent, first=today + 5 * DAY, last=today + 6 * DAY, by=opponent.player)
    leaves.take(entrant=own_entrant, first=today + 3 * DAY, last=today + 3 * DAY, by=cast.anna)
    moved = Fixture.objects.get(id=fixture.id)
    assert moved.kick_off_at.astimezone(zone) == datetime.combine(today + 7 * DAY, time(20), zone)
    # No window closes before the kick-off that was moved past it.
    Round.objects.filter(id=fixture.tie.round_id).update(
        opens_at=timezone.now() - 9 * DAY, closes_at=timezone.now() - 8 * DAY
    )
    Leave.objects.all().delete()
    assert close_due_rounds() == 1
    assert Fixture.objects.get(id=fixture.id).status == "open"


def test_a_refusal_speaks_of_those_whose_leave_it_is(league, cast):
    entrant, today = league.entrants.get(player=cast.anna), timezone.now().date()
    leaves.take(entrant=entrant, first=today + 3 * DAY, last=today + 4 * DAY, by=cast.anna)
    for by, taken, few in (
        (cast.anna, "You already have", "have only 3 left"),
        (cast.organiser, "anna already has", "anna has only 3 left"),
    ):
        for days, sentence in (((3, 3), taken), ((10, 13), few)):
            with pytest.raises(BadSetting, match=sentence):
                leaves.take(entrant=entrant, first=today + days[0] * DAY, last=today + days[1] * DAY, by=by)


@pytest.mark.parametrize("hour", [3, 20])
def test_a_leave_over_a_change_of_clocks_keeps_the_hours(league, cast, hour):
    zone = ZoneInfo("Europe/Rome")
    today = timezone.now().astimezone(zone).date()
    noon = [datetime.combine(today + number * DAY, time(12), zone) for number in range(2, 300)]
    changes = next(moment.date() for moment in noon if moment.utcoffset() != (moment - DAY).utcoffset())
    Competition.objects.filter(id=league.id).update(time_zone="Europe/Rome")
    fixture, own_entrant = match_of(league, cast.anna), league.entrants.get(player=cast.anna)
    at = datetime.combine(changes - DAY, time(hour), zone)
    Fixture.objects.filter(id=fixture.id).update(kick_off_at=at, fixed="plan")
    Round.objects.filter(id=fixture.tie.round_id).update(closes_at=at + timedelta(hours=4))
    leave = leaves.take(entrant=own_entrant, first=changes - DAY, last=changes, by=cast.anna)
    length = leave.ends_at.astimezone(UTC) - leave.starts_at.astimezone(UTC)
    assert length in (timedelta(hours=47), timedelta(hours=49))
    moved = Fixture.objects.select_related("tie__round").get(id=fixture.id)
    assert moved.kick_off_at.astimezone(zone) == datetime.combine(changes + DAY, time(hour), zone)
    closes = moved.tie.round.closes_at.astimezone(zone)
    own = leaves.of(Competition.objects.get(id=league.id))
    assert deadlines.deadline(moved, own, zone) == closes + 2 * DAY, "two days later by the clock on the wall"


def test_a_leave_that_ended_early_is_taken_again(league, cast):
    fixture, own_entrant, today = match_of(league, cast.anna), league.entrants.get(player=cast.anna), here(league)
    for _again in range(2):
        leave = leaves.take(entrant=own_entrant, first=today, last=today, by=cast.anna)
        assert leaves.on_leave(league) == {own_entrant.id} and days_taken(own_entrant) == 1
        assert leaves.take(entrant=own_entrant, first=today, last=today, by=cast.anna) == leave
        Leave.objects.filter(id=leave.id).update(starts_at=timezone.now() - timedelta(minutes=1))
        assert Match.objects.get(id=fixture.match_id).held
        leaves.take_back(leave=leave, by=cast.anna)
        keep_leaves()
        assert not leaves.on_leave(league) and not Match.objects.get(id=fixture.match_id).held


def test_a_leave_keeps_the_order_of_the_legs_and_a_day_for_each(cast):
    cup = competition(cast.organiser, "cup", 2, settings={"best_of": 5}, advance="click")
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    leaves.allow(competition=cup, days=7, by=cast.organiser)
    cup = rounds.start(competition=cup, by=cast.organiser)
    first = here(cup) + 10 * DAY
    planning.plan(competition=cup, by=cast.organiser, wishes=Wishes(first, 2, time(21), cup.time_zone))
    own_entrant = cup.entrants.get(player=cast.anna)
    leaves.take(entrant=own_entrant, first=first, last=first + 6 * DAY, by=cast.anna)
    zone = ZoneInfo(cup.time_zone)
    legs = Fixture.objects.filter(competition=cup).order_by("leg").values_list("kick_off_at", flat=True)
    days = [(at.astimezone(zone).date() - first).days for at in legs]
    assert days == [7, 9, 11, 13, 14], "the fifth, on day 8 before, comes after the others"
