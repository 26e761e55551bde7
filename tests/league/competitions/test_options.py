"""Options that change on the way: from a round on, for one round, stage or fixture; what is played stands."""

import pytest
from django.utils.translation import override

from league.competitions.errors import BadSetting, WrongStep
from league.competitions.exchange.sentences import check_sentences
from league.competitions.models import Fixture, OptionChange
from league.competitions.verbs import options, rulings
from league.competitions.verbs.options import Where
from league.competitions.verbs.results import collect
from league.competitions.words.audit import change_in_words, text_words
from matches.models import Match, MatchCommand
from matches.terms import time_controls
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures

NEW = {"half_turns": 5}


@pytest.fixture
def cup(cast):
    return running(cast.organiser, entrants=4)


def change(cup, cast, where, said=NEW, clock=None):
    return options.change_options(
        competition=cup, by=cast.organiser, scope=where, options=said, clock=clock or {}, reason="it gets late"
    )


def test_it_works_from_a_round_on(cast, cup):
    first, second = open_fixtures(cup)
    reach = change(cup, cast, Where("from_round", number=2))
    assert (reach.fixtures, reach.tables, reach.standing) == (1, 0, 0)
    assert [(change["name"], change["after"]) for change in reach.differences] == [("half_turns", 5)]
    for fixture in (first, second):
        finish(fixture.match, 1, 0)
    collect()
    (final,) = open_fixtures(cup)
    assert final.match.options["half_turns"] == 5 != first.match.options["half_turns"]
    assert cup.audit.filter(verb="options").exists()


def test_the_audit_has_the_words_of_what_was_changed(cast, cup):
    change(cup, cast, Where("round", number=1), clock={"move_seconds": 5, "budget_seconds": 60})
    line = cup.audit.get(verb="options")
    check_sentences([{"message": line.message}])
    assert text_words(line.message).startswith("changed Turns per half: 5, Seconds per decision: 5, ")
    with override("it"):
        words = text_words(line.message)
    assert "Turni per tempo: 5" in words and "decision:" not in words and words.endswith(": it gets late")


def test_those_at_a_table_read_the_whole_reason(cast, cup):
    options.change_options(
        competition=cup, by=cast.organiser, scope=Where("stage"), options=NEW, clock={}, reason=" " + "x" * 301
    )
    assert OptionChange.objects.get().reason == "x" * 300
    assert [row.payload["reason"] for row in MatchCommand.objects.filter(kind="void")] == ["x" * 300] * 2


def test_the_preview_writes_nothing(cast, cup):
    reach = options.preview_reach(competition=cup, scope=Where("round", number=1), options=NEW, clock={})
    assert (reach.fixtures, reach.tables) == (2, 2)
    assert not OptionChange.objects.exists() and not MatchCommand.objects.exists()


def test_waiting_tables_are_replaced_and_what_is_played_stands(cast, cup):
    first, second = open_fixtures(cup)
    finish(first.match, 1, 0)
    collect()
    reach = change(cup, cast, Where("round", number=1), clock={"move_seconds": 5, "budget_seconds": 60})
    assert (reach.fixtures, reach.tables, reach.standing) == (1, 1, 1)
    now = Fixture.objects.select_related("match").get(id=second.id)
    assert now.match_id != second.match_id
    assert (now.match.options["half_turns"], now.match.move_seconds, now.match.budget_seconds) == (5, 5, 60)
    assert MatchCommand.objects.get(match=second.match).kind == "void"
    assert Fixture.objects.get(id=first.id).match_id == first.match_id


def test_a_match_that_is_being_played_stands(cast, cup):
    Match.objects.filter(id=open_fixtures(cup)[0].match_id).update(status="live", snapshot={})
    assert change(cup, cast, Where("stage")).standing == 1


def test_one_fixture_alone(cast, cup):
    first, second = open_fixtures(cup)
    change(cup, cast, Where("fixture", fixture=first))
    changed = Fixture.objects.select_related("match").get(id=first.id)
    assert changed.match.options["half_turns"] == 5
    assert Fixture.objects.get(id=second.id).match_id == second.match_id


