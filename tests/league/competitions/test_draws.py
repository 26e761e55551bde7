"""Level matches of a table that go on: who opens them, who may enter them, what tables pay, and what a game has."""

import copy

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

import engines
from league.competitions.derivation import pairing
from league.competitions.derivation.derive import derive
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import BadSetting, RulingRefused
from league.competitions.exchange.faults import BadFile
from league.competitions.models import Competition, Fixture, Group, Stage
from league.competitions.setup.formats import DEFAULTS
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.stages import settings_of
from league.competitions.setup.usual import has_extra_time
from league.competitions.verbs import create, entries, reports, rounds, rulings, seasons
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.formats.swiss.games import scores
from tests.league.builders import competition, running
from tests.league.competitions.documents import equal_elsewhere, forget, written
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures, play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"
KINDS = {
    "league": ("league", 6, {"times": 2}),
    "world_cup": ("world_cup", 8, {"groups": 2, "times": 1}),
    "divisions": ("divisions", 8, {"times": 1}),
    "league_phase": ("league_phase", 8, {"pots": 2, "opponents": 4, "through": 4}),
    "swiss": ("swiss", 9, {"rounds": 4}),
    "evening": ("evening", 8, {"rounds": 3}),
}
"""A competition with each format of tables."""


def with_shootouts(cast, kind="league", **settings):
    preset, entrants, own = KINDS[kind]
    more = {"advance": "auto"} if kind == "evening" else {}
    return running(cast.organiser, preset, entrants, settings={"draws": "shootout", **own, **settings}, **more)


def rows_of(cup):
    return [row for group in Group.objects.filter(stage__competition=cup) for row in group.table["rows"]]


def level_match(cup):
    return open_fixtures(cup)[0]


def test_every_format_of_tables_has_the_setting():
    formats = {format for format, settings in DEFAULTS.items() if "draws" in settings}
    assert formats == {plan.format for kind, *_ in KINDS.values() for plan in PRESETS[kind].stages} - {
        Stage.Format.KNOCKOUT, Stage.Format.PLAYOFFS,
    }  # fmt: skip


def test_it_works(cast):
    league = with_shootouts(cast)
    fixture = level_match(league)
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (3, 4)), by=cast.organiser)
    fixture.refresh_from_db()
    assert (fixture.tie.decided, fixture.home_goals, fixture.away_goals) == ("shootout", 1, 1)
    rows = {row["entrant"]: row for row in rows_of(league)}
    home, away = rows[str(fixture.home_id)], rows[str(fixture.away_id)]
    assert (home["points"], away["points"]) == (1, 2)
    assert (home["shootouts_lost"], away["shootouts_won"]) == (1, 1)
    assert {(row["drawn"], row["goals_for"], tuple(row["form"])) for row in (home, away)} == {(1, 1, ("D",))}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("draws", ["shootout", "extra_time"])
def test_a_live_match_is_opened_so_that_its_engine_decides_it(cast, kind, draws):
    preset, entrants, own = KINDS[kind]
    cup = competition(cast.organiser, preset, entrants, settings={"draws": "shootout", **own})
    Competition.objects.filter(pk=cup.pk).update(game="fuba", options={})
    stage = cup.stages.order_by("number").first()
    stage.settings["draws"] = draws
    stage.save()
    cup = _start(cast, cup, entrants)
    for fixture in open_fixtures(cup):
        assert fixture.match.terms["draws_allowed"] is False
        assert fixture.match.terms["extra_time"] is (draws == "extra_time")


def _start(cast, cup, entrants):
    entries.enter_names(competition=cup, by=cast.organiser, names=[f"Player {at}" for at in range(entrants)])
    return rounds.start(competition=Competition.objects.get(pk=cup.pk), by=cast.organiser)


@pytest.mark.parametrize("kind", KINDS)
def test_every_match_is_paid_for_and_no_document_loses_a_shootout(cast, kind):
    cup = with_shootouts(cast, kind)
    win, _draw, defeat = cup.points
    pays = settings_of(cup.stages.order_by("number").first())
    play_out(cup, seed=3)
    rows, level = rows_of(cup), 0
    for row in rows:
        level += row["shootouts_won"]
        assert row["drawn"] == row["shootouts_won"] + row["shootouts_lost"]
        assert row["points"] == (
            win * row["won"]
            + defeat * row["lost"]
            + pays["shootout_win"] * row["shootouts_won"]
            + pays["shootout_loss"] * row["shootouts_lost"]
            + sum(points for group in Group.objects.filter(stage__competition=cup)
                  for entrant, points, _why in group.table["ledger"] if entrant == row["entrant"])
        )  # fmt: skip
    assert level == sum(row["shootouts_lost"] for row in rows) > 0
    assert picture(cup) == computed_again(cup)
    equal_elsewhere(cup, cast.anna)


