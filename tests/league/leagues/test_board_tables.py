"""Board tables of a league of teams: who is ranked on which board, why, from how many matches on; page, file, API."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.leagues.boards import boards_of
from tests.league.builders import running
from tests.league.tables import finish
from tests.league.teams import boards_of as fixtures_of
from tests.league.teams import running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def played(cast, boards=2, teams=3, rounds=None):
    """A league with results on every board of its first ``rounds``: the home side wins on board 1, level elsewhere."""
    cup = running_teams(cast.organiser, teams=teams, boards=boards)
    for tie in ties_of(cup):
        tie.refresh_from_db()
        if rounds is not None and tie.round.number > rounds:
            continue
        seal(tie, tie.home)
        seal(tie, tie.away)
        for fixture in fixtures_of(tie):
            finish(fixture.match, 2 if fixture.board == 1 else 1, 1)
        collect()
    cup.refresh_from_db()
    return cup


def test_people_are_ranked_by_board_and_on_all_of_them(cast):
    cup = played(cast)
    boards = boards_of(cup, 1)
    assert [table.board for table in boards.boards] == [0, 1, 2]
    first, second, together = boards.of(1), boards.of(2), boards.of(0)
    assert {row.name for row in first.rows} == {team.player.nickname for team in cup.entrants.all()}
    assert sum(row.points for row in first.rows) == sum(row.points for row in second.rows) == 3
    assert [row.per_match for row in second.rows] == [0.5, 0.5, 0.5] and second.rows[0].why
    assert len(together.rows) == 6
    for row in together.rows:
        own = next(each for table in (first, second) for each in table.rows if each.player == row.player)
        assert (own.points, own.played, own.team) == (row.points, row.played, row.team)
    assert [row.points for row in first.rows] == sorted((row.points for row in first.rows), reverse=True)


def test_too_few_matches_are_named_and_not_ranked(cast):
    cup = played(cast, teams=4, rounds=3)
    assert boards_of(cup).least == 2, "half of three rounds, rounded up"
    team = cup.entrants.first()
    assert all(row.played == 3 for row in boards_of(cup).of(1).rows)
    boards = boards_of(cup, 4)
    assert not boards.of(1).rows and len(boards.of(1).too_few) == 4
    assert {row.rank for row in boards.of(1).too_few} == {None} and team.name in {
        row.team for row in boards.of(1).too_few
    }


def test_a_board_awarded_without_a_match_counts_for_nobody(cast):
    cup = running_teams(cast.organiser, boards=2)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    first, second = fixtures_of(tie)
    rulings.walkover(fixture=first, winner="home", by=cast.organiser, reason="absent", confirmed=True)
    finish(second.match, 0, 1)
    collect()
    boards = boards_of(cup, 1)
    assert not boards.of(1).rows
    assert [(row.name, row.points) for row in boards.of(2).rows] == [
        (second.away_player.nickname, 1),
        (second.home_player.nickname, 0),
    ]
    rulings.walkover(fixture=first, winner="home", by=cast.organiser, reason="no team", tie=True, confirmed=True)
    cup.refresh_from_db()
    assert not boards_of(cup, 1).of(2).rows, "a tie that was awarded whole has no boards"


def test_an_extra_board_leaves_the_others_in_the_tables(cast):
    rules = {"cup_by": ["board_points", "extra_board", "lots"]}
    cup = running_teams(cast.organiser, boards=2, preset="cup", team_rules=rules)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    seal(tie, tie.away)
    for board, score in enumerate([(1, 0), (0, 2), (3, 0)]):
        finish(fixtures_of(tie)[board].match, *score)
        collect()
    boards, extra = boards_of(cup, 1), fixtures_of(tie)[2]
    assert (extra.board, extra.status) == (3, "played")
    told = [[(row.name, row.points, row.goals_for) for row in boards.of(number).rows] for number in (1, 2)]
    first, second = fixtures_of(tie)[:2]
    assert told == [
        [(first.home_player.nickname, 1, 1), (first.away_player.nickname, 0, 0)],
        [(second.away_player.nickname, 1, 2), (second.home_player.nickname, 0, 0)],
    ]


def test_a_correction_is_in_the_table_at_once(cast):
    cup = played(cast, teams=2)
    before = boards_of(cup, 1).of(1).rows[0].name
    fixture = fixtures_of(ties_of(cup)[0])[0]
    score = rulings.Score(home=0, away=3)
    rulings.enter_result(fixture=fixture, score=score, by=cast.organiser, reason="read wrong", confirmed=True)
    cup.refresh_from_db()
    assert boards_of(cup, 1).of(1).rows[0].name != before


def test_the_page_shows_one_board_with_its_reasons(cast, client):
    cup = played(cast)
    page = reverse("competitions:board_table", args=[cup.slug])
    assert page in client.get(reverse("competitions:table", args=[cup.slug])).content.decode()
    answer = client.get(page, {"board": 2})
    text = " ".join(answer.content.decode().split())
    assert answer.context["shown"].board == 2 and "3 level on 0.50" in text
    assert text.count('<tr class="why"') == 1 and "Points per match first, then points" in text
    assert client.get(page, {"board": 9}).context["shown"].board == 0
    by_name = client.get(page, {"board": 1, "by": "name"}).context["rows"]
    assert [row["name"] for row in by_name] == sorted(row["name"] for row in by_name)
    few = " ".join(client.get(page, {"least": 9}).content.decode().split())
    assert "fewer than 9 matches" in few and 'scope="row" class="t"> <a' not in few


def test_pages_of_boards_are_for_teams_alone(cast, client):
    cup = running(cast.organiser, "league", 2)
    for address in (
        reverse("competitions:board_table", args=[cup.slug]),
        reverse("competitions:boards_csv", args=[cup.slug]),
        f"/api/v1/competitions/{cup.pk}/boards/",
    ):
        assert client.get(address).status_code == 404
    assert "/table/boards/" not in client.get(reverse("competitions:table", args=[cup.slug])).content.decode()


def test_page_file_and_api_tell_the_same(cast, client):
    cup = played(cast)
    shown = boards_of(cup)
    text = client.get(reverse("competitions:boards_csv", args=[cup.slug])).content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    api = client.get(f"/api/v1/competitions/{cup.pk}/boards/").json()
    assert api["least"] == shown.least
    of_api = [(table["board"], row["name"], row["points"]) for table in api["boards"] for row in table["rows"]]
    assert of_api == [(int(line["board"]), line["name"], float(line["points"])) for line in lines if line["rank"]]
    assert of_api == [(table.board, row.name, row.points) for table in shown.boards for row in table.rows]
    page = client.get(reverse("competitions:board_table", args=[cup.slug]), {"board": 1}).content.decode()
    names = re.findall(r"<span[^>]*>\s*([^<]+?)\s*<small", page)
    assert names == [row.name for row in shown.of(1).rows]


def test_a_team_has_what_its_people_won_on_each_board(cast, client):
    cup = played(cast, teams=3)
    teams = client.get(reverse("competitions:board_table", args=[cup.slug]), {"least": 9}).context["teams"]
    rows = {row["entrant"]: row for row in cup.stages.get().groups.get().table["rows"]}
    told = {team.name: team for team in teams}
    statistics = client.get(reverse("competitions:statistics", args=[cup.slug])).content.decode()
    assert reverse("competitions:board_table", args=[cup.slug]) in statistics
    for team in cup.entrants.all():
        assert told[team.name].whole == (rows[str(team.pk)]["board_points"], 2 * rows[str(team.pk)]["played"])
    assert sum(points for team in teams for points, _matches in team.by_board[:1]) == 3


@pytest.mark.parametrize("least", ["0", "-1", "100", "two"])
def test_the_api_names_a_wrong_minimum(cast, client, least):
    cup = running_teams(cast.organiser)
    answer = client.get(f"/api/v1/competitions/{cup.pk}/boards/", {"least": least})
    assert answer.status_code == 400 and "least" in answer.content.decode()
    assert client.get(reverse("competitions:board_table", args=[cup.slug]), {"least": least}).context["least"] == 1


def test_eight_boards_cost_the_queries_of_two(cast, client):
    asked = []
    for boards in (2, 8):
        cup = played(cast, boards=boards, teams=2)
        page = reverse("competitions:board_table", args=[cup.slug])
        for _warm in range(2):
            with CaptureQueriesContext(connection) as counted:
                client.get(page, {"least": 1}, headers={"cookie": "sessionid=x"})
        asked.append(len(counted))
    assert asked[0] == asked[1]
