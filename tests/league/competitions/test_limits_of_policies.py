"""Windows, caps and exceptions of single policies: each is asked on both sides of its boundary."""

from datetime import time, timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import BadSetting, RulingRefused
from league.competitions.models import Fixture, Group, Round
from league.competitions.setup.season_plan import Wishes
from league.competitions.verbs import closing, entries, planning, reports, rounds, rulings
from league.competitions.verbs.rulings import TWICE_SECONDS, Score
from league.players.verbs import robots
from matches import feed
from matches.models import Match
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures


@pytest.fixture
def league(cast):
    season = competition(cast.organiser, "league", 4, settings={"times": 1}, advance="click")
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=season, player=player)
    return rounds.start(competition=season, by=cast.organiser)


def deductions(league):
    return league.results.filter(kind="deducted").order_by("position")


def test_points_taken_twice_within_ten_seconds_are_taken_once(cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    fixture = open_fixtures(league)[0]
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    again = {"entrant": fixture.home, "points": 1, "by": cast.organiser, "reason": "shouting"}
    rulings.deduct(**again)
    rulings.deduct(**again)
    assert deductions(league).count() == 1
    deductions(league).update(at=timezone.now() - timedelta(seconds=TWICE_SECONDS + 1))
    rulings.deduct(**again)
    assert deductions(league).count() == 2
    for points in (0, 100, True, 1.5, "1"):
        with pytest.raises(RulingRefused, match="Enter 1 to 99 points"):
            rulings.deduct(**{**again, "points": points})
    rulings.deduct(**{**again, "points": 99})
    assert deductions(league).last().points == 99


def test_a_kick_off_that_was_agreed_stays_when_its_match_opens(cast, league):
    wishes = Wishes(timezone.now().date() + timedelta(days=7), every_days=7, at=time(21), time_zone="Europe/Rome")
    planning.plan(competition=league, by=cast.organiser, wishes=wishes)
    agreed = timezone.now() + timedelta(days=3)
    first = Fixture.objects.filter(tie__round__number=1, tie__round__stage__competition=league).order_by("id")[0]
    Fixture.objects.filter(id=first.id).update(kick_off_at=agreed, fixed=Fixture.Fixed.AGREED)
    rounds.open_round(competition=league, number=1, by=cast.organiser)
    opened = Fixture.objects.get(id=first.id)
    assert opened.match is not None
    assert opened.kick_off_at == agreed


@pytest.mark.parametrize(("hours_ago", "awarded"), [(1, 0), (3, 1)])
def test_a_match_that_was_put_off_is_waited_for_two_hours(cast, league, hours_ago, awarded):
    rounds.open_round(competition=league, number=1, by=cast.organiser)
    now = timezone.now()
    fixture = open_fixtures(league)[0]
    Fixture.objects.exclude(id=fixture.id).update(kick_off_at=now, fixed=Fixture.Fixed.ORGANISER)
    kick_off_at = now - timedelta(hours=hours_ago)
    Fixture.objects.filter(id=fixture.id).update(kick_off_at=kick_off_at, fixed=Fixture.Fixed.AGREED)
    Round.objects.filter(stage__competition=league, number=1).update(closes_at=now - timedelta(minutes=1))
    assert closing.close_due() == awarded


@pytest.mark.parametrize(("visibility", "sent_away"), [("members", True), ("public", False)])
def test_who_withdraws_from_a_members_only_competition_is_sent_from_its_tables(
    cast, league, monkeypatch, django_capture_on_commit_callbacks, visibility, sent_away
):
    league.visibility = visibility
    league.save()
    left = []
    monkeypatch.setattr(feed, "publish_left", lambda user, audience: left.append((user, audience)))
    entrant = league.entrants.get(player=cast.anna)
    with django_capture_on_commit_callbacks(execute=True):
        rulings.withdraw(entrant=entrant, by=cast.organiser, reason="injured")
    assert ((cast.anna.id, league.id) in left) is sent_away


@pytest.mark.parametrize(
    ("field", "least", "most"),
    [
        ("round_hours", 1, 24 * 90),
        ("no_show_minutes", 0, 24 * 60),
        ("report_hours", 0, 24 * 14),
        ("dispute_hours", 1, 24 * 14),
    ],
)
def test_hours_and_minutes_of_a_competition_have_bounds(cast, field, least, most):
    for value in (least, most):
        assert getattr(competition(cast.organiser, **{field: value}), field) == value
    for value in (least - 1, most + 1):
        with pytest.raises(BadSetting) as refused:
            competition(cast.organiser, **{field: value})
        assert refused.value.field == field


@pytest.mark.parametrize(("through", "possible"), [(0, False), (1, True), (2, True), (3, False)])
def test_as_many_go_through_as_the_smallest_group_has(cast, through, possible):
    groups_of_two = {"groups": 4, "through": through, "best": 0}
    if possible:
        cup = competition(cast.organiser, "world_cup", 8, settings=groups_of_two)
        assert cup.stages.get(number=2).settings["through"] == through
        return
    with pytest.raises(BadSetting) as refused:
        competition(cast.organiser, "world_cup", 8, settings=groups_of_two)
    assert refused.value.field == "through"


def test_a_person_has_three_bots_and_a_bot_five_tokens(cast):
    bots = [robots.make_bot(owner=cast.anna, nickname=f"Robot {number}") for number in range(3)]
    with pytest.raises(robots.RobotRefused, match="You have 3 bots"):
        robots.make_bot(owner=cast.anna, nickname="Robot 4")
    for number in range(5):
        robots.new_token(bot=bots[0], name=f"Token {number}")
    with pytest.raises(robots.RobotRefused, match="at most 5 tokens"):
        robots.new_token(bot=bots[0], name="Token 6")


@pytest.fixture
def groups(cast):
    """Two groups of four that are played out: the semi-finals wait."""
    cup = running(cast.organiser, "world_cup", entrants=8)
    while fixtures := [
        fixture_row
        for fixture_row in open_fixtures(cup)
        if fixture_row.tie.group_id and fixture_row.status == Fixture.Status.OPEN
    ]:
        for fixture in fixtures:
            rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    return cup


def first_of(made):
    """The winner of the first group, and its first match of the next stage."""
    [first, *_others] = Group.objects.filter(stage__competition=made).order_by("number")[0].table["rows"]
    leader = made.entrants.get(id=first["entrant"])
    return leader, next(
        fixture
        for fixture in open_fixtures(made)
        if not fixture.tie.group_id and leader in (fixture.home, fixture.away)
    )


def test_a_deduction_wipes_no_reported_match(cast, groups):
    leader, semi_final = first_of(groups)
    reports.report(fixture=semi_final, score=Score(2, 0), by=leader.player)
    with pytest.raises(RulingRefused, match="next stage has begun"):
        rulings.deduct(entrant=leader, points=9, by=cast.organiser, reason="a false name")
    assert semi_final.reports.get().state == "open"


def test_a_deduction_wipes_no_match_that_is_being_played(cast, groups):
    leader, semi_final = first_of(groups)
    Match.objects.filter(id=semi_final.match_id).update(status="live", snapshot={})
    with pytest.raises(RulingRefused, match="next stage has begun"):
        rulings.deduct(entrant=leader, points=9, by=cast.organiser, reason="a false name")
    semi_final.refresh_from_db()
    assert leader in (semi_final.home, semi_final.away)


def test_a_deduction_changes_who_goes_through_until_they_have_played(cast, groups):
    leader, semi_final = first_of(groups)
    rulings.deduct(entrant=leader, points=9, by=cast.organiser, reason="a false name")
    semi_final.refresh_from_db()
    assert leader not in (semi_final.home, semi_final.away) and semi_final.status == Fixture.Status.OPEN
    leader, semi_final = first_of(groups)
    rulings.enter_result(fixture=semi_final, score=Score(2, 0), by=cast.organiser)
    before = groups.results.count()
    with pytest.raises(RulingRefused, match="next stage has begun"):
        rulings.deduct(entrant=leader, points=9, by=cast.organiser, reason="a false name")
    assert groups.results.count() == before
