"""A series: which competitions count, whose results they are, the next event, and that everything can be told again."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.verbs import create, entries, rounds, rulings
from league.players.verbs.claims import claim
from league.series import verbs
from league.series.errors import SeriesRefused
from league.series.models import Series
from league.series.order import order_of
from league.series.reading import alike, log_of, merit
from league.standings.merit import Event
from tests.league.evenings.room import evening, pair, play
from tests.league.series.played import cup


def series(cast, *competitions, **values):
    fields = {"name": "Winter series", "points": [10, 8, 6, 5], "rest": 1, **values}
    return verbs.create(by=cast.organiser, competitions=competitions, **fields)


def totals(series_row):
    return {line.name: line.total for line in merit(series_row).lines}


def test_it_works(cast):
    tournament = cup(cast.organiser, ["Aldo", "Berta"], players=[cast.anna])
    two = cup(cast.organiser, ["Aldo"], players=[cast.bruno, cast.anna])
    cup_series = series(cast, tournament, two, best=1)
    standings = merit(cup_series)
    assert [event.competition for event in standings.events] == [tournament, two]
    assert [(line.name, line.rank, line.total) for line in standings.lines[:2]] == [("anna", 1, 10), ("bruno", 2, 10)]
    anna = standings.lines[0]
    assert [(result.place, result.points, result.counts) for result in anna.results] == [(1, 10, True), (2, 8, False)]
    assert anna.sum_words == "10" and [result.points for result in anna.dropped] == [8]
    assert "better places" in standings.lines[1].parted
    assert standings.events[1].winners == ["bruno"]


def test_who_goes_out_in_one_round_shares_the_place(cast):
    names = ["Aldo", "Berta", "Carlo", "Dora", "Enea", "Fulvia"]
    cup_series = series(cast, cup(cast.organiser, names))
    assert sorted(totals(cup_series).values(), reverse=True) == [10, 8, 6, 6, 1, 1]
    third = series(cast, cup(cast.organiser, names, third_place=True))
    assert sorted(totals(third).values(), reverse=True) == [10, 8, 6, 5, 1, 1]


@pytest.mark.parametrize(
    "preset",
    [
        "swiss",
        *(pytest.param(preset, marks=pytest.mark.long) for preset in ("league", "double", "world_cup", "divisions")),
    ],
)
def test_every_preset_gives_everybody_a_place(cast, preset):
    from tests.league.series.played import finish

    values = {"settings": {"groups": 2, "through": 2}} if preset == "world_cup" else {}
    tournament = create.create(
        by=cast.organiser, name="Any preset", game="super_goal", preset=preset, places=8, seeding="hand", **values
    )
    create.publish(competition=tournament, by=cast.organiser)
    entries.enter_names(competition=tournament, by=cast.organiser, names="\n".join(f"Player {n}" for n in range(8)))
    rounds.start(competition=tournament, by=cast.organiser)
    finish(tournament)
    tournament.refresh_from_db()
    assert tournament.status == Competition.Status.FINISHED
    standings = merit(series(cast, tournament, points=[8, 7, 6, 5, 4, 3, 2, 1], rest=0))
    assert len(standings.lines) == 8
    assert standings.lines[0].name == tournament.champion.name and standings.lines[0].total == 8
    assert min(line.total for line in standings.lines) >= 1


def test_only_what_is_over_counts_and_a_correction_is_followed(cast):
    tournament = cup(cast.organiser, ["Aldo", "Berta"])
    cup_series = series(cast, tournament, evening(cast, 4))
    assert totals(cup_series) == {"Aldo": 10, "Berta": 8}
    final = tournament.stages.get().rounds.get().ties.get().fixtures.get()
    away_wins = rulings.Score(0, 3) if final.home.name == "Aldo" else rulings.Score(3, 0)
    rulings.enter_result(fixture=final, score=away_wins, by=cast.organiser, reason="read wrongly")
    assert totals(cup_series) == {"Berta": 10, "Aldo": 8}


def order(series_row, competitions, people, at=date(2026, 3, 1), level=""):
    days = [Event(date(2026, 2, 1), level) for _ in competitions]
    return order_of(series_row, competitions, people, days, at)


def test_the_order_is_made_once_and_anew_when_anything_in_it_changes(cast):
    """Mutated one by one, each thing that an order follows from; what was kept before stays as it was."""
    one, two = cup(cast.organiser, ["Aldo"], players=[cast.anna]), cup(cast.organiser, ["Berta", "Carlo"])
    cup_series = series(cast, one, two)
    first = order(cup_series, [one, two], {})
    assert order(cup_series, [one, two], {}) is first
    assert order(cup_series, [one], {}) is not first and order(cup_series, [one, two], {}) is first
    nobody = uuid4()
    assert nobody in order(cup_series, [one, two], {cast.anna.pk: nobody}).events_of
    assert order(cup_series, [one, two], {}, at=date(2026, 1, 1)).people == []
    cup_series.points, cup_series.levels = [3], [{"name": "Major", "points": [7], "rest": 0}]
    assert order(cup_series, [one, two], {}).people[0].line.total == 3
    assert order(cup_series, [one, two], {}, level="Major").people[0].line.total == 7
    cup_series.refresh_from_db()
    cast.anna.nickname = "annina"
    cast.anna.save()
    assert "annina" in [person.name for person in order(cup_series, [one, two], {}).known]
    assert "anna" in [person.name for person in first.known] and first.people[0].line.total == 10


def test_an_evening_counts_with_its_walk_ins_and_without_the_house(cast):
    bar = evening(cast, 5, odd="house_player", house_name="Oste", rounds=2)
    play(cast, bar, 1)
    pair(cast, bar, 2)
    play(cast, bar, 2)
    bar.refresh_from_db()
    assert bar.status == Competition.Status.FINISHED
    totals_by_name = totals(series(cast, bar))
    assert len(totals_by_name) == 5 and "Oste" not in totals_by_name


def test_a_claimed_name_is_known_again(cast):
    tournament = cup(cast.organiser, ["Aldo", "Berta"])
    two = cup(cast.organiser, ["Carlo"], players=[cast.anna])
    cup_series = series(cast, tournament, two)
    assert totals(cup_series)["anna"] == 10
    claim(name=tournament.entrants.get(name="Aldo").player, account=cast.anna)
    assert totals(cup_series) == {"anna": 20, "Berta": 8, "Carlo": 8}


def test_typed_names_are_one_person_where_the_organiser_says_so(cast):
    one, two = cup(cast.organiser, ["Aldo", "Berta"]), cup(cast.organiser, ["aldo", "Carlo"])
    cup_series = series(cast, one, two)
    assert len(merit(cup_series).lines) == 4
    (pair_of,) = alike(merit(cup_series))
    assert {pair_of.one.name, pair_of.other.name} == {"Aldo", "aldo"}
    kept = verbs.match(series=cup_series, by=cast.organiser, one=pair_of.one.key, other=pair_of.other.key)
    assert verbs.match(series=cup_series, by=cast.organiser, one=pair_of.other.key, other=pair_of.one.key) == kept
    standings = merit(cup_series)
    assert (standings.lines[0].total, len(standings.lines), alike(standings)) == (20, 3, [])
    assert set(standings.lines[0].names) == {"Aldo", "aldo"}
    assert "Aldo and aldo are one person" in [words for _row, words in log_of(cup_series, 5)]
    verbs.part(series=cup_series, by=cast.organiser, matched=kept.pk)
    verbs.part(series=cup_series, by=cast.organiser, matched=kept.pk)
    assert len(merit(cup_series).lines) == 4
    assert "are two people" in log_of(cup_series, 1)[0][1]


def test_a_match_survives_a_claim_of_either_name(cast):
    one, two = cup(cast.organiser, ["Aldo", "Berta"]), cup(cast.organiser, ["Aldo", "Carlo"])
    cup_series = series(cast, one, two)
    first, second = (row.entrants.get(name="Aldo").player for row in (one, two))
    verbs.match(series=cup_series, by=cast.organiser, one=first.pk, other=second.pk)
    claim(name=second, account=cast.anna)
    standings = merit(cup_series)
    assert (standings.lines[0].name, standings.lines[0].key, standings.lines[0].total) == ("anna", cast.anna.pk, 20)
    claim(name=first, account=cast.anna)
    assert merit(cup_series).lines[0].total == 20


def test_two_who_met_cannot_be_one(cast):
    tournament = cup(cast.organiser, ["Aldo", "Berta"])
    cup_series = series(cast, tournament)
    aldo, berta = (tournament.entrants.get(name=name).player.pk for name in ("Aldo", "Berta"))
    with pytest.raises(SeriesRefused, match="Both have a place in Cup"):
        verbs.match(series=cup_series, by=cast.organiser, one=aldo, other=berta)
    with pytest.raises(SeriesRefused, match="Choose two names"):
        verbs.match(series=cup_series, by=cast.organiser, one=aldo, other=cast.stranger.pk)
    with pytest.raises(SeriesRefused, match="Choose two names"):
        verbs.match(series=cup_series, by=cast.organiser, one=aldo, other=aldo)


def test_events_come_and_go(cast):
    tournament = cup(cast.organiser, ["Aldo", "Berta"])
    cup_series = series(cast)
    verbs.add(series=cup_series, by=cast.organiser, competition=tournament)
    verbs.add(series=cup_series, by=cast.organiser, competition=tournament)
    assert totals(cup_series)["Aldo"] == 10
    verbs.remove(series=cup_series, by=cast.organiser, competition=tournament)
    verbs.remove(series=cup_series, by=cast.organiser, competition=tournament)
    assert totals(cup_series) == {}
    assert [row.verb for row, _words in log_of(cup_series, 9)] == ["remove", "add", "create"]


def test_a_name_may_begin_with_an_at_sign(cast, client):
    tournament = cup(cast.organiser, ["Aldo", "Berta"])
    Competition.objects.filter(pk=tournament.pk).update(name="@the lake")
    tournament.refresh_from_db()
    cup_series = series(cast, tournament, categories=["@U19"])
    aldo = next(line.key for line in merit(cup_series).lines if line.name == "Aldo")
    verbs.mark(series=cup_series, by=cast.organiser, person=aldo, category="@U19")
    assert [words for _row, words in log_of(cup_series, 2)] == ["Aldo is in @U19", "added @the lake"]
    assert client.get(f"/series/{cup_series.slug}/").status_code == 200


def test_nobody_adds_what_somebody_else_runs(cast):
    tournament = cup(cast.stranger, ["Aldo", "Berta"])
    cup_series = series(cast)
    with pytest.raises(SeriesRefused, match="Only staff of"):
        verbs.add(series=cup_series, by=cast.organiser, competition=tournament)
    assert not cup_series.events.exists()


def test_the_next_event_is_made_by_one_click(cast):
    bar = evening(cast, 4, rounds=2, minutes=25)
    Competition.objects.filter(pk=bar.pk).update(
        name="Thursday 9", starts_at=timezone.now() - timedelta(days=10), description="At eight"
    )
    cup_series = series(cast, bar)
    next_event = verbs.again(series=cup_series, by=cast.organiser)
    assert (next_event.name, next_event.status, next_event.preset, next_event.description) == (
        "Thursday 10", "registration", "evening", "At eight",
    )  # fmt: skip
    assert next_event.stages.get().settings["minutes"] == 25
    assert timedelta() < next_event.starts_at - timezone.now() <= timedelta(days=7)
    assert merit(cup_series).next.competition == next_event
    assert verbs.again(series=cup_series, by=cast.organiser) == next_event, "a second click makes no second"
    assert Competition.objects.count() == 2


def test_a_series_has_no_event_more_than_allowed_by_one_click_either(cast, monkeypatch):
    cup_series = series(cast, evening(cast, 4, rounds=2))
    monkeypatch.setattr(verbs, "MOST_EVENTS", 1)
    with pytest.raises(SeriesRefused, match="At most 1 events"):
        verbs.again(series=cup_series, by=cast.organiser)
    assert Competition.objects.count() == 1


@pytest.mark.parametrize("preset", ["cup", "league", "world_cup", "champions", "swiss", "double", "divisions"])
def test_every_preset_can_be_made_again(cast, preset):
    last = create.create(by=cast.organiser, name="Once", game="super_goal", preset=preset, places=12)
    create.publish(competition=last, by=cast.organiser)
    entries.enter_names(competition=last, by=cast.organiser, names="\n".join(f"Player {n}" for n in range(12)))
    rounds.start(competition=last, by=cast.organiser)
    next_event = verbs.again(series=series(cast, last), by=cast.organiser)
    assert next_event.name == "Once 2"
    wanted = [{k: v for k, v in stage.settings.items() if k != "moves"} for stage in last.stages.order_by("number")]
    assert [stage.settings for stage in next_event.stages.order_by("number")] == wanted


def test_names_count_on():
    assert verbs.next_name("Thursday") == "Thursday 2"
    assert verbs.next_name("Thursday 9") == "Thursday 10"
    assert verbs.next_name("Cup 2026") == "Cup 2027"
    assert verbs.next_name("Cup 09") == "Cup 10" and verbs.next_name("Cup 01") == "Cup 02"
    assert verbs.next_name("Cup 10000") == "Cup 10000 2"
    assert len(verbs.next_name("x" * 79 + "9")) <= 80


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("points", {"points": []}),
        ("points", {"points": [5, 8]}),
        ("points", {"points": [5, -1]}),
        ("rest", {"rest": 6}),
        ("best", {"best": 101}),
        ("name", {"name": "x"}),
        ("levels", {"levels": [{"name": "Major", "points": [5, 8]}]}),
        ("levels", {"levels": [{"name": "Major", "points": [5], "rest": 6}]}),
        ("levels", {"levels": [{"name": "Major", "points": [5]}, {"name": "MAJOR", "points": [5]}]}),
        ("levels", {"levels": [{"name": " ", "points": [5]}]}),
        ("levels", {"levels": [{"points": [5]}]}),
        ("levels", {"levels": "Major"}),
        ("decay", {"decay": [50, 100]}),
        ("decay", {"decay": [101]}),
        ("months", {"months": 121}),
        ("months", {"months": 12, "first_day": date(2026, 1, 1)}),
        ("last_day", {"first_day": date(2026, 3, 1), "last_day": date(2026, 2, 28)}),
        ("ties", {"ties": "luck"}),
        ("categories", {"categories": ["U19", "u19"]}),
        ("categories", {"categories": ["x" * 31]}),
    ],
)
def test_what_a_series_cannot_be_is_said_by_field(cast, field, values):
    with pytest.raises(BadSetting) as refused:
        series(cast, **values)
    assert refused.value.field == field and not Series.objects.exists()


def test_what_counts_can_be_changed(cast):
    cup_series = series(cast, cup(cast.organiser, ["Aldo", "Berta"]))
    cup_series = verbs.change(series=cup_series, by=cast.organiser, points=[3, 2], rest=0, best=4)
    assert totals(cup_series) == {"Aldo": 3, "Berta": 2}
    before = cup_series.log.count()
    verbs.change(series=cup_series, by=cast.organiser, points=[3, 2], rest=0, best=4)
    assert cup_series.log.count() == before, "nothing new, nothing logged"


def test_the_next_event_is_at_the_same_hour_when_the_clocks_change(cast):
    row = create.create(by=cast.organiser, name="Friday 1", game="super_goal", preset="cup", places=4)
    rome = ZoneInfo("Europe/Rome")
    friday = datetime(2199, 3, 29, 20, 30, tzinfo=rome)
    Competition.objects.filter(pk=row.pk).update(starts_at=friday)
    with timezone.override(rome):
        next_event = verbs.again(series=series(cast, row), by=cast.organiser)
    assert next_event.starts_at.astimezone(rome) == datetime(2199, 4, 5, 20, 30, tzinfo=rome)
