"""A start is taken back as long as nothing is played, and the competition starts again as if it had not been."""

import pytest

from league.competitions.errors import WrongStep
from league.competitions.models import Competition, Entrant, Fixture, Group, Round
from league.competitions.verbs import create, entries, freezing, reopening, rounds, rulings, swiss
from league.players.models import Notification
from league.sentences import translated
from matches.models import MatchCommand
from tests.league.builders import NAMES, competition, running
from tests.league.tables import finish, open_fixtures


def entered(cast, preset="cup", places=4):
    """Everybody has a place, and anna waits for one."""
    cup = competition(cast.organiser, preset, places)
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:places])
    entries.enter(competition=cup, player=cast.anna)
    return cup


def test_it_works(cast):
    cup = rounds.start(competition=entered(cast), by=cast.organiser)
    tables = {fixture.match_id for fixture in open_fixtures(cup)}
    assert len(tables) == 2
    seeds = dict(cup.entrants.values_list("name", "seed"))
    cup = reopening.take_start_back(competition=cup, by=cast.organiser, reason="one is late")
    reopening.take_start_back(competition=cup, by=cast.organiser, reason="one is late")
    assert (cup.status, cup.started_at) == (Competition.Status.REGISTRATION, None)
    assert not Round.objects.exists() and not Fixture.objects.exists()
    assert set(MatchCommand.objects.filter(kind="void").values_list("match_id", flat=True)) == tables
    assert cup.entrants.get(player=cast.anna).status == Entrant.Status.WAITING
    assert dict(cup.entrants.values_list("name", "seed")) == seeds and cup.draws.count() == 1, "the draw stands"
    assert Notification.objects.filter(user=cast.anna, kind="start").count() == 1
    assert cup.audit.filter(verb="take_start_back").count() == 1
    entries.leave(entrant=cup.entrants.get(name="Aldo"), by=cast.organiser)
    assert cup.entrants.get(player=cast.anna).status == Entrant.Status.ENTERED
    again = rounds.start(competition=cup, by=cast.organiser)
    assert cup.draws.count() == 2 and len(open_fixtures(again)) == 2


def test_those_at_a_table_read_the_reason_as_everybody_else(cast):
    cup = rounds.start(competition=entered(cast), by=cast.organiser)
    reopening.take_start_back(competition=cup, by=cast.organiser, reason=" " + "x" * 301)
    assert [row.payload["reason"] for row in MatchCommand.objects.filter(kind="void")] == ["x" * 300] * 2
    assert translated(cup.audit.get(verb="take_start_back").message) == "undid the start: " + "x" * 300


def test_a_freeze_ends_with_the_start(cast):
    cup = rounds.start(competition=entered(cast), by=cast.organiser)
    freezing.freeze(competition=cup, by=cast.organiser, reason="the hall is closed")
    reopening.take_start_back(competition=cup, by=cast.organiser, reason="next month")
    again = rounds.start(competition=cup, by=cast.organiser)
    assert again.frozen_at is None and not any(fixture.match.held for fixture in open_fixtures(again))


@pytest.mark.parametrize("preset", ["world_cup", "swiss", "evening", "divisions", "league_phase"])
def test_every_format_starts_again(cast, preset):
    places = create.PRESETS[preset].places
    cup = competition(cast.organiser, preset, places)
    names = [f"Player {number}" for number in range(places)]
    entries.enter_names(competition=cup, by=cast.organiser, names=names)

    def built():
        rows = Round.objects.filter(stage__competition=cup)
        groups = Group.objects.filter(stage__competition=cup)
        return [(row.number, row.ties.count()) for row in rows.order_by("number")], groups.count()

    rounds.start(competition=cup, by=cast.organiser)
    before, people = built(), cup.entrants.count()
    reopening.take_start_back(competition=cup, by=cast.organiser, reason="a mistake")
    assert built() == ([], 0)
    rounds.start(competition=cup, by=cast.organiser)
    assert (built(), cup.entrants.count()) == (before, people)


def decided(cup, cast):
    rulings.walkover(fixture=open_fixtures(cup)[0], winner="home", by=cast.organiser, reason="ill")


def played(cup, cast):
    # The result waits to be taken: the log is empty still.
    finish(open_fixtures(cup)[0].match, 1, 0)


@pytest.mark.parametrize("done", [decided, played])
def test_what_is_played_or_decided_stands(cast, done):
    cup = rounds.start(competition=entered(cast), by=cast.organiser)
    done(cup, cast)
    with pytest.raises(WrongStep, match="cannot undo the start"):
        reopening.take_start_back(competition=cup, by=cast.organiser, reason="late")
    assert Fixture.objects.count() == 3


def test_the_console_offers_it_only_while_it_can_be(client, cast):
    cup = rounds.start(competition=entered(cast), by=cast.organiser)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/competitions/{cup.slug}/console/"
    assert 'value="take_start_back"' in client.get(page).content.decode()
    rulings.walkover(fixture=open_fixtures(cup)[0], winner="home", by=cast.organiser, reason="ill")
    assert 'value="take_start_back"' not in client.get(page).content.decode()


def test_who_joined_late_plays_from_the_first_round_of_the_new_start(cast):
    tournament = running(cast.organiser, "swiss", entrants=5)
    swiss.join(competition=tournament, by=cast.organiser, names="Zora")
    reopening.take_start_back(competition=tournament, by=cast.organiser, reason="Zora is here")
    tournament = rounds.start(competition=tournament, by=cast.organiser)
    zora = tournament.entrants.get(name="Zora")
    assert any(zora in (fixture.home, fixture.away) for fixture in open_fixtures(tournament))
    drawn = tournament.draws.get(revealed_at__isnull=False, number=2)
    assert str(zora.id) in drawn.order, "the draw has everybody in it"
