"""What is played on boards of ties of teams counts as every match does: ratings, records and books."""

from __future__ import annotations

import random

import pytest
from django.db import transaction
from django.urls import reverse

from league.competitions.derivation.recompute import recompute
from league.competitions.derivation.team_figures import figures_of_teams
from league.competitions.log.locks import locked
from league.competitions.models import Competition
from league.competitions.setup.strengths import NEWCOMER, strengths_of
from league.competitions.verbs import rulings, sides
from league.competitions.verbs.results import collect, competition_of
from league.statistics.models import Line, Rating
from league.statistics.queries import people
from league.statistics.queries.almanac import almanac
from league.statistics.queries.insights import insights
from league.statistics.verbs import books, ratings
from league.statistics.verbs.matches import record_match
from league.statistics.verbs.real_tables import REAL_LINES
from league.statistics.verbs.rebuilding import complete, picture, rebuild_all
from matches.models import Match
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures
from tests.league.teams import boards_of, league, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def opened(cup: Competition, number=0):
    """A tie of ``cup`` with open line-ups."""
    tie = ties_of(cup)[number]
    seal(tie, tie.home)
    seal(tie, tie.away)
    return tie


def play(fixture, home, away, **more):
    finish(fixture.match, home, away, **more)
    collect()


def strengths(fixture) -> list[tuple[float, float, int]]:
    """Rating, deviation and matches of the two who played ``fixture``, home first."""
    seats = dict(fixture.match.seats.values_list("side", "user"))
    last = {rating.player_id: rating for rating in Rating.objects.filter(last=True)}
    rated = [last[seats[side]] for side in ("home", "away") if seats[side] in last]
    return [(rating.rating, rating.deviation, rating.number) for rating in rated]


@pytest.mark.parametrize("result", [{}, {"how": "resignation", "winner": "away"}])
def test_a_board_is_rated_as_a_match_of_singles_is(cast, result):
    alone = open_fixtures(running(cast.organiser, "league", entrants=2, settings={"times": 1}))[0]
    board = boards_of(opened(running_teams(cast.organiser, captain=cast.anna)))[1]
    assert alone.match.rated is board.match.rated is True
    for fixture in (alone, board):
        play(fixture, 2, 1, **result)
    ratings.refresh()
    assert strengths(alone) == strengths(board) != []
    for fixture in (alone, board):
        rulings.enter_result(fixture=fixture, score=rulings.Score(0, 3), by=cast.organiser, reason="other way round")
    ratings.refresh()
    assert strengths(alone) == strengths(board) == [], "a corrected match counts for neither"


def test_a_board_at_a_real_table_stays_rated(cast):
    """Its match, which nobody played, was separated from it, and its lines went with the next recomputation."""
    cup = running_teams(cast.organiser, boards=3, real_rated=True)
    for fixture in boards_of(opened(cup))[:2]:
        rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    with locked(cup.pk) as row:
        recompute(row)
    collect()
    assert Line.objects.filter(competition=cup, counts=True).count() == 4
    ratings.refresh()
    first, second, _third = boards_of(ties_of(cup)[0])
    assert first.match.seats.exists() and strengths(first) == strengths(second) != []


def test_a_team_is_seeded_by_the_ratings_of_its_first_people(cast):
    first = running_teams(cast.organiser, captain=cast.anna)
    play(boards_of(opened(first))[0], 3, 0)
    ratings.refresh()
    cup = league(cast.organiser, teams=2, boards=2, squad=2, captain=cast.bruno, seeding="rating")
    led, other = cup.entrants.order_by("entered_at")
    assert strengths_of(cup, [led, other]) == {}
    member = led.members.get()
    member.user = cast.anna
    member.save()
    strong = Rating.objects.get(player=cast.anna, last=True).rating
    assert strengths_of(cup, [led, other]) == {led.pk: (NEWCOMER + strong) / 2}, "the captain, who is new, counts too"


def test_statistics_count_boards_and_name_who_played_them(cast):
    cup = running_teams(cast.organiser, boards=3, captain=cast.anna)
    first, second, third = boards_of(opened(cup))
    for fixture, score in ((first, (1, 0)), (second, (4, 1)), (third, (2, 2))):
        play(fixture, *score)
    ratings.refresh()
    books.refresh(at_once=True)
    assert sorted(Line.objects.filter(competition=cup).values_list("match", "board", "side")) == sorted(
        (fixture.match_id, fixture.board, side) for fixture in (first, second, third) for side in ("home", "away")
    )
    book = almanac(cup)
    scorers = next(board for board in book.boards if board.name == "goals").everybody
    assert scorers[0].name == second.home_player.nickname
    assert "Bar Centrale" not in {leader.name for leader in scorers}, "a captain has no team's goals"
    assert {(record.home, record.away) for record in book.records if record.kind == "biggest_win"} == {
        (second.home_player.nickname, second.away_player.nickname)
    }
    ours, theirs = second.home_player, second.away_player
    assert people.record(ours).tally == people.Tally(won=1, goals_for=4, goals_against=1)
    assert people.versus(ours, theirs).tally.won == 1
    assert people.meetings(ours, theirs).get().board == 2
    assert [(group.label, group.won) for group in insights(ours, "board", {}, None)] == [("Board 2", 1)]
    assert insights(cast.bruno, "board", {}, None) == []


