"""A league from the start to the champion: matchdays, the table with its reasons, lots."""

import pytest

from league.competitions.models import Competition, Group, Round
from league.competitions.verbs.results import collect
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures, play_out


def table(league):
    return Group.objects.get(stage__competition=league).table


def test_it_works(cast):
    league = running(cast.organiser, "league", entrants=6)
    assert Round.objects.filter(stage__competition=league).count() == 10
    assert play_out(league, seed=4) == 30
    rows = table(league)["rows"]
    assert league.status == Competition.Status.FINISHED
    assert sum(row["played"] for row in rows) == 60
    assert sum(row["goal_difference"] for row in rows) == 0
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert str(league.champion_id) == rows[0]["entrant"]


def test_the_next_matchday_opens_when_this_one_is_over(cast):
    league = running(cast.organiser, "league", entrants=4)
    first, second = open_fixtures(league)
    assert first.match.terms["draws_allowed"] is True
    finish(first.match, 1, 1)
    collect()
    assert len(open_fixtures(league)) == 1
    finish(second.match, 0, 2)
    collect()
    assert {fixture.tie.round.number for fixture in open_fixtures(league)} == {2}
    assert [row["points"] for row in table(league)["rows"]] == [3, 1, 1, 0]


def test_level_entrants_are_told_why(cast):
    league = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    for fixture, goals in zip(open_fixtures(league), (1, 3), strict=True):
        finish(fixture.match, goals, 0)
    collect()
    (best, worst) = table(league)["blocks"]
    assert best["steps"][0]["decided_by"] == "goal_difference"
    assert best["points"] == 3 and worst["points"] == 0


def test_lots_separate_what_nothing_else_does(cast):
    league = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    while fixtures := open_fixtures(league):
        for fixture in fixtures:
            finish(fixture.match, 1, 1)
        collect()
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED
    assert [row["rank"] for row in table(league)["rows"]] == [1, 2, 3]
    assert league.champion is not None


@pytest.mark.parametrize("how", ["resignation", "walkover"])
def test_what_is_given_away_counts_three_to_nil(cast, how):
    """By resigning, or by the game's own rule for a side of which too many were sent off: not by the score on the
    board."""
    league = running(cast.organiser, "league", entrants=2, settings={"times": 1})
    (fixture,) = open_fixtures(league)
    finish(fixture.match, 2, 0, winner="away", how=how)
    collect()
    rows = table(league)["rows"]
    assert rows[0]["entrant"] == str(fixture.away_id)
    assert (rows[0]["points"], rows[0]["goals_for"], rows[0]["goals_against"]) == (3, 3, 0)


def test_the_table_of_home_matches_and_of_away_ones(cast, client):
    league = running(cast.organiser, "league", entrants=3)
    [fixture] = open_fixtures(league)
    finish(fixture.match, 2, 0)
    collect()
    path = f"/competitions/{league.slug}/table/"

    def rows(query):
        page = client.get(path + query)
        assert page.status_code == 200
        return {row["entrant"]: row for row in page.context["tables"][0].rows}

    home, away = str(fixture.home_id), str(fixture.away_id)
    at_home, on_the_road = rows("?venue=home"), rows("?venue=away")
    assert (at_home[home]["points"], at_home[home]["played"], at_home[away]["played"]) == (3, 1, 0)
    assert (on_the_road[away]["lost"], on_the_road[away]["goals_against"], on_the_road[home]["played"]) == (1, 2, 0)
    assert rows("?venue=nowhere")[home]["points"] == rows("")[home]["points"] == 3
    assert not any(row.get("zone") for row in at_home.values())


def test_a_round_robin_by_fide_is_separated_by_the_scores_of_who_was_beaten(cast):
    league = running(
        cast.organiser, "league", 4, settings={"times": 1}, standings="fide-round-robin/2023", advance="auto"
    )
    a, b, c, d = (entrant.name for entrant in league.entrants.order_by("seed"))
    scores = {(a, b): 0, (a, c): 1, (d, a): 1, (b, d): 1, (c, b): 1, (c, d): 1}  # 1: the first of the two won
    while fixtures := open_fixtures(league):
        for fixture in fixtures:
            pair = (fixture.home.name, fixture.away.name)
            goals = (scores[pair], 0) if pair in scores else (0, scores[pair[::-1]])
            finish(fixture.match, *goals)
        collect()
    names = {str(entrant.id): entrant.name for entrant in league.entrants.all()}
    # a and b have 1½ each and drew with one another; a beat c (2 points), b beat d (1 point).
    assert [names[row["entrant"]] for row in table(league)["rows"]] == [c, a, b, d]
    (level,) = table(league)["blocks"]
    assert level["steps"][-1]["decided_by"] == "sonneborn_berger"
    assert level["steps"][-1]["values"] == [2.75, 1.75]
