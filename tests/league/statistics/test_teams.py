"""What is played on boards of ties of teams counts as every match does: ratings, records and books."""

from __future__ import annotations

import pytest

from league.competitions.derivation.recompute import recompute
from league.competitions.log.locks import locked
from league.competitions.models import Competition
from league.competitions.setup.strengths import NEWCOMER, strengths_of
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.statistics.models import Line, Rating
from league.statistics.verbs import ratings
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
