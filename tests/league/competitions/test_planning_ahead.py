"""A plan before the start, and players who are away."""

from dataclasses import replace
from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.competitions.errors import BadSetting, WrongStep
from league.competitions.models import Absence, Competition, Fixture, Round
from league.competitions.setup.season_plan import Wishes, wishes_of
from league.competitions.tasks import open_due_rounds
from league.competitions.verbs import absences, entries, planning, rounds
from tests.league.builders import NAMES, competition
from tests.typed import typed_in

FIRST = timezone.now().date() + timedelta(days=30)
WEEKLY = Wishes(FIRST, 7, time(21), "Europe/Rome")


def league_of(cast, **values):
    """Four accounts, three rounds, not started."""
    league = competition(cast.organiser, "league", 4, settings={"times": 1}, **values)
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=league, player=player)
    return league


def days_of(cup, user):
    """The days on which ``user`` plays, by round."""
    rows = Fixture.objects.filter(tie__round__stage__competition=cup).order_by("tie__round__number")
    zone = ZoneInfo("Europe/Rome")
    return [
        row.kick_off_at.astimezone(zone).date()
        for row in rows.select_related("home", "away")
        if user.pk in (row.home.player_id, row.away.player_id)
    ]


def test_it_works(cast):
    cup = league_of(cast)
    assert [at.date() for [at], _closes in planning.dates(cup, WEEKLY)] == [
        FIRST + n * timedelta(days=7) for n in range(3)
    ]
    planning.plan_ahead(competition=cup, by=cast.organiser, wishes=WEEKLY)
    planning.plan_ahead(competition=cup, by=cast.organiser, wishes=WEEKLY)
    assert cup.audit.filter(verb="plan").count() == 1
    rounds.start(competition=cup, by=cast.organiser)
    assert days_of(cup, cast.anna) == [FIRST + n * timedelta(days=7) for n in range(3)]
    assert open_due_rounds() == 1
    cup.refresh_from_db()
    assert cup.advance == Competition.Advance.SCHEDULE
    with pytest.raises(WrongStep, match="has started"):
        planning.plan_ahead(competition=cup, by=cast.organiser, wishes=None)


@pytest.mark.parametrize(
    "preset", ["cup", "league", "world_cup", "champions", "swiss", "evening", "double", "divisions", "league_phase"]
)
def test_the_preview_has_a_date_for_every_round(cast, preset):
    from league.competitions.setup.presets import PRESETS

    places = PRESETS[preset].places
    cup = competition(cast.organiser, preset, places)
    names = [f"Player {number}" for number in range(places)] if places > len(NAMES) else NAMES[:places]
    entries.enter_names(competition=cup, by=cast.organiser, names=names)
    previewed = planning.dates(cup, WEEKLY)
    rounds.start(competition=cup, by=cast.organiser)
    assert len(previewed) == Round.objects.filter(stage__competition=cup).count()


def test_who_is_away_plays_later_in_the_round(cast):
    cup = league_of(cast, advance="click")
    rounds.start(competition=cup, by=cast.organiser)
    absences.add(user=cast.anna, first=FIRST - timedelta(days=3), last=FIRST + timedelta(days=1))
    free = (FIRST + timedelta(days=2),)
    days = planning.plan(competition=cup, by=cast.organiser, wishes=Wishes(FIRST, 7, time(21), "Europe/Rome", free))
    assert days_of(cup, cast.anna)[0] == FIRST + timedelta(days=3)
    assert len(days[0].later) == 1 and not days[0].away
    assert days[0].closes_at > days[0].kick_offs[days[0].later[0][0].id]
    others = [day for user in (cast.bruno, cast.stranger, cast.referee) for day in days_of(cup, user)[:1]]
    assert sorted(others) == [FIRST, FIRST, FIRST + timedelta(days=3)]
    assert days[1].kick_off_at.date() == FIRST + timedelta(days=7), "the next round keeps its day"