def test_an_extra_board_is_one_of_the_first_players(cast):
    cup = running_teams(cast.organiser, preset="cup", team_rules={"cup_by": ["board_points", "extra_board", "lots"]})
    for fixture in boards_of(opened(cup))[:2]:
        play(fixture, 1, 1)
    extra = boards_of(ties_of(cup)[0])[2]
    play(extra, 2, 0)
    assert set(Line.objects.filter(match=extra.match_id).values_list("board", flat=True)) == {1}


def test_statistics_of_teams_rebuilt_are_those_counted_result_by_result(cast):
    """With a board at a real table, a correction, a board played again, and a whole tie that was awarded."""
    cup = running_teams(cast.organiser, teams=4, boards=3, real_rated=True)
    rng = random.Random(7)
    for number, tie in enumerate(ties_of(cup)):
        tie.refresh_from_db()
        seal(tie, tie.home)
        seal(tie, tie.away)
        for fixture in boards_of(tie)[: 1 if number == 4 else 3]:
            score = rng.randrange(4), rng.randrange(4)
            if number == 1 and fixture.board == 2:
                rulings.enter_result(fixture=fixture, score=rulings.Score(*score), by=cast.organiser)
            else:
                play(fixture, *score)
        ratings.refresh()
    ties = ties_of(cup)
    corrected, again = boards_of(ties[0])[0], boards_of(ties[2])[1]
    score = rulings.Score(0, 3)
    rulings.enter_result(fixture=corrected, score=score, by=cast.organiser, reason="seats", confirmed=True)
    rulings.replay(fixture=again, by=cast.organiser, reason="wrong rules", confirmed=True)
    play(boards_of(ties[2])[1], 1, 0)
    left = boards_of(ties[4])[1]
    rulings.walkover(fixture=left, winner="away", by=cast.organiser, reason="went home", tie=True, confirmed=True)
    while ratings.refresh():
        pass
    books.refresh(at_once=True)
    lines = "match", "side", "player", "board", "counts", "outcome"
    before = picture(), sorted(map(str, Line.objects.values_list(*lines)))
    assert before[0]["ratings"] and before[0]["books"]
    assert not Line.objects.filter(match=corrected.match_id, counts=True).exists(), "its score was not played so"
    with transaction.atomic():
        Line.objects.exclude(how__in=REAL_LINES).update(board=0, counts=False)
        for match in Match.objects.filter(status="finished"):
            record_match(match, competition_of(match))
    complete()
    with locked(cup.pk) as row:
        recompute(row)
    rebuild_all()
    assert (picture(), sorted(map(str, Line.objects.values_list(*lines)))) == before


def figures_as_counted(cup, team):
    """The figures of ``team`` by its ties and boards as stored, another way than they are derived."""
    rows = [tie for tie in ties_of(cup) if tie.decided and team.pk in (tie.home_id, tie.away_id)]
    ours = [
        (tie.home_points, tie.away_points) if tie.home_id == team.pk else (tie.away_points, tie.home_points)
        for tie in rows
    ]
    won = sum(tie.winner_id == team.pk for tie in rows)
    drawn = sum(tie.winner_id is None for tie in rows)
    return len(rows), won, drawn, len(rows) - won - drawn, sum(own for own, _ in ours), sum(other for _, other in ours)


def test_figures_of_a_team_are_its_ties_and_boards(cast, client):
    cup = running_teams(cast.organiser, teams=3, boards=3, squad=4)
    rng = random.Random(3)
    for tie in ties_of(cup)[:2]:
        opened(cup, ties_of(cup).index(tie))
        away = boards_of(tie)[1].away_player
        sides.take_out(entrant=tie.away, player=away)
        for fixture in boards_of(tie):
            if fixture.match is not None:
                play(fixture, rng.randrange(3), rng.randrange(3))
    last = boards_of(ties_of(cup)[2])[0]
    rulings.walkover(fixture=last, winner="home", by=cast.organiser, reason="no team", tie=True, confirmed=True)
    cup.refresh_from_db()
    for team in cup.entrants.all():
        figures = figures_of_teams(cup)[team.pk]
        played = figures.played, figures.won, figures.drawn, figures.lost
        assert (*played, figures.board_points, figures.board_points_against) == figures_as_counted(cup, team)
        assert sum(board.points for board in figures.boards) == figures.board_points
        assert {board.won + board.drawn + board.lost for board in figures.boards} == {figures.played}
        page = client.get(reverse("competitions:team", args=[cup.slug, team.pk]))
        assert page.context["figures"] == figures and len(page.context["ties"]) == 2
        answer = client.get(reverse("api:team_figures", args=[cup.pk, team.pk])).json()
        assert [board["points"] for board in answer["boards"]] == [board.points for board in figures.boards]
