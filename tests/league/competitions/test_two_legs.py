"""Two legs by default where a game wishes them, and the first move swapped between the legs."""

import pytest

import engines
from engines.core.dice import SeededDice
from league.competitions.errors import BadSetting
from league.competitions.models import Fixture
from league.competitions.pages.forms.competition import CompetitionForm
from league.competitions.queries import fixtures_in_order, with_boards
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.usual import usual_settings
from league.competitions.verbs import create, entries, rounds
from league.competitions.verbs.results import collect
from league.competitions.words.fixtures import fixture_note
from tests.league.builders import NAMES
from tests.league.tables import finish as end
from tests.league.tables import open_fixtures

GAME = engines.get("dom_jim")
BY_HOME = {"first_move": "home"}


def running(organiser, preset="cup", entrants=2, **values):
    cup = create.create(by=organiser, name="Dom Jim cup", game="dom_jim", preset=preset, places=entrants, **values)
    create.publish(competition=cup, by=organiser)
    entries.enter_names(competition=cup, by=organiser, names=NAMES[:entrants])
    return rounds.start(competition=cup, by=organiser)


def finish(match, home, away):
    end(match, home, away)
    collect()


def first_mover(fixture):
    """Open the match of ``fixture`` as the table does; return the entrant whose side kicks off."""
    match = fixture.match
    _state, events = GAME.new(match.options, match.terms, SeededDice(fixture.leg))
    seat = next(event["seat"] for event in events if event["type"] == "kick_off")
    return getattr(fixture, seat)


def rolled(fixture):
    _state, events = GAME.new(fixture.match.options, fixture.match.terms, SeededDice(1))
    return events[0]["type"] == "roll"


def test_a_tie_has_two_legs_and_each_side_moves_first_once(cast):
    cup = running(cast.organiser)
    first = open_fixtures(cup)[0]
    one = first_mover(first)
    finish(first.match, 1, 1)
    collected = open_fixtures(cup)
    assert [fixture.leg for fixture in collected] == [2], "a level first leg, and there is another"
    second = collected[0]
    assert {one, first_mover(second)} == {first.home, first.away} == {second.home, second.away}
    assert (second.match.terms["draws_allowed"], second.match.terms["carry"]) == (False, {"home": 1, "away": 1})
    assert not rolled(first) and not rolled(second)


def test_a_match_of_a_league_is_a_tie_of_two_legs_and_each_side_moves_first_once(cast):
    official = {"table_legs": 2, "times": 1, "draws": "extra_time"}
    for preset in ("league", "stepladder", "page", "world_cup", "divisions"):
        assert usual_settings(PRESETS[preset], "dom_jim")[0].items() >= official.items()
    league = running(cast.organiser, "league", entrants=2)
    seen = []
    for _day in range(2):
        fixture = open_fixtures(league)[0]
        seen.append(first_mover(fixture))
        finish(fixture.match, 1, 1)
    assert len(set(seen)) == 2


@pytest.mark.parametrize("values", [{"legs": 1}, {"legs": 2, "neutral_final": True}])
def test_a_single_match_is_tossed_for(cast, values):
    cup = running(cast.organiser, settings=values)
    assert Fixture.objects.filter(tie__round__stage__competition=cup).count() == 1
    assert rolled(open_fixtures(cup)[0])


def test_the_last_of_a_best_of_three_is_tossed_for(cast):
    cup = running(cast.organiser, settings={"best_of": 3})
    told = []
    for goals in ((1, 0), (1, 0), (1, 0)):  # the home side of each
        fixture = open_fixtures(cup)[0]
        told.append(rolled(fixture))
        finish(fixture.match, *goals)
    assert told == [False, False, True]


def test_each_match_of_a_best_of_three_has_a_number_in_lists(cast):
    cup = running(cast.organiser, settings={"best_of": 3})
    for goals in ((1, 0), (1, 0)):
        finish(open_fixtures(cup)[0].match, *goals)
    legs = Fixture.objects.filter(competition=cup).order_by("leg").values_list("pk", flat=True)
    listed = [with_boards(fixtures_in_order([leg])) for leg in legs]
    assert [fixture_note(row) for (row,) in listed] == ["match 1", "match 2", "match 3"]


def test_an_organiser_may_have_the_dice_decide_and_one_match(cast):
    cup = running(cast.organiser, settings={"legs": 2}, options={"first_move": "dice"})
    assert rolled(open_fixtures(cup)[0])
    alone = create.create(
        by=cast.organiser, name="One match", game="dom_jim", preset="cup", places=4, settings={"replay": True}
    )
    assert alone.stages.get().settings["legs"] == 1


def test_other_games_keep_one_match_and_their_own_options(cast):
    for slug in engines.games():
        if slug == "dom_jim":
            continue
        cup = create.create(by=cast.organiser, name="Cup", game=slug, preset="cup", places=4)
        assert cup.stages.get().settings["legs"] == 1 and "first_move" not in cup.options
    with pytest.raises(BadSetting):
        create.create(by=cast.organiser, name="Cup", game="fuba", preset="cup", places=4, options=BY_HOME)


def test_the_form_says_why(client):
    why = {
        "en": "In Dom Jim the side that moves first scores most goals: in two legs each side moves first once.",
        "it": "A Dom Jim chi muove per primo segna la maggior parte dei gol: "
        "con andata e ritorno tocca una volta a ciascuno.",
    }
    for language, sentence in why.items():
        asked = {"headers": {"accept-language": language}}
        page = client.get("/competitions/new/?preset=cup&game=dom_jim", **asked).content.decode()
        assert page.count(sentence) == 1
        assert '<option value="2" selected>' in page and '<option value="home" selected>' in page
        html = client.get("/competitions/new/?preset=cup&game=fuba&legs=2", **asked).content.decode()
        other = client.get("/competitions/new/?preset=cup&game=fuba", **asked).content.decode()
        assert sentence not in other and '<option value="2" selected>' not in other
        assert '<option value="2" selected>' in html, "a choice outlives another game"


def test_an_older_competition_goes_on_with_the_dice(cast, client):
    """A competition from before the option has no value for it: the dice decide, as then."""
    cup = create.create(by=cast.organiser, name="Old cup", game="dom_jim", preset="cup", places=2)
    del cup.options["first_move"]
    cup.save(update_fields=["options"])
    form = CompetitionForm(preset="cup", competition=cup)
    assert form["option_first_move"].value() == "dice"
    create.publish(competition=cup, by=cast.organiser)
    page = client.get(f"/competitions/{cup.slug}/rules/", headers={"accept-language": "en"}).content.decode()
    assert "the dice decide" in page and "None" not in page
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:2])
    assert rolled(open_fixtures(rounds.start(competition=cup, by=cast.organiser))[0])
