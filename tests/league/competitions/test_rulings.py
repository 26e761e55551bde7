"""An organiser's rulings, and how the competition goes on and says why."""

import pytest

from league.competitions.derivation.recompute import append, recompute
from league.competitions.errors import NeedsConfirmation, RulingRefused, WrongStep
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Group, ResultEntry, Tie
from league.competitions.pages import reading, todo
from league.competitions.verbs import create, rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.sentences import translated
from league.standings.words import say
from matches.models import Match, MatchCommand
from tests.cast import Cast
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures, play_out


def cup_of_four():
    cast = Cast.make()
    return cast, running(cast.organiser, entrants=4)


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(cup_of_four)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def cup(copied):
    return copied[1]


def tie_of(fixture):
    return Tie.objects.get(id=fixture.tie_id)


def test_a_walkover_moves_the_winner_up_and_says_why(cast, cup):
    fixture = open_fixtures(cup)[0]
    rulings.walkover(fixture=fixture, winner="away", by=cast.organiser, reason="the train was late")
    tie = tie_of(fixture)
    assert (tie.winner, tie.decided) == (fixture.away, "walkover")
    names = {"home": tie.home.name, "away": tie.away.name}
    assert "the train was late" in say(tie.reason, "en", names)
    fixture.refresh_from_db()
    assert (fixture.status, fixture.home_goals, fixture.away_goals) == (Fixture.Status.WALKOVER, 0, 3)
    assert MatchCommand.objects.filter(match=fixture.match, kind="void").count() == 1
    [sentence] = cup.audit.filter(verb="walkover").values_list("message", flat=True)
    assert f"to {fixture.away.name}" in translated(sentence)


def test_a_late_result_does_not_beat_a_ruling(cast, cup):
    fixture = open_fixtures(cup)[0]
    rulings.walkover(fixture=fixture, winner="away", by=cast.organiser, reason="Nobody came.")
    finish(fixture.match, 5, 0)
    collect()
    assert tie_of(fixture).winner == fixture.away
    assert ResultEntry.objects.filter(fixture=fixture).count() == 2


def test_a_double_walkover_lets_nobody_through(cast, cup):
    first, second = open_fixtures(cup)
    rulings.walkover(fixture=first, winner=None, by=cast.organiser, reason="Nobody came.")
    finish(second.match, 1, 0)
    collect()
    cup.refresh_from_db()
    assert tie_of(first).decided == "double_walkover"
    assert (cup.status, cup.champion) == (Competition.Status.FINISHED, second.home)
    assert Tie.objects.get(kind="final").decided == "walkover"


def test_a_result_may_be_entered_for_a_real_table(cast, cup):
    fixture = open_fixtures(cup)[0]
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (3, 4)), by=cast.organiser)
    assert (tie_of(fixture).winner, tie_of(fixture).decided) == (fixture.away, "shootout")


def level_by_an_older_release(cup, fixture):
    """A level result in the log that decides nothing, as releases took it that did not ask for the shootout."""
    with locked(cup.id) as row:
        append(row, fixture=fixture, kind="reported", home_goals=1, away_goals=1, source="organiser")
        recompute(row)


def test_a_level_result_without_a_shootout_leaves_the_tie_open(cast, cup):
    fixture = open_fixtures(cup)[0]
    level_by_an_older_release(cup, fixture)
    assert tie_of(fixture).decided == ""


@pytest.mark.parametrize(
    "score",
    [
        *(Score(-1, 0), Score(100, 0), Score(True, 0)),
        *(Score(1, 1, (3, 3)), Score(2, 1, (3, 4)), Score(1, 1, (-1, 4)), Score(1, 1, (3, 100))),
    ],
)
def test_it_refuses_what_is_no_score(cast, cup, score):
    with pytest.raises(RulingRefused):
        rulings.enter_result(fixture=open_fixtures(cup)[0], score=score, by=cast.organiser)


def test_two_legs_go_to_penalties_after_the_second_alone_and_only_if_they_are_level(cast):
    cup = running(cast.organiser, entrants=2, settings={"legs": 2})
    first, second = Fixture.objects.filter(tie__round__stage__competition=cup).order_by("leg")
    with pytest.raises(RulingRefused, match="second leg"):
        rulings.enter_result(fixture=first, score=Score(1, 1, (4, 3)), by=cast.organiser)
    rulings.enter_result(fixture=first, score=Score(2, 1), by=cast.organiser)
    for score in (Score(3, 1, (4, 3)), Score(1, 1, (4, 3))):
        with pytest.raises(RulingRefused, match="second leg"):
            rulings.enter_result(fixture=second, score=score, by=cast.organiser)
    rulings.enter_result(fixture=second, score=Score(2, 1, (4, 3)), by=cast.organiser)
    cup.refresh_from_db()
    assert cup.champion_id == first.away_id


