"""Level on points at a boundary that matters: a play-off is made, shown, played, taken back by a correction."""

import pytest

from league.competitions.errors import NeedsConfirmation, RulingRefused
from league.competitions.models import Competition, Fixture, Group, Round, Tie
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.competitions.words.fixtures import waits_for
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures

SCORES = {(1, 2): (1, 0), (1, 3): (3, 0), (1, 4): (0, 1), (2, 3): (2, 0), (2, 4): (1, 0), (3, 4): (1, 0)}
"""By the seeds: 1 and 2 are level on six points and 1 is ahead on goals; 3 and 4 are level on three."""


def play(cup, scores=SCORES):
    """Every match of a single round robin, by its seeds."""
    while fixtures := [fixture_row for fixture_row in open_fixtures(cup) if fixture_row.tie.group_id]:
        for fixture in fixtures:
            seeds = fixture.home.seed, fixture.away.seed
            goals = scores[min(seeds), max(seeds)]
            finish(fixture.match, *(goals if seeds[0] < seeds[1] else goals[::-1]))
        collect()
    cup.refresh_from_db()


def league(cast, **values):
    settings = {"times": 1, "boundary_playoffs": True}
    return running(cast.organiser, "league", entrants=4, settings=settings, **values)


def rows(cup):
    return Group.objects.get(stage__competition=cup).table["rows"]


def names(cup):
    known = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
    return [known[row["entrant"]] for row in rows(cup)]


def playoff(cup):
    return Tie.objects.get(round__stage__competition=cup, kind="boundary")


def test_the_title_is_played_off(cast, client):
    cup = league(cast)
    tie = playoff(cup)
    assert waits_for(tie, "away") == "Place 2 of the table if level on points"
    play(cup)
    assert cup.status == Competition.Status.RUNNING and cup.champion is None
    [fixture] = open_fixtures(cup)
    assert fixture.tie.kind == "boundary" and (fixture.home.seed, fixture.away.seed) == (1, 2)
    assert fixture.match.terms["draws_allowed"] is False and fixture.match.terms["extra_time"] is False
    steps = [step for block in Group.objects.get().table["blocks"] for step in block["steps"]]
    assert [step["decided_by"] for step in steps] == ["playoff", "goal_difference"]
    assert "play-off needed between" in client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert "Play-off for places" in client.get(f"/competitions/{cup.slug}/fixtures/").content.decode()
    kicks = {"home": [True, False, True], "away": [True, True, True]}
    finish(fixture.match, 1, 1, winner="away", how="shootout", shootout=kicks)
    collect()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    assert cup.champion.seed == 2 and names(cup) == [2, 1, 4, 3]
    assert [row["played"] for row in rows(cup)] == [3, 3, 3, 3], "the play-off counts in no table"
    html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert "by winning the play-off 1–1 (3–2)" in html
    assert picture(cup) == computed_again(cup)


def test_nobody_level_there_needs_none(cast):
    cup = league(cast)
    play(cup, {**SCORES, (1, 4): (2, 0)})
    assert cup.status == Competition.Status.FINISHED and cup.champion.seed == 1
    tie = playoff(cup)
    assert (tie.decided, tie.home, tie.fixtures.get().status) == ("not_needed", None, Fixture.Status.VOID)
    assert Round.objects.get(part="boundary").status == Round.Status.DONE


def test_without_the_setting_the_criteria_decide(cast):
    cup = running(cast.organiser, "league", entrants=4, settings={"times": 1})
    play(cup)
    assert cup.champion.seed == 1 and not Tie.objects.filter(kind="boundary").exists()


def test_a_correction_takes_a_play_off_back(cast):
    cup = league(cast)
    play(cup)
    tie = playoff(cup)
    rulings.enter_result(fixture=tie.fixtures.get(), score=Score(0, 2), by=cast.organiser)
    cup.refresh_from_db()
    assert cup.champion.seed == 2
    match = Fixture.objects.get(
        tie__round__stage__competition=cup, tie__kind="", home__seed__in=(1, 4), away__seed__in=(1, 4)
    )
    score = Score(2, 0) if match.home.seed == 1 else Score(0, 2)
    with pytest.raises(NeedsConfirmation):
        rulings.enter_result(fixture=match, score=score, by=cast.organiser, reason="typed wrong")
    rulings.enter_result(fixture=match, score=score, by=cast.organiser, reason="typed wrong", confirmed=True)
    cup.refresh_from_db()
    assert cup.champion.seed == 1 and playoff(cup).decided == "not_needed"
    assert picture(cup) == computed_again(cup)


def test_somebody_must_win_it(cast):
    cup = league(cast)
    play(cup)
    with pytest.raises(RulingRefused):
        rulings.void(fixture=playoff(cup).fixtures.get(), by=cast.organiser, reason="no")


def test_who_withdraws_leaves_the_place(cast):
    cup = league(cast)
    play(cup)
    rulings.withdraw(entrant=cup.entrants.get(seed=1), by=cast.organiser, reason="moved away")
    cup.refresh_from_db()
    assert playoff(cup).decided == "walkover"
    assert cup.champion.seed == 2 and names(cup)[:2] == [2, 1]


def test_the_rules_of_serie_a_say_where(cast):
    cup = running(cast.organiser, "league", entrants=20, standings="serie-a/2022", settings={"times": 1})
    ties = Tie.objects.filter(round__stage__competition=cup, kind="boundary").order_by("number")
    assert [tie.home_slot for tie in ties] == [{"rank": k, "group": "", "level": k} for k in (1, 17)]
    small = running(cast.organiser, "league", entrants=4, standings="serie-a/2022", settings={"times": 1})
    assert [tie.home_slot["level"] for tie in Tie.objects.filter(round__stage__competition=small, kind="boundary")] == [
        1
    ]


def test_divisions_play_off_title_promotion_and_relegation(cast):
    settings = {"times": 1, "move": 1, "playoff": 0, "boundary_playoffs": True}
    cup = running(cast.organiser, "divisions", entrants=8, settings=settings)
    found = Tie.objects.filter(round__stage__competition=cup, kind="boundary").order_by("number")
    assert [(tie.home_slot["group"], tie.home_slot["level"]) for tie in found] == [("1", 1), ("1", 3), ("2", 1)]