def test_who_is_away_for_the_whole_round_keeps_the_day_and_is_named(cast):
    cup = rounds.start(competition=league_of(cast, advance="click"), by=cast.organiser)
    absences.add(user=cast.anna, first=FIRST, last=FIRST + timedelta(days=6))
    days = planning.planned(cup, WEEKLY)
    assert len(days[0].away) == 1 and planning.away_words(days)
    assert not any(day.away for day in days[1:])


def test_a_plan_that_lies_in_the_past_stops_the_start(cast):
    cup = league_of(cast)
    planning.plan_ahead(competition=cup, by=cast.organiser, wishes=WEEKLY)
    Competition.objects.update(wishes={**WEEKLY.as_stored(), "first": "2020-01-01"})
    with pytest.raises(WrongStep, match="Plan again"):
        rounds.start(competition=cup, by=cast.organiser)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.REGISTRATION and not Round.objects.exists()


def test_absences_that_cannot_be_are_refused(cast):
    absences.add(user=cast.anna, first=FIRST, last=FIRST)
    absences.add(user=cast.anna, first=FIRST, last=FIRST)
    assert Absence.objects.count() == 1
    for first, last in (
        (FIRST, FIRST - timedelta(days=1)),
        (date(2020, 1, 1), date(2020, 1, 2)),
        (FIRST, FIRST + timedelta(days=400)),
        (FIRST + timedelta(days=800), FIRST + timedelta(days=800)),
    ):
        with pytest.raises(BadSetting):
            absences.add(user=cast.anna, first=first, last=last)
    absences.remove(user=cast.bruno, absence_id=Absence.objects.get().pk)
    assert Absence.objects.count() == 1
    absences.remove(user=cast.anna, absence_id=Absence.objects.get().pk)
    assert not Absence.objects.exists()
    yesterday = timezone.now().date() - timedelta(days=1)  # still today, west of here
    absences.add(user=cast.anna, first=yesterday, last=yesterday)
    with pytest.raises(BadSetting, match="next two years"):
        absences.add(user=cast.anna, first=yesterday - timedelta(days=1), last=yesterday - timedelta(days=1))
    assert absences.of(cast.anna).get().last == yesterday
    Absence.objects.update(first=yesterday - timedelta(days=1), last=yesterday - timedelta(days=1))
    assert not absences.of(cast.anna).exists()


def test_the_pages(client, cast):
    cup = league_of(cast)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    path = f"/competitions/{cup.slug}/console/plan/"
    said = {"first": FIRST.isoformat(), "every_days": "7", "at": "21:00", "time_zone": "Europe/Rome", "blackout": ""}
    text = client.post(path, {**said, "do": "preview"}).content.decode()
    assert "Use this plan at the start" in text and not Competition.objects.get().wishes
    client.post(path, {**said, "do": "plan"})
    assert Competition.objects.get().wishes["first"] == FIRST.isoformat()
    wishes = wishes_of(Competition.objects.get())
    planning.plan_ahead(competition=cup, by=cast.organiser, wishes=replace(wishes, at=time(21, 0, 30, 5)))
    sent = typed_in(client.get(path).content.decode(), "every_days", every_days="5")
    client.post(path, {**sent, "do": "plan"})
    changed = wishes_of(Competition.objects.get())
    assert (changed.every_days, changed.at) == (5, time(21, 0, 30)), "the seconds stay"
    client.post(path, {**said, "at": "20:00", "do": "plan"})
    assert wishes_of(Competition.objects.get()).at == time(20)
    client.post(path, {"do": "none"})
    assert Competition.objects.get().wishes == {}
    client.post("/my/absences/", {"do": "add", "first": FIRST.isoformat(), "last": ""})
    assert Absence.objects.get(user=cast.organiser).last == FIRST
    client.post("/my/absences/", {"do": "remove", "absence": str(Absence.objects.get().pk)})
    assert not Absence.objects.exists()
    text = client.get(f"/competitions/new/preview/?preset=cup&places=8&first={FIRST}&every_days=7&at=21:00").content
    assert text.decode().count("<time ") == 3
