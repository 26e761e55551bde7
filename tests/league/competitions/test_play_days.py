"""Every match of a tie has a day of play of its own, whatever the structure, the plan and what happens meanwhile."""

import random
from datetime import time as time_of_day
from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.competitions.errors import CompetitionError, ScheduleRefused
from league.competitions.models import Competition, Fixture, Round
from league.competitions.setup.season_plan import Wishes
from league.competitions.tasks import open_due_rounds
from league.competitions.verbs import entries, planning, rounds, rulings, schedule
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from tests.league.builders import NAMES, competition, running
from tests.league.tables import finish
from tests.sizes import size

ZONE = "Europe/Rome"


def wishes(**changed):
    first = timezone.now().date() + timedelta(days=7)
    return Wishes(**{"first": first, "every_days": 7, "at": time_of_day(20, 30), "time_zone": ZONE, **changed})


def fixtures_of(cup):
    rows = Fixture.objects.filter(competition=cup).select_related("home", "away", "tie__round")
    return list(rows.order_by("tie__round__number", "tie__number", "leg"))


def in_order(cup):
    """No side is at two matches at once, and the legs of a tie are on one day after the other."""
    ahead = [row for row in fixtures_of(cup) if row.fixed and row.status in ("pending", "open")]
    moments = [(side, row.kick_off_at) for row in ahead for side in (row.home_id, row.away_id) if side]
    assert len(moments) == len(set(moments)), "a side plays two matches at once"
    legs = {}
    for row in ahead:
        legs.setdefault(row.tie_id, []).append(row.kick_off_at)
    for kick_offs in legs.values():
        assert all(earlier < later for earlier, later in pairwise(kick_offs)), kick_offs
    return ahead


def as_planned(cup, plan, zone=ZONE):
    """What must hold once a plan is written."""
    ahead = in_order(cup)
    by_plan = [row for row in ahead if row.fixed == "plan"]
    for row in ahead:
        round = row.tie.round
        if round.status != Round.Status.DONE:
            assert round.opens_at <= row.kick_off_at <= round.closes_at, (round.number, row.leg, row.kick_off_at)
    days = {}
    for row in by_plan:
        days.setdefault(row.tie_id, []).append(row.kick_off_at.astimezone(ZoneInfo(zone)).date())
    for legs in days.values():
        assert all(earlier < later for earlier, later in pairwise(legs)), legs
    for earlier, later in pairwise(plan):
        tables = ("league", "groups", "divisions")
        if later.round.stage.format not in tables and not later.kept and later.round.status == "pending":
            assert earlier.closes_at <= later.opens_at <= later.kick_off_at
        assert max(earlier.play_days) < later.kick_off_at


def legs(cup, number=1):
    rows = Fixture.objects.filter(competition=cup, tie__round__number=number, tie__number=1).order_by("leg")
    return [row.kick_off_at for row in rows]


@pytest.mark.parametrize(
    ("settings", "count"),
    [({"legs": 2}, 2), ({"best_of": 3}, 3), ({"best_of": 7}, 7), ({"replay": True, "legs": 1}, 2), ({"legs": 1}, 1)],
)
def test_each_match_of_a_tie_has_a_day_of_its_own(cast, settings, count):
    cup = running(cast.organiser, "cup", 4, settings={"third_place": False, **settings}, advance="click")
    week = wishes()
    plan = planning.plan(competition=cup, by=cast.organiser, wishes=week)
    days = [week.first + n * timedelta(days=7) for n in range(2 * count)]
    assert [at.date() for at in legs(cup)] == days[:count]
    assert [at.date() for at in legs(cup, 2)] == days[count:]
    as_planned(cup, plan)


def test_a_plan_repeated_writes_no_other_line(cast):
    cup = running(cast.organiser, "cup", 4, advance="click")
    for days, lines in ((7, 1), (7, 1), (14, 2)):
        planning.plan(competition=cup, by=cast.organiser, wishes=wishes(every_days=days))
        assert cup.audit.filter(verb="plan").count() == lines


def test_the_second_leg_of_a_play_off_between_divisions_has_its_day(cast):
    cup = running(cast.organiser, "divisions", 8, settings={"divisions": 2, "playoff": 1, "legs": 2}, advance="click")
    plan = planning.plan(competition=cup, by=cast.organiser, wishes=wishes())
    kick_offs = legs(cup, plan[-1].round.number)
    assert plan[-1].round.stage.format == "playoffs"
    assert len(kick_offs) == 2 and kick_offs[0] + timedelta(days=5) < kick_offs[1]


def test_a_single_final_beside_ties_for_places_comes_last(cast):
    settings = {"legs": 2, "neutral_final": True, "consolation": "places"}
    cup = running(cast.organiser, "cup", 8, settings=settings, advance="click")
    planning.plan(competition=cup, by=cast.organiser, wishes=wishes())
    last = Fixture.objects.filter(competition=cup, tie__round__number=3).exclude(tie__kind="third_place")
    assert {row.tie.kind for row in last if row.leg == 1} == {"final", "5-6", "7-8"}
    [final] = [row for row in last if row.tie.kind == "final"]
    assert final.kick_off_at == max(row.kick_off_at for row in last)


