"""The final places of a bracket in which nobody won some tie."""

from __future__ import annotations

import pytest

from league.competitions.derivation.placings import places_of
from league.competitions.derivation.podium import podium
from league.competitions.models import Competition, Fixture
from league.competitions.verbs import rulings
from league.competitions.verbs.rulings import Score
from tests.cast import Cast
from tests.league.builders import running

CASES = {
    "losers": ([("losers", 2)], False, [(1, 1), (2, 2), (2, 3), (4, 4)]),
    "winners": ([("winners", 2)], True, [(1, 3), (2, 1), (2, 2), (4, 4)]),
    "final": ([("final", 1)], True, [(1, 1), (1, 2), (3, 3), (4, 4)]),
}


@pytest.fixture
def cast(db):
    return Cast.make()


def play(cup, empty):
    """Let the better seed win each match, but nobody in the rounds ``empty``."""
    while True:
        fixture = (
            Fixture.objects.filter(competition=cup, status=Fixture.Status.OPEN)
            .select_related("home", "away", "tie__round")
            .first()
        )
        if fixture is None:
            return
        if (fixture.tie.round.part, fixture.tie.round.step) in empty:
            rulings.walkover(fixture=fixture, winner=None, by=cup.owner, reason="nobody came")
        else:
            score = Score(1, 0) if fixture.home.seed < fixture.away.seed else Score(0, 1)
            rulings.enter_result(fixture=fixture, score=score, by=cup.owner)


@pytest.mark.parametrize(("empty", "reset", "expected"), CASES.values(), ids=CASES)
def test_a_champion_without_an_opponent_is_first(cast, empty, reset, expected):
    cup = running(cast.organiser, "double", 4, settings={"reset": reset})
    play(cup, empty)
    cup = Competition.objects.get(pk=cup.pk)
    seeds = dict(cup.entrants.values_list("pk", "seed"))
    places = [(place, seeds[entrant]) for entrant, place in places_of([cup])[cup.pk]]
    assert sorted(places) == expected
    assert cup.champion is None or cup.champion.seed == places[0][1]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"third_place": True}, [(1, 1), (3, 4), (4, 2), (4, 3)]),
        ({"consolation": "places"}, [(1, 1), (3, 4), (4, 2), (4, 3)]),
        ({}, [(1, 1), (3, 2), (3, 3), (3, 4)]),
    ],
    ids=["third place", "every place", "two thirds"],
)
def test_nobody_is_second_where_a_semi_final_sent_nobody_on(cast, settings, expected):
    """The loser of the other semi-final wins the match for third place, and is third: not second, nor level with two
    who never came."""
    cup = running(cast.organiser, "cup", 4, settings=settings)
    for fixture in Fixture.objects.filter(competition=cup, status=Fixture.Status.OPEN).select_related("home", "away"):
        if fixture.home.seed == 1 or fixture.away.seed == 1:
            score = Score(1, 0) if fixture.home.seed == 1 else Score(0, 1)
            rulings.enter_result(fixture=fixture, score=score, by=cup.owner)
        else:
            rulings.walkover(fixture=fixture, winner=None, by=cup.owner, reason="nobody came")
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    seeds = dict(cup.entrants.values_list("pk", "seed"))
    assert sorted((place, seeds[entrant]) for entrant, place in places_of([cup])[cup.pk]) == expected
    assert [one.rank for one in podium(cup)] == [place for place, _seed in expected if place <= 3]