@pytest.mark.parametrize("pays", [(1.0, 0.0), (0.5, 0.5), (1.0, 0.5)])
def test_a_swiss_round_pairs_by_the_points_of_its_table(cast, pays):
    win, loss = pays
    cup = with_shootouts(cast, "swiss", shootout_win=win, shootout_loss=loss)
    play_out(cup, seed=5)
    snapshot = take_snapshot(cup)
    derived, [part] = derive(snapshot), snapshot.stages
    games = [pairing._games(snapshot, derived, round, "absent") for round in part.rounds]
    assert any(game.outcome in ("home_shootout", "away_shootout") for played in games for game in played)
    paired_by = scores(len(snapshot.by_seed), games, pairing._rules(snapshot, part))
    points = {row["entrant"]: row["points"] for row in rows_of(cup)}
    assert paired_by == {seed: points[str(entrant.id)] for seed, entrant in snapshot.by_seed.items()}
    assert pairing.report(snapshot, derived, part)


def test_nobody_enters_a_level_result_alone(client, cast):
    league = with_shootouts(cast)
    fixture = level_match(league)
    with pytest.raises(RulingRefused, match="go to penalties here") as refused:
        rulings.enter_result(fixture=fixture, score=Score(2, 2), by=cast.organiser)
    api = APIClient()
    api.force_login(cast.organiser, backend=BACKEND)
    path = f"/api/v1/competitions/{league.pk}/fixtures/{fixture.pk}/result/"
    answer = api.post(path, {"home": 2, "away": 2})
    assert answer.status_code == 409 and str(refused.value) in str(answer.json())
    client.force_login(cast.organiser, backend=BACKEND)
    desk = reverse("competitions:ruling", args=[league.slug, fixture.pk])
    page = client.post(desk, {"do": "result", "home_goals": 2, "away_goals": 2})
    assert str(refused.value) in page.content.decode()
    day = reverse("evenings:results", args=[league.slug]) + "?round=1"
    grid = client.post(day, {f"home_{fixture.pk}": "2", f"away_{fixture.pk}": "2"})
    assert str(refused.value) in grid.content.decode()
    assert f"home_kicks_{fixture.pk}" in grid.content.decode()
    assert not league.results.exists()


@pytest.mark.parametrize(("preset", "kicks"), [("cup", True), ("league", False)])
def test_the_grid_asks_for_kicks_where_somebody_must_go_through(client, cast, preset, kicks):
    cup = running(cast.organiser, preset, 4)
    client.force_login(cast.organiser, backend=BACKEND)
    page = client.get(reverse("evenings:results", args=[cup.slug]) + "?round=1")
    assert page.status_code == 200 and ("home_kicks_" in page.content.decode()) is kicks


def test_a_document_with_a_draw_that_did_not_go_on_is_refused(cast):
    league = with_shootouts(cast)
    rulings.enter_result(fixture=level_match(league), score=Score(1, 1, (3, 4)), by=cast.organiser)
    document = written(league)
    forget(league)
    assert take_in(by=cast.organiser, document=copy.deepcopy(document))[1], "it is right before"
    forget(league)
    document["log"][-1]["shootout"] = None
    with pytest.raises(BadFile, match="another table"):
        take_in(by=cast.organiser, document=document)


def test_a_walkover_and_a_resignation_pay_as_ever(cast):
    league = with_shootouts(cast)
    first, second, *_others = open_fixtures(league)
    rulings.walkover(fixture=first, winner="away", by=cast.organiser, reason="late")
    finish(second.match, 1, 1, winner="home", how="resignation")
    collect()
    rows = {row["entrant"]: (row["points"], row["won"], row["shootouts_won"]) for row in rows_of(league)}
    assert rows[str(first.away_id)] == rows[str(second.home_id)] == (3, 1, 0)
    assert rows[str(first.home_id)] == rows[str(second.away_id)] == (0, 0, 0)


def test_what_an_organiser_corrects_is_paid_anew(cast):
    league = with_shootouts(cast)
    fixture = level_match(league)
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (3, 4)), by=cast.organiser)
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (5, 4)), by=cast.organiser, reason="misread")
    rows = {row["entrant"]: row["points"] for row in rows_of(league)}
    assert (rows[str(fixture.home_id)], rows[str(fixture.away_id)]) == (2, 1)
    assert picture(league) == computed_again(league)


# ── what a game declares ──
def new(cast, game, preset, **values):
    return create.create(by=cast.organiser, name="Saturday cup", game=game, preset=preset, places=8, **values)


USUAL = {"super_goal": "shootout", "soccer_tactics": "extra_time"}
"""Of a level match of a table, by the sheets that speak of it."""