@pytest.mark.parametrize("preset", ["cup", "champions", "swiss", "divisions"])
def test_the_preview_before_the_start_has_every_day(cast, preset):
    settings = {"champions": {"legs": 2, "neutral_final": True}, "cup": {"best_of": 3}}.get(preset, {})
    cup = competition(cast.organiser, preset, 8, settings=settings, advance="click")
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:8])
    week = wishes()
    previewed = planning.dates(cup, week)
    cup = rounds.start(competition=cup, by=cast.organiser)
    plan = planning.planned(cup, week)
    assert [(row.play_days, row.closes_at) for row in plan] == previewed


def test_rounds_that_are_made_later_get_the_kick_offs_of_the_plan(cast):
    cup = competition(cast.organiser, "swiss", 4, settings={"rounds": 3})
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:4])
    planning.plan_ahead(competition=cup, by=cast.organiser, wishes=wishes())
    cup = rounds.start(competition=cup, by=cast.organiser)
    shown = planning.planned(cup, wishes())
    play_round(cup, cast.organiser, 1)
    rounds.open_round(competition=cup, number=2, by=cast.organiser)
    assert {row.kick_off_at for row in fixtures_of(cup) if row.tie.round.number == 2} == set(shown[1].play_days)


def test_the_legs_of_a_round_drawn_later_have_their_days(cast):
    free = (timezone.now().date() + timedelta(days=28),)
    cup = competition(cast.organiser, "cup", 8, settings={"legs": 2, "redraw": True, "neutral_final": True})
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:8])
    planning.plan_ahead(competition=cup, by=cast.organiser, wishes=wishes(blackout=free))
    cup = rounds.start(competition=cup, by=cast.organiser)
    shown = planning.planned(cup, wishes(blackout=free))
    assert [len(row.play_days) for row in shown] == [2, 2, 1]
    for number in (1, 2):
        play_round(cup, cast.organiser, number)
        rounds.open_round(competition=cup, number=number + 1, by=cast.organiser)
        made = [row for row in fixtures_of(cup) if row.tie.round.number == number + 1]
        assert {row.kick_off_at for row in made} == set(shown[number].play_days)
        assert {row.fixed for row in made} == {"plan"}
        in_order(cup)


def play_round(cup, organiser, number):
    """Open a round and enter a result of each match that is needed."""
    rounds.open_round(competition=cup, number=number, by=organiser)
    for row in fixtures_of(cup):
        if row.tie.round.number == number and Fixture.objects.get(id=row.id).status == "open":
            score = Score(3, 1) if row.leg % 2 else Score(0, 1)
            rulings.enter_result(fixture=row, score=score, by=organiser)


def test_a_kick_off_out_of_the_order_of_the_legs_is_refused(cast):
    cup = running(cast.organiser, "cup", 2, settings={"best_of": 3}, advance="click")
    planning.plan(competition=cup, by=cast.organiser, wishes=wishes())
    first, second, third = fixtures_of(cup)

    def put_off(fixture, at):
        schedule.override_kick_off(fixture=fixture, by=cast.organiser, kick_off_at=at, reason="snow")

    with pytest.raises(ScheduleRefused, match="Move it first"):
        put_off(first, second.kick_off_at)
    with pytest.raises(ScheduleRefused, match="An earlier match"):
        put_off(third, second.kick_off_at - timedelta(hours=1))
    put_off(third, third.kick_off_at + timedelta(days=20))
    put_off(second, third.kick_off_at)
    in_order(cup)


def test_nobody_agrees_to_two_matches_at_once(cast):
    season = competition(cast.organiser, "league", 4, settings={"times": 1}, advance="click")
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=season, player=player)
    rounds.start(competition=season, by=cast.organiser)
    planning.plan(competition=season, by=cast.organiser, wishes=wishes())
    own = [row for row in fixtures_of(season) if cast.anna.id in (row.home.player_id, row.away.player_id)]
    with pytest.raises(ScheduleRefused, match="is on at that time"):
        schedule.propose(fixture=own[1], by=cast.anna, kick_off_at=own[0].kick_off_at)


def test_an_agreed_second_leg_moves_where_the_first_cannot_be_before_it(cast):
    cup = running(cast.organiser, "cup", 2, settings={"legs": 2}, advance="click")
    planning.plan(competition=cup, by=cast.organiser, wishes=wishes())
    _first, second = fixtures_of(cup)
    agreed = second.kick_off_at + timedelta(days=1)
    schedule.override_kick_off(fixture=second, by=cast.organiser, kick_off_at=agreed, reason="a feast")
    plan = planning.plan(competition=cup, by=cast.organiser, wishes=wishes())
    assert legs(cup)[1] == agreed and [row.id for row in plan[0].kept] == [second.id]
    later = wishes(first=wishes().first + timedelta(days=30))
    as_planned(cup, planning.plan(competition=cup, by=cast.organiser, wishes=later))
    assert legs(cup)[1] > agreed


