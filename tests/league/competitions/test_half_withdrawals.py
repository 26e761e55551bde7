"""Withdrawals that void an entrant's matches before half of them have a result, and award the rest after it."""

from __future__ import annotations

import pytest

from league.competitions.models import Competition, Fixture, Group
from league.competitions.verbs import rulings
from league.competitions.verbs.rulings import Consent, Score
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import play_out

YES = Consent(confirmed=True)


@pytest.fixture
def league(cast):
    """Five who meet once, so four matches each; the better seed wins what is entered."""
    return running(cast.organiser, "league", entrants=5, settings={"times": 1}, withdrawals="half")


def meeting(league, one, other):
    pair = {league.entrants.get(seed=seed).id for seed in (one, other)}
    return next(
        fixture
        for fixture in Fixture.objects.filter(tie__round__stage__competition=league)
        if {fixture.home_id, fixture.away_id} == pair
    )


def enter(league, cast, one, other):
    """Enter that ``one`` beat ``other``."""
    fixture = meeting(league, one, other)
    score = Score(2, 0) if fixture.home == league.entrants.get(seed=one) else Score(0, 2)
    rulings.enter_result(fixture=fixture, score=score, by=cast.organiser, consent=YES)


def withdraw(league, cast, seed):
    rulings.withdraw(entrant=league.entrants.get(seed=seed), by=cast.organiser, reason="moved away")


def points(league):
    """Seed -> points and matches played, of those in the table."""
    seeds = {str(entrant.id): entrant.seed for entrant in league.entrants.all()}
    rows = Group.objects.get(stage__competition=league).table["rows"]
    return {seeds[row["entrant"]]: (row["points"], row["played"]) for row in rows}


def statuses(league, seed):
    leaver = league.entrants.get(seed=seed)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=league)
    return sorted(fixture.status for fixture in fixtures if leaver.id in (fixture.home_id, fixture.away_id))


def test_before_half_nothing_counts(league, cast, client):
    enter(league, cast, 1, 5)
    withdraw(league, cast, 5)
    assert statuses(league, 5) == ["void"] * 4
    assert points(league) == {1: (0, 0), 2: (0, 0), 3: (0, 0), 4: (0, 0)}
    fixture = meeting(league, 1, 5)
    page = client.get(f"/competitions/{league.slug}/fixtures/{fixture.id}/").content.decode()
    assert "withdrew before half of its matches" in page
    assert computed_again(league) == picture(league)


def test_from_half_on_the_rest_is_awarded(league, cast):
    enter(league, cast, 1, 5)
    enter(league, cast, 5, 2)
    withdraw(league, cast, 5)
    assert statuses(league, 5) == ["played", "played", "walkover", "walkover"]
    assert points(league) == {1: (3, 1), 3: (3, 1), 4: (3, 1), 5: (3, 4), 2: (0, 1)}
    play_out(league)
    assert league.status == Competition.Status.FINISHED and computed_again(league) == picture(league)


def test_a_walkover_is_a_result(league, cast):
    enter(league, cast, 1, 5)
    rulings.walkover(fixture=meeting(league, 2, 5), winner=None, by=cast.organiser, reason="rain", consent=YES)
    withdraw(league, cast, 5)
    assert statuses(league, 5) == ["played", "walkover", "walkover", "walkover"]


def test_a_correction_moves_a_withdrawal_over_the_half_and_back(league, cast):
    enter(league, cast, 1, 5)
    withdraw(league, cast, 5)
    assert 5 not in points(league)
    enter(league, cast, 5, 2)  # it had been played before, on paper
    assert points(league)[5] == (3, 4) and points(league)[2] == (0, 1)
    assert statuses(league, 5) == ["played", "played", "walkover", "walkover"]
    assert computed_again(league) == picture(league)
    rulings.void(fixture=meeting(league, 5, 2), by=cast.organiser, reason="wrong dice", consent=YES)
    assert 5 not in points(league), "one of three that count"
    assert computed_again(league) == picture(league)


def test_a_match_that_is_void_counts_in_neither_number(league, cast):
    """One result of the three matches left is too few, two are enough."""
    for seed in (3, 4):
        rulings.void(fixture=meeting(league, seed, 5), by=cast.organiser, reason="wrong dice", consent=YES)
    enter(league, cast, 1, 5)
    withdraw(league, cast, 5)
    assert statuses(league, 5) == ["played", "void", "void", "walkover"]


def test_one_who_left_before_gives_a_result_or_no_match_at_all(league, cast):
    """Seed 5 leaves at once: seed 4 has one result of three matches then, too few; seed 3 one of the two left."""
    withdraw(league, cast, 5)
    enter(league, cast, 4, 3)
    withdraw(league, cast, 4)
    assert points(league).keys() == {1, 2, 3}
    enter(league, cast, 1, 3)
    withdraw(league, cast, 3)
    assert points(league) == {1: (3, 1), 2: (3, 1), 3: (0, 2)}
    assert computed_again(league) == picture(league)