@pytest.mark.parametrize("game", engines.games())
@pytest.mark.parametrize("preset", ["league", "swiss", "evening", "cup"])
def test_a_competition_begins_with_the_tournament_of_its_sheet(client, cast, game, preset):
    cup = new(cast, game, preset)
    settings = settings_of(cup.stages.get())
    if preset != "cup":
        of_ties = "extra_time" if settings.get("table_legs") == 2 else "stand"  # by the sheet of Dom Jim
        assert settings["draws"] == USUAL.get(game, of_ties)
    else:
        assert settings["extra_time"] is has_extra_time(game)
    if game == "super_goal":
        assert cup.options["length"] == "tournament"
    client.force_login(cast.organiser, backend=BACKEND)
    form = client.get(f"/competitions/new/?preset={preset}&game={game}").context["form"]
    for name in {"draws", "extra_time"} & settings.keys() & set(form.fields):
        assert form.fields[name].initial == settings[name]
    assert ("extra_time" in form.fields) is (preset == "cup" and has_extra_time(game))
    offered = [key for key, _words in form.fields["draws"].choices] if "draws" in form.fields else []
    assert ("extra_time" in offered) is (preset != "cup" and has_extra_time(game))


def test_the_api_tells_what_each_game_begins_with():
    presets = {row["key"]: row["by_game"] for row in APIClient().get("/api/v1/presets/").json()}
    assert presets["league"]["super_goal"] == {"settings": {"draws": "shootout"}, "options": {"length": "tournament"}}
    assert presets["cup"]["super_goal"]["settings"] == {"extra_time": False}
    assert presets["league"]["soccer_tactics"]["settings"] == {"draws": "extra_time"}
    assert presets["cup"]["dom_jim"]["settings"] == {"legs": 2}


def test_a_chain_begins_with_it_too_where_nothing_else_is_said(cast):
    stages = [{"format": "groups", "settings": {"groups": 2}}, {"format": "knockout"}]
    groups, knockout = new(cast, "super_goal", "own", stages=stages).stages.order_by("number")
    assert groups.settings["draws"] == "shootout" and knockout.settings["extra_time"] is False
    stages[0]["settings"]["draws"] = "stand"
    assert new(cast, "super_goal", "own", stages=stages).stages.get(number=1).settings["draws"] == "stand"
    with pytest.raises(BadSetting, match="Super Goal! has no extra time"):
        stages[0]["settings"]["draws"] = "extra_time"
        new(cast, "super_goal", "own", stages=stages)


def test_points_that_nobody_chose_follow_those_of_the_table(cast):
    for standings, pays in (("", (2, 1)), ("fide-round-robin/2023", (1, 0)), ("serie-a/2022", (2, 1))):
        settings = settings_of(new(cast, "super_goal", "league", standings=standings).stages.get())
        assert (settings["shootout_win"], settings["shootout_loss"]) == pays
    league = new(cast, "super_goal", "league")
    create.change(competition=league, by=cast.organiser, standings="fide-round-robin/2023")
    assert league.stages.get().settings["shootout_win"] == 1
    with pytest.raises(BadSetting, match=r"at most a win \(1\)") as refused:
        create.change(competition=league, by=cast.organiser, settings={"shootout_win": 1.5})
    assert refused.value.field == "shootout_win"


def test_extra_time_if_the_game_has_it_is_none_where_it_has_not(cast):
    """Programs may go on to ask for it: its words say that it is one only "if the game has it"."""
    cup = new(cast, "super_goal", "cup", settings={"extra_time": True})
    assert cup.stages.get().settings["extra_time"] is False
    assert new(cast, "fuba", "cup", settings={"extra_time": True}).stages.get().settings["extra_time"] is True


def test_no_result_of_a_game_without_extra_time_is_after_extra_time(client, cast):
    cup = running(cast.organiser, "cup", 4)
    fixture = open_fixtures(cup)[0]
    with pytest.raises(RulingRefused, match="Super Goal! has no extra time"):
        rulings.enter_result(fixture=fixture, score=Score(2, 1, extra_time=True), by=cast.organiser)
    with pytest.raises(RulingRefused, match="Super Goal! has no extra time"):
        reports.report(fixture=fixture, score=Score(2, 1, extra_time=True), by=cast.anna)
    client.force_login(cast.organiser, backend=BACKEND)
    page = client.get(reverse("competitions:ruling", args=[cup.slug, fixture.pk]))
    assert "extra_time" not in page.context["form"].fields


def test_a_league_of_before_stays_and_is_followed_by_one_like_it(cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    for stage in league.stages.all():
        for name in ("draws", "shootout_win", "shootout_loss"):
            del stage.settings[name]
        stage.save()
    rulings.enter_result(fixture=open_fixtures(league)[0], score=Score(1, 1), by=cast.organiser)
    assert {row["points"] for row in rows_of(league)} == {0, 1}
    assert not any("shootouts_won" in row for row in rows_of(league))
    play_out(league)
    assert all(fixture.match.terms["draws_allowed"] for fixture in Fixture.objects.select_related("match"))
    season = seasons.following(competition=Competition.objects.get(pk=league.pk), by=cast.organiser)
    assert season.stages.get().settings["draws"] == "stand"
