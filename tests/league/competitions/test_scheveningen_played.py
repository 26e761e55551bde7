"""Two teams in which everybody meets everybody, and tables of teams ranked one at a time."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

from league.competitions.errors import BadSetting, LineUpRefused
from league.competitions.models import Competition, Group
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.preview import outline
from league.competitions.verbs import availability, line_ups, sides
from league.competitions.verbs.create import change
from league.leagues.boards import boards_of as tables_of_boards
from tests.league.competitions.documents import equal_elsewhere
from tests.league.competitions.test_elsewhere import to_the_end
from tests.league.competitions.test_team_cups import adds_up, correct, play
from tests.league.tables import open_fixtures
from tests.league.teams import boards_of, league, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def match_of(cast, boards=3, times=1, **values):
    settings = {"scheveningen": True, "times": times}
    return running_teams(cast.organiser, 2, boards, **{"squad": boards, "settings": settings, **values})


def pairs_in(cup):
    boards = [fixture for tie in ties_of(cup) for fixture in boards_of(tie) if fixture.of_teams]
    return [frozenset((fixture.home_player.nickname, fixture.away_player.nickname)) for fixture in boards]


@pytest.mark.parametrize(("boards", "times"), [pytest.param(2, 2, marks=pytest.mark.long), (3, 1)])
def test_everybody_meets_everybody_and_the_board_points_are_the_score(cast, boards, times):
    cup = match_of(cast, boards, times)
    assert len(ties_of(cup)) == boards * times
    assert {tie.home for tie in ties_of(cup)} == set(cup.entrants.all()), "each team is at home in turn"
    for tie in ties_of(cup):
        for fixture in boards_of(tie):
            won = fixture.home_player.nickname.startswith("Bar Centrale") or fixture.board == boards
            play(fixture, *((1, 0) if won else (0, 1)))
    met = pairs_in(cup)
    assert len(met) == boards * boards * times and {met.count(pair) for pair in met} == {times}
    cup.refresh_from_db()
    rows = Group.objects.get(stage__competition=cup).table["rows"]
    assert sum(row["points"] for row in rows) == boards * boards * times, "the points of the teams are board points"
    assert (cup.status, cup.champion_id) == (Competition.Status.FINISHED, cup.entrants.get(pk=rows[0]["entrant"]).pk)
    people = tables_of_boards(cup, 1).of(0).rows
    assert len(people) == 2 * boards and {line.played for line in people} == {boards * times}
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_no_line_ups_are_named(cast, client):
    cup = match_of(cast, advance="click")
    tie = ties_of(cup)[-1]
    for ask in (lambda: seal(tie, tie.home), lambda: availability.ask(tie=tie, by=tie.home.player)):
        with pytest.raises(LineUpRefused, match="table says who meets whom"):
            ask()
    assert not line_ups.sealed_ties().exists() and not line_ups.open_due()
    page = client.get(reverse("competitions:tie", args=[cup.slug, tie.pk])).content.decode()
    assert "Line-ups" not in page
    for name in ("rules", "table", "overview", "fixtures"):
        assert client.get(reverse(f"competitions:{name}", args=[cup.slug])).status_code == 200
    assert "each of the other team" in client.get(reverse("competitions:table", args=[cup.slug])).content.decode()


def test_who_leaves_a_squad_loses_the_boards_still_to_come(cast):
    cup = match_of(cast)
    first = ties_of(cup)[0]
    gone = first.home.members.get(number=1)
    sides.take_out(entrant=first.home, player=gone.user)
    for fixture in boards_of(first):
        if fixture.status == "open":
            play(fixture, 1, 0)
    second = boards_of(ties_of(cup)[1])
    assert [fixture.status for fixture in second].count("walkover") == 1
    adds_up(cup)


def test_a_correction_changes_the_score(cast):
    cup = match_of(cast, 2)
    for _round in range(2):
        for fixture in open_fixtures(cup):
            play(fixture, 1, 0)
    before = [row["points"] for row in Group.objects.get(stage__competition=cup).table["rows"]]
    assert before == [2, 2]
    correct(boards_of(ties_of(cup)[0])[0], 0, 1, cast.organiser)
    assert [row["points"] for row in Group.objects.get(stage__competition=cup).table["rows"]] == [3, 1]
    adds_up(cup)


@pytest.mark.parametrize(
    ("teams", "boards", "settings", "field"),
    [(3, 2, {}, "scheveningen"), (2, 2, {"times": 3}, "times"), (2, 1, {}, "scheveningen")],
)
def test_it_is_for_two_teams_once_or_twice(cast, teams, boards, settings, field):
    with pytest.raises(BadSetting) as refused:
        league(cast.organiser, teams, boards, settings={"scheveningen": True, **settings})
    assert refused.value.field == field


# ── one at a time ──
@pytest.mark.long
def test_a_table_is_ranked_one_at_a_time(cast, client):
    cup = running_teams(cast.organiser, 4, 2, criteria=["boards_won", "goals_for"], one_at_a_time=True)
    rng = random.Random(7)
    for tie in ties_of(cup):
        seal(tie, tie.home)
        seal(tie, tie.away)
        for fixture in boards_of(tie):
            play(fixture, *rng.choice([(1, 0), (0, 1), (2, 2)]))
    adds_up(cup)
    table = Group.objects.get(stage__competition=cup).table
    assert len(table["rows"]) == 4
    assert "places the best alone" in client.get(reverse("competitions:rules", args=[cup.slug])).content.decode()
    equal_elsewhere(cup, cast.organiser)


def test_the_best_is_placed_and_the_others_begin_again(cast):
    """Three are level on points; whoever is best on boards won is placed, and head to head decides of the other two."""
    orders = {}
    for one_at_a_time in (False, True):
        criteria = [{"head_to_head": ["points"]}, "goal_difference"]
        cup = running_teams(cast.organiser, 3, 2, criteria=criteria, one_at_a_time=one_at_a_time)
        names = dict(zip("abc", [str(team) for team in cup.entrants.order_by("seed")], strict=True))
        goals = {("a", "b"): (4, 0), ("b", "c"): (9, 0), ("c", "a"): (1, 0)}
        by_names = {(names[home], names[away]): score for (home, away), score in goals.items()}
        for tie in ties_of(cup):
            seal(tie, tie.home)
            seal(tie, tie.away)
            pair = (str(tie.home), str(tie.away))
            score = by_names.get(pair) or by_names[pair[::-1]][::-1]
            for fixture in boards_of(tie):
                play(fixture, *score)
        rows = Group.objects.get(stage__competition=cup).table["rows"]
        order = [str(cup.entrants.get(pk=row["entrant"])) for row in rows]
        orders[one_at_a_time] = [next(key for key, name in names.items() if name == shown) for shown in order]
    assert orders == {False: ["b", "a", "c"], True: ["b", "c", "a"]}


def test_the_choice_is_changed_before_the_start(cast):
    cup = league(cast.organiser, 3, 2)
    assert not cup.one_at_a_time
    change(competition=cup, by=cast.organiser, one_at_a_time=True)
    cup.refresh_from_db()
    assert cup.one_at_a_time


@pytest.mark.long
def test_a_scheveningen_of_four_boards_plays_to_its_end(cast):
    cup = match_of(cast, 4, 2, squad=5)
    to_the_end(cup, random.Random(1), cast.organiser)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED


def test_the_preview_counts_a_round_for_each_board(client):
    made = outline(PRESETS["league"], 2, {"scheveningen": True, "times": 2}, boards=4)
    assert (made.rounds, made.matches, made.steps, made.days) == ([("Rounds (8)", 32)], 32, 8, [1] * 8)
    asked = {"preset": "league", "places": 2, "boards": 3, "scheveningen": "on", "times": 1}
    html = client.get(reverse("competitions:preview"), asked, headers={"accept-language": "en"}).content.decode()
    assert "Rounds (3)" in html and "9 matches" in html


def test_the_preview_of_teams_counts_every_board():
    assert outline(PRESETS["league"], 4, {"times": 1}, boards=3).matches == 18