def test_away_goals_of_extra_time_do_not_count_where_penalties_were_taken(cast):
    """One all on aggregate; in extra time each scores once, and then penalties decide."""
    cup = running(cast.organiser, entrants=2, settings={"legs": 2, "away_goals": True})
    first, second = Fixture.objects.filter(tie__round__stage__competition=cup).order_by("leg")
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)
    rulings.enter_result(fixture=second, score=Score(2, 1, (4, 3)), by=cast.organiser)
    cup.refresh_from_db()
    assert cup.champion_id == second.home_id


def test_a_correction_says_why(cast, cup):
    fixture = open_fixtures(cup)[0]
    finish(fixture.match, 1, 0)
    collect()
    with pytest.raises(RulingRefused, match="Give a reason"):
        rulings.enter_result(fixture=fixture, score=Score(0, 1), by=cast.organiser)


@pytest.mark.parametrize(
    ("rule", "values"), [(rulings.walkover, {"winner": "home"}), (rulings.replay, {}), (rulings.void, {})]
)
def test_a_person_who_rules_says_why(cast, rule, values):
    league = running(cast.organiser, "league", entrants=2, settings={"times": 1})
    with pytest.raises(RulingRefused, match="Give a reason"):
        rule(fixture=open_fixtures(league)[0], by=cast.organiser, reason=" ", **values)


def test_a_correction_before_the_next_round_changes_who_goes_through(cast, cup):
    fixture = open_fixtures(cup)[0]
    finish(fixture.match, 1, 0)
    collect()
    rulings.enter_result(fixture=fixture, score=Score(0, 1), by=cast.organiser, reason="wrong seats")
    final = Tie.objects.get(kind="final")
    assert fixture.away in (final.home, final.away) and fixture.home not in (final.home, final.away)
    rulings.enter_result(fixture=fixture, score=Score(0, 3), by=cast.organiser, reason="miscounted")
    standing = rulings.standing(fixture)
    assert standing is not None and standing.entry.away_goals == 3, "the last word stands"


def test_a_correction_that_undoes_the_final_is_previewed_then_done(cast, cup):
    first, second = open_fixtures(cup)
    finish(first.match, 1, 0)
    finish(second.match, 1, 0)
    collect()
    (final,) = open_fixtures(cup)
    finish(final.match, 2, 0)
    collect()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    entries = cup.results.count()
    with pytest.raises(NeedsConfirmation) as refused:
        rulings.enter_result(fixture=first, score=Score(0, 1), by=cast.organiser, reason="mixed up")
    assert any("goes through instead" in effect for effect in refused.value.effects)
    assert any("would be wiped" in effect for effect in refused.value.effects)
    assert cup.results.count() == entries
    rulings.enter_result(fixture=first, score=Score(0, 1), by=cast.organiser, reason="mixed up", confirmed=True)
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == (Competition.Status.RUNNING, None)
    (again,) = open_fixtures(cup)
    assert again.id == final.id and again.match_id != final.match_id
    assert {again.home, again.away} == {first.away, second.home}
    finish(again.match, 0, 1)
    collect()
    cup.refresh_from_db()
    assert cup.champion == again.away


@pytest.mark.parametrize("yes", [{"confirmed": True}, {"consent": Consent(confirmed=True)}])
@pytest.mark.parametrize("give", [rulings.walkover, rulings.replay])
def test_an_award_or_a_replay_that_undoes_the_final_wants_a_yes(cast, cup, give, yes):
    first, second = open_fixtures(cup)
    for fixture in (first, second):
        finish(fixture.match, 1, 0)
    collect()
    finish(open_fixtures(cup)[0].match, 1, 0)
    collect()
    ruling = {"fixture": first, "by": cast.organiser, "reason": "a false name"}
    if give is rulings.walkover:
        ruling["winner"] = "away"
    with pytest.raises(NeedsConfirmation):
        give(**ruling)
    give(**ruling, **yes)
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == (Competition.Status.RUNNING, None)


def test_the_same_correction_twice_is_the_same_state(cast, cup):
    fixture = open_fixtures(cup)[0]
    for _time in range(2):
        rulings.enter_result(fixture=fixture, score=Score(2, 0), by=cast.organiser, reason="as said")
    assert tie_of(fixture).winner == fixture.home


