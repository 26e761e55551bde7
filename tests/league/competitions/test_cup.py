"""A knockout from the start to the champion: byes, two legs and carries, shootouts, third place."""

import re

import pytest
from django.utils import timezone

from league.competitions.models import Competition, Fixture, ResultEntry, Round, Tie
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from matches.models import Outbox
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures, play_out


def ties(cup, number):
    return list(Tie.objects.filter(round__stage__competition=cup, round__number=number).order_by("number"))


def test_it_works(cast):
    cup = running(cast.organiser, entrants=4)
    first, second = open_fixtures(cup)
    finish(first.match, 2, 1)
    finish(second.match, 0, 3)
    assert collect() == 2
    final = open_fixtures(cup)
    assert [(fixture.home, fixture.away) for fixture in final] == [(first.home, second.away)]
    finish(final[0].match, 1, 1, winner="away", how="shootout", shootout={"home": [1, 0], "away": [1, 1]})
    collect()
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == (Competition.Status.FINISHED, second.away)
    decided = Tie.objects.get(kind="final", round__stage__competition=cup)
    assert decided.decided == "shootout"
    assert Fixture.objects.get(tie=decided).shootout == {"home": 1, "away": 2}


def test_extra_time_before_a_shootout_stands_in_the_log(cast):
    cup = running(cast.organiser, entrants=2)
    (final,) = open_fixtures(cup)
    finish(final.match, 1, 1, winner="away", how="shootout", shootout={"home": [1, 0], "away": [1, 1]})
    final.match.result |= {"extra_time": True}
    final.match.save()
    collect()
    assert ResultEntry.objects.get(fixture=final).extra_time


def test_the_second_leg_carries_the_first(cast, client):
    cup = running(cast.organiser, entrants=2, settings={"legs": 2}, game="fuba")
    (leg_1,) = open_fixtures(cup)
    assert leg_1.match.terms["draws_allowed"] is True
    finish(leg_1.match, 3, 1)
    collect()
    (leg_2,) = open_fixtures(cup)
    assert (leg_2.leg, leg_2.home, leg_2.away) == (2, leg_1.away, leg_1.home)
    assert leg_2.match.terms == {
        "draws_allowed": False,
        "carry": {"home": 1, "away": 3},
        "extra_time": True,
        "away_goals": False,
    }
    finish(leg_2.match, 1, 0, winner="away", how="aggregate")
    collect()
    cup.refresh_from_db()
    assert cup.champion == leg_1.home
    assert ties(cup, 1)[0].decided == "aggregate"
    for path in (f"/competitions/{cup.slug}/fixtures/", "/", "/matches/"):
        page = client.get(path).content.decode().replace("\u2060", "")
        assert "2nd leg (agg. 2–3)" in re.sub(r"\s+", " ", page), path  # not "on aggregate" without its goals


def test_byes_go_to_the_top_seeds(cast):
    cup = running(cast.organiser, entrants=5)
    byes = [tie for tie in ties(cup, 1) if tie.decided == "bye"]
    assert sorted(tie.winner.seed for tie in byes) == [1, 2, 3]
    assert not Fixture.objects.filter(tie__in=byes).exists()
    waiting = ties(cup, 2)
    assert sum(tie.home is not None and tie.away is not None for tie in waiting) == 1


def test_third_place(cast):
    cup = running(cast.organiser, entrants=4, settings={"third_place": True})
    losers = set()
    for fixture in open_fixtures(cup):
        finish(fixture.match, 1, 0)
        losers.add(fixture.away)
    collect()
    third = next(fixture for fixture in open_fixtures(cup) if fixture.tie.kind == "third_place")
    assert {third.home, third.away} == losers
    play_out(cup)
    assert cup.status == Competition.Status.FINISHED


@pytest.mark.parametrize("entrants", [2, 3, 4, 6, 8, 13])
@pytest.mark.parametrize("legs", [1, 2])
def test_any_cup_ends_with_one_champion(cast, entrants, legs):
    cup = running(cast.organiser, entrants=entrants, settings={"legs": legs})
    played = play_out(cup, seed=entrants * 10 + legs)
    assert played == (entrants - 1) * legs
    assert cup.status == Competition.Status.FINISHED
    decided = Tie.objects.filter(round__stage__competition=cup)
    assert not decided.filter(decided="").exists()
    losses = [tie.home if tie.winner_id == tie.away_id else tie.away for tie in decided.exclude(decided="bye")]
    assert len(set(losses)) == len(losses) == entrants - 1
    assert cup.champion not in losses
    assert set(Round.objects.values_list("status", flat=True)) == {Round.Status.DONE}


def test_collecting_again_changes_nothing(cast):
    cup = running(cast.organiser, entrants=4)
    finish(open_fixtures(cup)[0].match, 2, 0)
    assert (collect(), collect()) == (1, 0)
    assert cup.results.count() == 1
    Outbox.objects.update(taken_at=None)  # as after a restore of older rows
    assert collect() == 1 and cup.results.count() == 1


def test_a_match_that_ends_after_the_table_is_official_counts_for_nothing(cast):
    cup = running(cast.organiser, entrants=2)
    (final,) = open_fixtures(cup)
    rulings.walkover(fixture=final, winner="home", by=cast.organiser, reason="a false name")
    Competition.objects.update(official_at=timezone.now())
    finish(final.match, 0, 2)
    collect()
    cup.refresh_from_db()
    assert (cup.champion, cup.results.count()) == (final.home, 1)
