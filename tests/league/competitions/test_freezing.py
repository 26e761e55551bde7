"""A frozen competition: nothing runs out in it, and all that lies ahead becomes later by as long as it stood still."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.competitions.errors import BadSetting, ReportRefused, ScheduleRefused, WrongStep
from league.competitions.models import AuditEntry, Competition, Dispute, Fixture, Proposal, Report, ResultEntry, Round
from league.competitions.tasks import close_due_rounds, count_reports, open_due_rounds, remind
from league.competitions.verbs import disputes, entries, freezing, reports, rounds, rulings, schedule
from league.players.models import Notification
from matches.models import Match
from tests.league.builders import competition
from tests.league.tables import open_fixtures

pytestmark = pytest.mark.django_db
DAYS = timedelta(days=10)


@pytest.fixture
def league(cast):
    """A running single round robin of four, its first round open until tomorrow and the others planned."""
    league = competition(
        cast.organiser,
        "league",
        4,
        settings={"times": 1},
        advance="schedule",
        starts_at=timezone.now(),
        round_hours=24,
        no_show_minutes=15,
    )
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=league, player=player)
    league = rounds.start(competition=league, by=cast.organiser)
    open_due_rounds()
    return league


def stood_still(league, by, gap=DAYS):
    """Freeze ``league``, let ``gap`` go by, let it go on."""
    freezing.freeze(competition=league, by=by, reason="exams")
    since = timezone.now() - gap
    Competition.objects.filter(id=league.id).update(frozen_at=since)
    return since, freezing.thaw(competition=league, by=by)


def times(league):
    windows = Round.objects.filter(stage__competition=league).order_by("number").values_list("opens_at", "closes_at")
    matches = Match.objects.filter(fixture__tie__round__stage__competition=league).order_by("id")
    return list(windows), list(matches.values_list("no_show_at", flat=True))


def test_what_lies_ahead_moves_by_as_long_as_it_stood_still(league, cast):
    windows, no_shows = times(league)
    agreed = next(
        fixture for fixture in open_fixtures(league) if cast.anna in (fixture.home.player, fixture.away.player)
    )
    wanted = timezone.now() + timedelta(hours=5)
    schedule.propose(fixture=agreed, by=cast.anna, kick_off_at=wanted)
    _since, after = stood_still(league, cast.organiser)
    assert after.frozen_at is None and after.frozen_because == ""
    moved, late = times(league)
    for (opened, closed), (opens, closes) in zip(windows[1:], moved[1:], strict=True):
        assert timedelta(0) <= opens - opened - DAYS < timedelta(minutes=1)
        assert timedelta(0) <= closes - closed - DAYS < timedelta(minutes=1)
    assert all(timedelta(0) <= new - old - DAYS < timedelta(minutes=1) for old, new in zip(no_shows, late, strict=True))
    proposal = Proposal.objects.get(state="open")
    assert timedelta(0) <= proposal.kick_off_at - wanted - DAYS < timedelta(minutes=1)
    assert not Match.objects.filter(held=True).exists()
    assert {"freeze", "thaw"} <= set(AuditEntry.objects.filter(competition=league).values_list("verb", flat=True))
    assert Notification.objects.filter(user=cast.anna, kind="moved").count() == 2


def planned(league, *days, at=time(20)):
    """Give round n its kick-offs on the nth of ``days`` from today, each window until midnight; return the zone."""
    zone = ZoneInfo(league.time_zone)
    today = timezone.now().astimezone(zone).date()
    for number, day in enumerate(days, start=1):
        kick_off = datetime.combine(today + timedelta(days=day), at, zone)
        rows = Fixture.objects.filter(tie__round__stage__competition=league, tie__round__number=number)
        rows.update(kick_off_at=kick_off, fixed="plan")
        midnight = datetime.combine(kick_off.date() + timedelta(days=1), time(), zone)
        Round.objects.filter(stage__competition=league, number=number).update(closes_at=midnight)
    return zone, today


def kick_offs(league, zone, today):
    """Return for each round the days from today of its kick-offs."""
    rows = Fixture.objects.filter(tie__round__stage__competition=league).select_related("tie__round")
    days = {}
    for one in rows.order_by("tie__round__number", "id"):
        days.setdefault(one.tie.round.number, []).append((one.kick_off_at.astimezone(zone).date() - today).days)
    return days


def test_no_kick_off_moves_to_a_day_without_play(league, cast):
    zone, today = planned(league, 1, 3, 9)
    without_play = [(today + timedelta(days=day)).isoformat() for day in (11, 12, 13)]
    Competition.objects.filter(id=league.id).update(blackout=without_play)
    fixture = open_fixtures(league)[0]
    Match.objects.filter(id=fixture.match_id).update(starts_at=fixture.kick_off_at)
    stood_still(league, cast.organiser)
    # Rounds one and two were to be played two days apart, and would meet on the first day with play.
    assert kick_offs(league, zone, today) == {1: [14, 14], 2: [15, 15], 3: [19, 19]}
    moved = Fixture.objects.select_related("match", "tie__round").get(id=fixture.id)
    assert moved.kick_off_at.astimezone(zone).time().hour in (20, 21), "the time of day stays"
    assert moved.match.starts_at == moved.kick_off_at
    assert moved.match.no_show_at == moved.kick_off_at + timedelta(minutes=15)
    assert moved.kick_off_at < moved.tie.round.closes_at <= moved.kick_off_at + timedelta(hours=5)
    lines = AuditEntry.objects.filter(competition=league, verb="thaw").values_list("message", flat=True)
    assert ["moved kick-offs on to days with play: {count}", {"count": 4}] in list(lines)
    notice = Notification.objects.filter(user=cast.anna, kind="moved").latest("id").message[0]
    assert "no kick-off is on a day without play" in notice


def test_a_match_that_is_waited_for_past_its_window_is_waited_for_as_long(league, cast):
    now = timezone.now()
    awaited = open_fixtures(league)[0]
    kick_off = now - DAYS - timedelta(hours=1)
    Fixture.objects.filter(id=awaited.id).update(kick_off_at=kick_off, fixed=Fixture.Fixed.AGREED)
    Round.objects.filter(stage__competition=league, number=1).update(closes_at=now - DAYS - timedelta(hours=2))
    Fixture.objects.exclude(id=awaited.id).update(kick_off_at=now, fixed=Fixture.Fixed.ORGANISER)
    stood_still(league, cast.organiser)
    assert close_due_rounds() == 0, "an hour was left when it was frozen"
    awaited.refresh_from_db()
    Fixture.objects.filter(id=awaited.id).update(kick_off_at=awaited.kick_off_at - timedelta(hours=1))
    assert close_due_rounds() == 1


def test_the_hours_to_dispute_a_result_stand_still(league, cast):
    mine = next(one for one in open_fixtures(league) if cast.anna in (one.home.player, one.away.player))
    rulings.enter_result(fixture=mine, score=rulings.Score(1, 0), by=cast.organiser)
    since, after = stood_still(league, cast.organiser)
    AuditEntry.objects.filter(competition=league, verb="freeze").update(at=since)
    over = since - timedelta(hours=league.dispute_hours)
    mine.refresh_from_db()
    for entered, open_still in ((over - timedelta(hours=1), False), (over + timedelta(hours=1), True)):
        ResultEntry.objects.filter(fixture=mine).update(at=entered)
        assert disputes.may_dispute(after, mine, cast.anna) == open_still


def test_a_result_of_the_frozen_time_has_all_hours_after_it(league, cast):
    mine = next(one for one in open_fixtures(league) if cast.anna in (one.home.player, one.away.player))
    league = freezing.freeze(competition=league, by=cast.organiser, reason="exams")
    rulings.enter_result(fixture=mine, score=rulings.Score(1, 0), by=cast.organiser)
    mine.refresh_from_db()
    since = timezone.now() - DAYS
    Competition.objects.filter(id=league.id).update(frozen_at=since)
    AuditEntry.objects.filter(competition=league, verb="freeze").update(at=since)
    ResultEntry.objects.filter(fixture=mine).update(at=since + timedelta(days=1))
    assert disputes.may_dispute(Competition.objects.get(id=league.id), mine, cast.anna)
    after = freezing.thaw(competition=league, by=cast.organiser)
    assert disputes.may_dispute(after, mine, cast.anna)


def test_a_statement_is_made_while_it_stands_still(league, cast):
    """Its time is over meanwhile, and has been given back when the competition goes on."""
    mine = next(one for one in open_fixtures(league) if cast.anna in (one.home.player, one.away.player))
    rulings.enter_result(fixture=mine, score=rulings.Score(1, 0), by=cast.organiser)
    said = disputes.dispute(fixture=mine, by=cast.anna, statement="Offside.")
    freezing.freeze(competition=league, by=cast.organiser, reason="exams")
    since = timezone.now() - DAYS
    Competition.objects.filter(id=league.id).update(frozen_at=since)
    Dispute.objects.update(deadline_at=since + timedelta(hours=1))
    assert disputes.state(dispute=said, by=cast.anna, statement="Offside, clearly.").outcome == ""
    Dispute.objects.update(deadline_at=since)
    with pytest.raises(ReportRefused, match="time for statements"):
        disputes.state(dispute=said, by=cast.anna, statement="And late.")
    Dispute.objects.update(deadline_at=since + timedelta(hours=1))
    freezing.thaw(competition=league, by=cast.organiser)
    given_back = Dispute.objects.get().deadline_at - timezone.now()
    assert timedelta(minutes=59) < given_back <= timedelta(hours=1)


def test_sides_not_known_yet_do_not_meet_twice_on_a_day(league, cast):
    zone, today = planned(league, 1, 3, 9)
    without_play = [(today + timedelta(days=day)).isoformat() for day in (11, 12, 13)]
    Competition.objects.filter(id=league.id).update(blackout=without_play)
    Fixture.objects.filter(tie__round__stage__competition=league, tie__round__number=2).update(home=None, away=None)
    stood_still(league, cast.organiser)
    assert kick_offs(league, zone, today) == {1: [14, 14], 2: [15, 15], 3: [19, 19]}


def test_a_proposal_for_a_day_without_play_is_dropped(league, cast):
    zone = ZoneInfo(league.time_zone)
    agreed = next(one for one in open_fixtures(league) if cast.anna in (one.home.player, one.away.player))
    for hours in (3, 5):
        schedule.propose(fixture=agreed, by=cast.anna, kick_off_at=timezone.now() + timedelta(hours=hours))
    first = Proposal.objects.order_by("kick_off_at").first()
    Proposal.objects.filter(id=first.id).update(kick_off_at=timezone.now() + timedelta(days=2))
    without_play = (timezone.now() + timedelta(days=12)).astimezone(zone).date().isoformat()
    Competition.objects.filter(id=league.id).update(blackout=[without_play])
    stood_still(league, cast.organiser)
    assert Proposal.objects.get(id=first.id).state == "dropped"
    assert Proposal.objects.exclude(id=first.id).get().state == "open"


def test_nothing_runs_out_meanwhile(league, cast):
    fixture = open_fixtures(league)[0]
    reports.report(fixture=fixture, score=rulings.Score(1, 0), by=fixture.home.player)
    freezing.freeze(competition=league, by=cast.organiser, reason="exams")
    past = timezone.now() - timedelta(hours=1)
    Round.objects.filter(stage__competition=league, number=1).update(closes_at=past)
    Round.objects.filter(stage__competition=league, number=2).update(opens_at=past)
    Report.objects.update(counts_at=past)
    Notification.objects.all().delete()
    assert (close_due_rounds(), open_due_rounds(), count_reports()) == (0, 0, 0)
    remind()
    assert not Notification.objects.exists()
    Competition.objects.filter(id=league.id).update(frozen_at=None)
    # the control: with the guard away all of it is due
    assert (close_due_rounds() > 0, open_due_rounds() > 0) == (True, True)


def test_nobody_opens_or_agrees_anything_meanwhile(league, cast):
    fixture = next(
        fixture_row
        for fixture_row in open_fixtures(league)
        if cast.anna in (fixture_row.home.player, fixture_row.away.player)
    )
    rival = fixture.away.player if fixture.home.player == cast.anna else fixture.home.player
    asked = schedule.propose(fixture=fixture, by=rival, kick_off_at=timezone.now() + timedelta(hours=3))
    freezing.freeze(competition=league, by=cast.organiser, reason="exams")
    assert Match.objects.filter(fixture__tie__round__stage__competition=league, held=True).count() == 2
    with pytest.raises(WrongStep, match="exams"):
        rounds.open_round(competition=league, number=2, by=cast.organiser)
    with pytest.raises(ScheduleRefused, match="exams"):
        schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=timezone.now() + timedelta(hours=3))
    for accept in (True, False):
        with pytest.raises(ScheduleRefused, match="exams"):
            schedule.answer(proposal=asked, by=cast.anna, accept=accept)


def test_it_is_safe_to_repeat_and_says_what_is_wrong(league, cast):
    with pytest.raises(BadSetting):
        freezing.freeze(competition=league, by=cast.organiser, reason="  ")
    first = freezing.freeze(competition=league, by=cast.organiser, reason="exams")
    again = freezing.freeze(competition=league, by=cast.organiser, reason="holidays")
    assert (again.frozen_at, again.frozen_because) == (first.frozen_at, "exams")
    freezing.thaw(competition=league, by=cast.organiser)
    position = freezing.thaw(competition=league, by=cast.organiser).log_position
    assert Competition.objects.get(id=league.id).log_position == position
    draft = competition(cast.organiser, "league", 4)
    with pytest.raises(WrongStep):
        freezing.freeze(competition=draft, by=cast.organiser, reason="exams")


def test_the_page_says_so(league, cast, client):
    freezing.freeze(competition=league, by=cast.organiser, reason="exams until June")
    assert "exams until June" in client.get(f"/competitions/{league.slug}/").content.decode()