def test_a_replay_opens_a_new_match(cast, cup):
    fixture = open_fixtures(cup)[0]
    old = fixture.match_id
    finish(fixture.match, 1, 0)
    collect()
    rulings.replay(fixture=fixture, by=cast.organiser, reason="the light went out")
    fixture.refresh_from_db()
    assert fixture.match_id not in (old, None) and fixture.home_goals is None
    finish(fixture.match, 0, 1)
    collect()
    assert tie_of(fixture).winner == fixture.away


def test_a_replay_of_an_open_match_stops_it_and_its_late_result_counts_for_nothing(cast, cup):
    fixture = open_fixtures(cup)[0]
    old = fixture.match
    rulings.replay(fixture=fixture, by=cast.organiser, reason="wrong board")
    assert MatchCommand.objects.get(match=old).kind == "void"
    finish(old, 9, 0)
    collect()
    assert tie_of(fixture).decided == "" and not fixture.entries.filter(kind="played").exists()


def test_a_withdrawal_walks_over_what_is_left(cast, cup):
    fixture = open_fixtures(cup)[0]
    rulings.withdraw(entrant=fixture.home, by=cast.organiser, reason="holidays")
    tie = tie_of(fixture)
    assert (tie.winner, tie.decided) == (fixture.away, "walkover")
    assert say(tie.reason, "en", {"home": fixture.home.name}) == f"{fixture.home.name} withdrew"
    rulings.withdraw(entrant=fixture.home, by=cast.organiser)
    assert ResultEntry.objects.filter(kind="withdrawn").count() == 1


def test_a_long_reason_of_a_withdrawal_is_cut(cast, cup):
    leaving = open_fixtures(cup)[0].home
    rulings.withdraw(entrant=leaving, by=cast.organiser, reason=f" {'ill ' * 100}")
    leaving.refresh_from_db()
    assert leaving.withdrawn_because == ("ill " * 100)[:300]


def test_who_withdraws_before_the_final_loses_it(cast, cup):
    first, second = open_fixtures(cup)
    for fixture in (first, second):
        finish(fixture.match, 1, 0)
    collect()
    rulings.withdraw(entrant=first.home, by=None)
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == (Competition.Status.FINISHED, second.home)


def test_a_withdrawal_between_two_legs(cast):
    cup = running(cast.organiser, entrants=2, settings={"legs": 2})
    (leg_1,) = open_fixtures(cup)
    finish(leg_1.match, 4, 0)
    collect()
    rulings.withdraw(entrant=leg_1.home, by=None)
    cup.refresh_from_db()
    assert cup.champion == leg_1.away


@pytest.mark.parametrize(("policy", "played", "points"), [("award", 2, 3), ("void", 0, 0)])
def test_a_withdrawal_from_a_league(cast, policy, played, points):
    league = running(cast.organiser, "league", entrants=3, settings={"times": 1}, withdrawals=policy)
    (fixture,) = open_fixtures(league)
    finish(fixture.match, 1, 0)
    collect()
    rulings.withdraw(entrant=fixture.home, by=None)
    league.refresh_from_db()
    rows = {row["entrant"]: row for row in Group.objects.get(stage__competition=league).table["rows"]}
    assert (str(fixture.home_id) in rows) == (policy == "award")
    third = next(entrant for entrant in league.entrants.all() if entrant not in (fixture.home, fixture.away))
    assert rows[str(third.id)]["points"] == points
    play_out(league)
    assert league.status == Competition.Status.FINISHED and league.champion != fixture.home


def test_a_voided_league_match_counts_for_nobody(cast):
    league = running(cast.organiser, "league", entrants=2, settings={"times": 1})
    (fixture,) = open_fixtures(league)
    finish(fixture.match, 5, 0)
    collect()
    rulings.void(fixture=fixture, by=cast.organiser, reason="played with the wrong dice")
    rows = Group.objects.get(stage__competition=league).table["rows"]
    assert [row["played"] for row in rows] == [0, 0]


def test_a_cup_match_cannot_be_void(cast, cup):
    with pytest.raises(RulingRefused):
        rulings.void(fixture=open_fixtures(cup)[0], by=cast.organiser, reason="")


def test_nothing_is_ruled_before_anybody_is_known(cast, cup):
    final = Fixture.objects.get(tie__kind="final")
    with pytest.raises(RulingRefused, match="are not known"):
        rulings.walkover(fixture=final, winner="home", by=cast.organiser, reason="Nobody came.")


def test_a_resignation_in_the_second_leg_counts_three_to_nil(cast):
    cup = running(cast.organiser, entrants=2, settings={"legs": 2})
    (leg_1,) = open_fixtures(cup)
    finish(leg_1.match, 4, 0)
    collect()
    (leg_2,) = open_fixtures(cup)
    finish(leg_2.match, 0, 0, winner="home", how="resignation")
    collect()
    cup.refresh_from_db()
    assert cup.champion == leg_2.away, "four to three"