def test_a_later_change_goes_before_an_earlier_one_and_the_same_is_none(cast, cup):
    change(cup, cast, Where("stage"))
    change(cup, cast, Where("stage"), {"half_turns": 7})
    tables = [fixture.match_id for fixture in open_fixtures(cup)]
    assert {fixture.match.options["half_turns"] for fixture in open_fixtures(cup)} == {7}
    assert change(cup, cast, Where("stage"), {"half_turns": 7}).differences == []
    assert [fixture.match_id for fixture in open_fixtures(cup)] == tables and OptionChange.objects.count() == 2


def test_what_is_played_out_takes_no_change(cast, cup):
    for fixture in open_fixtures(cup):
        rulings.enter_result(fixture=fixture, score=rulings.Score(1, 0), by=cast.organiser)
    with pytest.raises(WrongStep, match="No match is left"):
        change(cup, cast, Where("round", number=1))
    assert not OptionChange.objects.exists()


def test_refusals(cast, cup):
    for field, where, said in [
        ("scope", Where("season"), NEW),
        ("number", Where("round", number=9), NEW),
        ("stage", Where("stage", stage=4), NEW),
        ("options", Where("stage"), {"half_turns": -1}),
        ("options", Where("stage"), {"no_such": 1}),
        ("options", Where("stage"), {}),
        ("fixture", Where("fixture", fixture=open_fixtures(running(cast.anna))[0]), NEW),
    ]:
        with pytest.raises(BadSetting) as refused:
            change(cup, cast, where, said)
        assert refused.value.field == field
    for limit in (0, 100_000_000):
        with pytest.raises(BadSetting) as refused:
            change(cup, cast, Where("stage"), clock={"move_seconds": 5, "budget_seconds": limit})
        assert refused.value.field == "budget_seconds"
    with pytest.raises(WrongStep, match="Change its settings"):
        change(competition(cast.organiser), cast, Where("stage"))
    with pytest.raises(BadSetting, match="Give a reason"):
        options.change_options(
            competition=cup, by=cast.organiser, scope=Where("stage"), options=NEW, clock={}, reason=" "
        )


def test_the_page_previews_and_changes(client, cast, cup):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/competitions/{cup.slug}/console/options/"
    assert 'name="option_half_turns"' in client.get(page).content.decode()
    said = {"scope": "from_round", "stage": "1", "number": "1", "option_half_turns": "5", "clock": "", "reason": "late"}
    html = client.post(page, {**said, "do": "preview"}).content.decode()
    assert "Apply changes" in html and not OptionChange.objects.exists()
    assert "<b>Turns per half</b>: 5" in html
    assert client.post(page, {**said, "do": "change"}).status_code == 302
    assert {fixture.match.options["half_turns"] for fixture in open_fixtures(cup)} == {5}
    assert OptionChange.objects.get().options == {"half_turns": 5}
    client.post(page, {**said, "option_half_turns": "", "clock": "blitz", "do": "change"})
    blitz = time_controls.limits(cup.game, "blitz")
    assert OptionChange.objects.last().clock == {
        "move_seconds": blitz["move_seconds"],
        "budget_seconds": blitz["budget_seconds"],
    }
    assert {fixture.match.move_seconds for fixture in open_fixtures(cup)} == {blitz["move_seconds"]}


@pytest.mark.parametrize(
    ("game", "after", "told"),
    [
        ("super_goal", {"half_turns": 5}, ("5", "by the rules of the game")),
        ("super_goal", {"clock": "wall"}, ("the wall clock", "counted turns")),
        ("soccer_tactics", {"advanced": True}, ("yes", "no")),
    ],
)
def test_a_change_is_told_in_words(cast, game, after, told):
    cup = running(cast.organiser, entrants=4, game=game)
    reach = options.preview_reach(competition=cup, scope=Where("stage"), options=after, clock={})
    assert [change_in_words(change, game)[1:] for change in reach.differences] == [told]


@pytest.mark.parametrize(("length", "turns"), [("standard", "45"), ("tournament", "30")])
def test_the_rules_tell_what_the_game_resolves_itself(client, cast, length, turns):
    cup = competition(cast.organiser, options={"length": length})
    lines = client.get(f"/competitions/{cup.slug}/rules/").context["options"]
    assert ("Turns per half", turns, "") in lines and all(value != "None" for _label, value, _help in lines)
