"""The clock of a competition's fixtures: the game's own sheet, always a whole-match budget, by correspondence only
where it fits the round; and a draw that the two sides agreed on counts as one."""

import pytest

import engines
from league.competitions.errors import BadSetting
from league.competitions.models import Fixture, ResultEntry
from league.competitions.pages.forms.competition import CLOCKS, clock_of
from league.competitions.verbs import create, results
from matches.models import Match
from matches.terms import time_controls
from matches.terms.time_controls import DAY
from matches.verbs import offers
from tests.cases import built
from tests.league.builders import competition, running
from tests.matches.table import run, start
from tests.matches.test_rulings import sweep

HOURS = 14 * 24


@pytest.mark.django_db
def test_a_fixture_has_its_games_limit_and_always_a_budget(cast):
    cup = competition(cast.organiser)
    assert (cup.move_seconds, cup.budget_seconds) == (engines.get("super_goal").move_seconds, 2700)
    bare = competition(cast.organiser, move_seconds=None, budget_seconds=None)
    assert (bare.move_seconds, bare.budget_seconds) == (None, 2700)
    changed = create.change(competition=bare, by=cast.organiser, budget_seconds=None, move_seconds=20)
    assert (changed.move_seconds, changed.budget_seconds) == (20, 2700)


@pytest.mark.django_db
def test_correspondence_must_fit_the_round(cast):
    with pytest.raises(BadSetting, match="336 hours") as refused:
        competition(cast.organiser, move_seconds=DAY, round_hours=HOURS - 1)
    assert refused.value.field == "round_hours"
    cup = competition(cast.organiser, move_seconds=DAY, round_hours=HOURS)
    assert cup.budget_seconds == 7 * DAY
    with pytest.raises(BadSetting, match="336 hours"):
        create.change(competition=cup, by=cast.organiser, round_hours=24)
    cup.refresh_from_db()
    assert cup.round_hours == HOURS


@pytest.mark.django_db
def test_a_fixtures_match_has_an_absence_rule_unless_it_is_by_correspondence(cast):
    live = running(cast.organiser)
    for fixture in Fixture.objects.filter(tie__round__stage__competition=live, match__isnull=False):
        assert (fixture.match.absence_seconds, fixture.match.absence_claimed) == (180, True)
        assert fixture.match.budget_seconds
    slow = running(cast.organiser, move_seconds=DAY, round_hours=HOURS)
    for fixture in Fixture.objects.filter(tie__round__stage__competition=slow, match__isnull=False):
        assert fixture.match.absence_seconds is None


@pytest.mark.django_db(transaction=True)
def test_a_draw_that_was_agreed_is_a_played_draw_in_the_table(cast):
    league = running(cast.organiser, "league", 4)
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, match__isnull=False).first()
    match = Match.objects.get(pk=fixture.match_id)
    run(lambda: start(match))
    for seat in ("home", "away"):
        from uuid import uuid4

        offers.act(match_id=match.id, seat=seat, kind="draw", do="make", client_id=uuid4())
    run(sweep)
    results.collect()
    entry = ResultEntry.objects.get(match_id=match.id)
    assert (entry.kind, entry.winner, entry.home_goals, entry.away_goals) == (ResultEntry.Kind.PLAYED, "", 0, 0)


@pytest.mark.parametrize("game", built())
def test_the_forms_clocks_are_the_named_controls(game):
    for key, name in CLOCKS.items():
        found = time_controls.limits(game, name)
        assert clock_of(game, key) == {name: found[name] for name in ("move_seconds", "budget_seconds")}