def test_a_resignation_in_the_first_leg_counts_three_to_nil(cast):
    cup = running(cast.organiser, entrants=2, settings={"legs": 2})
    (leg_1,) = open_fixtures(cup)
    finish(leg_1.match, 1, 0, winner="away", how="resignation")
    collect()
    (leg_2,) = open_fixtures(cup)
    assert leg_2.match.terms["carry"] == {"home": 3, "away": 0}


def test_who_did_not_come_is_out(cast, cup):
    fixture = open_fixtures(cup)[0]
    finish(fixture.match, 0, 3, how="no_show", source="no_show")
    collect()
    assert (tie_of(fixture).winner, tie_of(fixture).decided) == (fixture.away, "walkover")


@pytest.mark.parametrize(
    ("status", "reason", "told"),
    [
        ("finished", "their bus broke down", "their bus broke down"),
        ("finished", "", "no_show"),
        ("void", "", "neither side came"),
    ],
)
def test_the_log_of_the_organisers_says_why_a_fixture_was_awarded(cast, cup, status, reason, told):
    fixture = open_fixtures(cup)[0]
    finish(fixture.match, 0, 3, how="no_show", source="no_show")
    Match.objects.filter(id=fixture.match_id).update(status=status, result={**fixture.match.result, "reason": reason})
    collect()
    assert cup.audit.get(verb="walkover").message == ["a fixture was awarded: {reason}", {"reason": told}]


def test_nobody_came(cast, cup):
    fixture = open_fixtures(cup)[0]
    finish(fixture.match, 0, 0, how="no_show", source="no_show")
    Match.objects.filter(id=fixture.match_id).update(status="void")
    collect()
    assert tie_of(fixture).decided == "double_walkover"


def test_cancelling_voids_the_open_matches(cast, cup):
    create.cancel(competition=cup, by=cast.organiser, reason="the bar is closed")
    cup.refresh_from_db()
    assert cup.status == Competition.Status.CANCELLED
    assert MatchCommand.objects.filter(kind="void").count() == 2
    create.cancel(competition=cup, by=cast.organiser, reason="again")
    assert MatchCommand.objects.count() == 2
    assert translated(cup.audit.get(verb="cancel").message) == "cancelled the competition: the bar is closed"
    fixture, entrant, facts = open_fixtures(cup)[0], cup.entrants.first(), {"by": cast.organiser, "reason": "late"}
    before = cup.results.count()
    for ruling in (
        lambda: rulings.withdraw(entrant=entrant, **facts),
        lambda: rulings.deduct(entrant=entrant, points=1, **facts),
        lambda: rulings.give_value(entrant=entrant, value=1, **facts),
        lambda: rulings.enter_result(fixture=fixture, score=Score(1, 0), **facts),
    ):
        with pytest.raises(WrongStep, match="not running"):
            ruling()
    assert cup.results.count() == before


def test_the_organiser_is_told_what_waits_for_a_decision(cast, cup):
    first, second = open_fixtures(cup)
    assert todo.needs_organiser(reading.matchdays(reading.stages_of(cup))) == []
    level_by_an_older_release(cup, first)
    Match.objects.filter(id=second.match_id).update(status="paused")
    needs = {need.fixture.id: need.sentence for need in todo.needs_organiser(reading.matchdays(reading.stages_of(cup)))}
    assert needs[first.id].startswith("Level") and needs[second.id].startswith("The match was stopped")


def test_every_table_is_of_now_though_only_one_changed(cast):
    """What can still happen is told for the position of the table, and made anew when that moves."""
    cup = running(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 2})
    play_out(cup, until=6)
    fixture = Fixture.objects.filter(competition=cup, status=Fixture.Status.PLAYED).first()
    rulings.enter_result(fixture=fixture, by=cast.organiser, score=Score(9, 0), reason="seen twice", confirmed=True)
    cup.refresh_from_db()
    positions = Group.objects.filter(stage__competition=cup).values_list("table_position", flat=True)
    assert len(positions) == 2 and {*positions} == {cup.log_position}


@pytest.mark.parametrize("settings", [{"best_of": 3}, {"replay": True}, {"legs": 1}])
def test_only_a_level_match_goes_to_penalties(cast, settings):
    (fixture,) = open_fixtures(running(cast.organiser, entrants=2, settings=settings))
    with pytest.raises(RulingRefused, match="level match goes to penalties"):
        rulings.enter_result(fixture=fixture, score=Score(2, 1, (2, 4)), by=cast.organiser)
