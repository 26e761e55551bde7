"""A knockout whose level ties are played again: the replay opens by itself, with the other side at home."""

import pytest

from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Fixture, Tie
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from tests.league.builders import competition, running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures, play_out


def cup_of_two(cast):
    cup = running(cast.organiser, entrants=2, settings={"replay": True})
    (fixture,) = open_fixtures(cup)
    return cup, fixture


def test_a_level_tie_is_played_again_at_the_other_side(cast, client):
    cup, first = cup_of_two(cast)
    assert first.match.terms["draws_allowed"] is True
    finish(first.match, 1, 1)
    collect()
    (again,) = open_fixtures(cup)
    assert (again.leg, again.home_id, again.away_id) == (2, first.away_id, first.home_id)
    assert again.match.terms["draws_allowed"] is False and not any(again.match.terms["carry"].values())
    assert "played again" in client.get(f"/competitions/{cup.slug}/fixtures/").content.decode()
    finish(again.match, 2, 2, winner="away", how="shootout", shootout={"home": [False], "away": [True]})
    collect()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion_id == first.home_id
    assert "played again" in client.get(f"/competitions/{cup.slug}/bracket/").content.decode()
    assert picture(cup) == computed_again(cup)


def test_a_first_match_with_a_winner_needs_none(cast):
    cup, first = cup_of_two(cast)
    finish(first.match, 1, 0)
    collect()
    cup.refresh_from_db()
    spare = Fixture.objects.get(tie=first.tie, leg=2)
    assert cup.champion_id == first.home_id
    assert (spare.status, spare.match, spare.reason[0]) == ("void", None, "not needed: the tie was decided before")


def test_who_gives_up_the_first_match_is_out(cast):
    cup, first = cup_of_two(cast)
    finish(first.match, 1, 1, winner="home", how="resignation")
    collect()
    cup.refresh_from_db()
    assert cup.champion_id == first.home_id and Fixture.objects.get(tie=first.tie, leg=2).status == "void"


def test_a_first_match_that_went_to_penalties_needs_none(cast):
    _cup, first = cup_of_two(cast)
    rulings.enter_result(fixture=first, score=Score(1, 1, (4, 2)), by=cast.organiser)
    spare = Fixture.objects.get(tie=first.tie, leg=2)
    assert first.tie.fixtures.get(leg=1).status == "played" and (spare.status, spare.how) == ("void", "")


def test_who_withdraws_before_the_replay_gives_it_away(cast):
    cup, first = cup_of_two(cast)
    finish(first.match, 0, 0)
    collect()
    rulings.withdraw(entrant=first.home, by=cast.organiser)
    cup.refresh_from_db()
    assert cup.champion_id == first.away_id
    assert Fixture.objects.get(tie=first.tie, leg=2).status == Fixture.Status.WALKOVER


def test_a_correction_of_the_first_makes_the_replay_void(cast):
    cup, first = cup_of_two(cast)
    finish(first.match, 1, 1)
    collect()
    (again,) = open_fixtures(cup)
    rulings.enter_result(fixture=first, score=Score(2, 1), by=cast.organiser, reason="typed wrong", confirmed=True)
    cup.refresh_from_db()
    again.refresh_from_db()
    assert cup.champion_id == first.home_id and again.status == Fixture.Status.VOID
    assert picture(cup) == computed_again(cup)


def test_a_whole_cup_of_them(cast):
    cup = running(cast.organiser, entrants=8, settings={"replay": True, "third_place": True})
    assert play_out(cup, seed=3) >= 8
    assert cup.status == Competition.Status.FINISHED and picture(cup) == computed_again(cup)
    replayed = Tie.objects.filter(round__stage__competition=cup, fixtures__leg=2, fixtures__status="played")
    assert replayed.exists(), "no tie of this seed was level: another seed, please"


def test_only_ties_of_one_match(cast):
    with pytest.raises(BadSetting):
        competition(cast.organiser, settings={"replay": True, "legs": 2})
