"""A result that is followed alone leaves the rows that a recomputation of the whole log does."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.derivation import recompute, single_result
from league.competitions.models import Fixture, ResultEntry, Tie
from league.competitions.setup.stages import tie_rules
from league.competitions.verbs import results, rulings
from league.competitions.verbs.rounds import pair_due
from matches.models import Match
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish
from tests.sizes import size

pytestmark = pytest.mark.django_db

KINDS = {
    "league": ("league", 7, {"settings": {"times": 2}}),
    "swiss": ("swiss", 12, {"settings": {"rounds": 5}}),
    "odd swiss": ("swiss", 11, {"settings": {"rounds": 5, "late": "half_bye"}}),
    "rated swiss": ("swiss", 10, {"settings": {"rounds": 4}, "seeding": "rating"}),
    "evening": ("evening", 10, {"settings": {"buzzer": "shootout", "rounds": 4, "odd": "bye"}, "advance": "auto"}),
    "groups": ("own", 12, {"stages": [{"format": "groups", "settings": {"groups": 2}}, {"format": "knockout"}]}),
    "groups with cards": ("world_cup", 8, {"settings": {"groups": 2, "times": 1}}),
    "divisions": ("divisions", 12, {}),
    "shootouts": ("league", 7, {"settings": {"draws": "shootout"}}),
    "swiss shootouts": (
        "swiss",
        11,
        {"settings": {"draws": "shootout", "rounds": 4, "shootout_win": 0.5, "shootout_loss": 0.0}},
    ),
    "evening shootouts": (
        "evening",
        10,
        {"settings": {"draws": "shootout", "rounds": 3, "buzzer": "shootout"}, "advance": "auto"},
    ),
    "voiding league": ("league", 7, {"withdrawals": "void"}),
}
SELDOM = ("groups with cards", "voiding league", "divisions")
"""Whose tables need more than rows tell, always or once somebody has withdrawn."""


@pytest.fixture
def alone(monkeypatch):
    """Counts the results that were followed alone."""
    followed = []
    write = recompute.write_single

    def counting(single):
        followed.append(single)
        return write(single)

    monkeypatch.setattr(recompute, "write_single", counting)
    monkeypatch.setattr(rulings, "write_single", counting)
    return followed


def waiting(cup):
    """The fixtures of ``cup`` whose result can be entered."""
    rows = Fixture.objects.filter(tie__round__stage__competition=cup, status__in=("pending", "open"))
    rows = rows.filter(home__isnull=False, away__isnull=False, tie__decided="", tie__group__isnull=False)
    return list(rows.select_related("match", "tie__round").order_by("tie__round__number", "tie__number")[:8])


def act(cup, dice, by):
    """Let one thing happen in ``cup``; False where nothing is left in its tables."""
    fixtures = waiting(cup)
    if not fixtures:
        return pair_due()
    fixture, home, away = dice.choice(fixtures), dice.randrange(4), dice.randrange(4)
    chance = dice.random()
    goes_on = home == away and not tie_rules(fixture.tie.round.stage).draws_allowed
    if chance < 0.5:
        kicks = dice.choice([(4, 3), (2, 3)]) if home == away and (goes_on or dice.random() < 0.5) else None
        rulings.enter_result(fixture=fixture, score=rulings.Score(home, away, kicks), by=by)
    elif chance < 0.75 and fixture.match is not None and fixture.match.status == Match.Status.WAITING:
        given_up = dice.random() < 0.3
        how = dice.choice(["resignation", "time"]) if given_up else "shootout" if goes_on else "regulation"
        winner = dice.choice(["home", "away"]) if given_up or goes_on else None
        finish(fixture.match, home, away, how=how, winner=winner)
        results.collect()
    elif chance < 0.9:
        rulings.walkover(fixture=fixture, winner=dice.choice(["home", "away", None]), by=by, reason="late")
    elif chance < 0.94:
        rulings.deduct(entrant=fixture.home, points=dice.choice([1, 2]), by=by, reason=f"{dice.random()}")
    elif chance < 0.97:
        rulings.void(fixture=fixture, by=by, reason="fog")
    else:
        rulings.withdraw(entrant=fixture.away, by=by, reason="moved away")
    return True


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(size(1, 12)))
def test_a_single_result_leaves_what_a_recomputation_does(cast, alone, kind, seed):
    preset, entrants, more = KINDS[kind]
    cup = running(cast.organiser, preset, entrants=entrants, **more)
    dice = random.Random(f"{kind} {seed}")
    while pair_due():
        pass
    for turn in range(size(18, 30)):
        before = len(alone)
        if not act(cup, dice, cast.organiser):
            break
        if len(alone) > before and turn % size(3, 1) == 0:  # what one leaves wrong stays in the rows
            assert picture(cup) == computed_again(cup)
    assert picture(cup) == computed_again(cup)
    assert len(alone) > 5 or kind in SELDOM


def first_of_round(cup):
    """The fixtures of the round that is played, in order."""
    return [fixture for fixture in waiting(cup) if fixture.tie.round.status == "open"]


def test_the_last_result_of_a_round_is_followed_by_the_next(cast, alone):
    cup = running(cast.organiser, "league", entrants=4)
    first, last = first_of_round(cup)[:2]
    rulings.enter_result(fixture=first, score=rulings.Score(1, 0), by=cast.organiser)
    assert len(alone) == 1
    rulings.enter_result(fixture=last, score=rulings.Score(1, 0), by=cast.organiser)
    assert len(alone) == 1
    assert {fixture.tie.round.number for fixture in first_of_round(cup)} == {2}


def test_a_correction_recomputes_everything(cast, alone):
    cup = running(cast.organiser, "league", entrants=6)
    fixture = first_of_round(cup)[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(1, 0), by=cast.organiser)
    rulings.enter_result(fixture=fixture, score=rulings.Score(0, 1), by=cast.organiser, reason="misread")
    assert len(alone) == 1
    assert picture(cup) == computed_again(cup)


def test_a_tie_of_a_bracket_is_never_followed_alone(cast, alone):
    cup = running(cast.organiser, "cup", entrants=8)
    tie = Tie.objects.filter(round__stage__competition=cup).order_by("round__number", "number").first()
    rulings.enter_result(fixture=tie.fixtures.get(), score=rulings.Score(1, 0), by=cast.organiser)
    assert alone == []


def test_an_entry_that_is_no_result_is_left_to_the_recomputation(cast):
    cup = running(cast.organiser, "league", entrants=6)
    fixture = first_of_round(cup)[0]
    entry = ResultEntry(competition=cup, fixture=fixture, kind=ResultEntry.Kind.REPLAY)
    assert single_result.derive_single(cup, entry) is None


def test_a_running_match_is_stopped_by_an_entered_result(cast, alone):
    cup = running(cast.organiser, "league", entrants=6)
    fixture = first_of_round(cup)[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(1, 0), by=cast.organiser)
    [single] = alone
    assert [row.match_id for row in single.derived.moot] == [fixture.match_id]
    assert fixture.match.commands.filter(kind="void").count() == 1


def test_the_queries_of_a_single_result_do_not_grow(cast, alone):
    counted = []
    for entrants in (6, 12):
        cup = running(cast.organiser, "league", entrants=entrants)
        fixture = first_of_round(cup)[0]
        with CaptureQueriesContext(connection) as asked:
            rulings.enter_result(fixture=fixture, score=rulings.Score(1, 0), by=cast.organiser)
        counted.append(len(asked))
    assert len(alone) == 2
    assert counted[0] == counted[1]