def test_a_second_leg_may_be_today_where_the_first_was_yesterday(cast, monkeypatch):
    cup = running(cast.organiser, "cup", 2, settings={"legs": 2})
    first, second = fixtures_of(cup)
    finish(first.match, 1, 0)
    collect()
    noon = timezone.localtime(timezone=ZoneInfo(ZONE)).replace(hour=12, minute=0) + timedelta(days=1)
    monkeypatch.setattr(planning, "timezone", SimpleNamespace(now=lambda: noon))
    planning.plan(competition=cup, by=cast.organiser, wishes=wishes(first=noon.date()))
    second.refresh_from_db()
    assert second.kick_off_at.date() == noon.date()


def test_a_match_put_off_for_long_holds_up_no_other_matchday(cast):
    season = running(cast.organiser, "league", 4, settings={"times": 1}, advance="click")
    planning.plan(competition=season, by=cast.organiser, wishes=wishes())
    put_off = fixtures_of(season)[0]
    at = put_off.kick_off_at + timedelta(days=60)
    schedule.override_kick_off(fixture=put_off, by=cast.organiser, kick_off_at=at, reason="snow")
    plan = planning.plan(competition=season, by=cast.organiser, wishes=wishes())
    as_planned(season, plan)
    assert [row.kick_off_at.date() for row in plan] == [wishes().first + n * timedelta(days=7) for n in range(3)]
    assert plan[0].closes_at > at > plan[2].closes_at


STRUCTURES = [
    ("league", {}, 4, 7),
    ("groups", {"groups": 2}, 4, 8),
    ("divisions", {"divisions": 2}, 4, 8),
    ("knockout", {}, 4, 9),
    ("double_elimination", {}, 4, 8),
    ("swiss", {"rounds": 3}, 4, 8),
]


def any_structure(rng):
    """Stages, with so many entrants."""
    format, settings, least, most = rng.choice(STRUCTURES)
    settings = dict(settings)
    ties = rng.choice([{"legs": 1}, {"legs": 2}, {"best_of": 3}, {"best_of": 5}, {"legs": 1, "replay": True}])
    if format in ("league", "groups", "divisions"):
        settings["times"] = rng.choice([1, 2])
    if format in ("knockout", "double_elimination"):
        settings |= ties
    if format == "knockout":
        settings |= rng.choice([{}, {"neutral_final": True}, {"redraw": True}, {"consolation": "plate"}])
    stages = [{"format": format, "settings": settings}]
    if format in ("league", "groups", "swiss") and rng.random() < 0.5:
        through = {"through": 2, "neutral_final": rng.random() < 0.5}
        stages.append({"format": "knockout", "settings": {**ties, **through}})
    return stages, rng.randint(least, most)


def any_wishes(rng):
    first = timezone.now().date() + timedelta(days=rng.randint(2, 40))
    free = tuple(sorted({first + timedelta(days=rng.randint(0, 40)) for _ in range(rng.randint(0, 6))}))
    zone = rng.choice([ZONE, "America/New_York", "Asia/Tokyo"])
    return Wishes(first, rng.choice([1, 2, 3, 7, 14]), time_of_day(rng.randint(0, 23), 30), zone, free)


@pytest.mark.parametrize("seed", range(size(8, 60)))
def test_nobody_is_ever_at_two_matches(cast, seed):
    rng = random.Random(seed)
    stages, places = any_structure(rng)
    cup = competition(cast.organiser, "own", places, stages=stages, advance="click")
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:places])
    first_wishes = any_wishes(rng)
    if rng.random() < 0.5:
        planning.plan_ahead(competition=cup, by=cast.organiser, wishes=first_wishes)
    cup = rounds.start(competition=cup, by=cast.organiser)
    for _ in range(6):
        wanted = any_wishes(rng)
        as_planned(cup, planning.plan(competition=cup, by=cast.organiser, wishes=wanted), wanted.time_zone)
        for _ in range(rng.randint(0, 6)):
            happen(cup, rng, cast.organiser)
            in_order(cup)
        if Competition.objects.get(id=cup.id).status != "running":
            break


def happen(cup, rng, organiser):
    """A match is played or put off, or a round is opened; what cannot be is refused."""
    ahead = [row for row in fixtures_of(cup) if row.home and row.away and row.status in ("pending", "open")]
    try:
        if rng.random() < 0.4 and ahead:
            at = timezone.now() + timedelta(days=rng.randint(1, 60), hours=rng.randint(0, 23))
            schedule.override_kick_off(fixture=rng.choice(ahead), by=organiser, kick_off_at=at, reason="rain")
        elif ahead and any(row.status == "open" for row in ahead):
            score = Score(rng.randint(0, 3), rng.randint(0, 3))
            rulings.enter_result(fixture=next(row for row in ahead if row.status == "open"), score=score, by=organiser)
        else:
            number = Round.objects.filter(stage__competition=cup, status="pending").order_by("number").first().number
            rounds.open_round(competition=cup, number=number, by=organiser)
    except (CompetitionError, AttributeError):
        pass
    open_due_rounds()
