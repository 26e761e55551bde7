"""Level on points at a boundary that matters: a play-off is made, shown, played, taken back by a correction."""

import pytest

from league.competitions.errors import NeedsConfirmation, RulingRefused
from league.competitions.models import Competition, Fixture, Group, Round, Tie
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.competitions.words.fixtures import waits_for
from league.leagues import projections
from tests.league.builders import running
from tests.league.competitions.documents import equal_elsewhere
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


# ── one place that two play-offs are about ──
NEIGHBOURS = {"times": 1, "move": 2, "playoff": 0, "boundary_playoffs": True}
"""Of four in a division two go down: the title and the relegation are at places 1 and 2."""


def chained(cast, level=(1, 2, 3)):
    """Division 1 of four, drawn between those of ``level`` and ranked by goals; the better seed wins elsewhere."""
    cup = running(cast.organiser, "divisions", entrants=8, settings=NEIGHBOURS)
    while fixtures := [fixture for fixture in open_fixtures(cup) if fixture.tie.group_id]:
        for fixture in fixtures:
            seeds = fixture.home.seed, fixture.away.seed
            won = (1, 0) if seeds[0] < seeds[1] else (0, 1)
            finish(fixture.match, *((7 - sum(seeds),) * 2 if set(seeds) <= set(level) else won))
        collect()
    cup.refresh_from_db()
    return cup


def upper(cup):
    return Group.objects.get(stage__competition=cup, number=1)


def order_of(cup):
    known = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
    return [known[row["entrant"]] for row in upper(cup).table["rows"]]


def asked(cup):
    """The steps of the tables that ask for a match: the place, and whether it waits for another."""
    groups = Group.objects.filter(stage__competition=cup)
    steps = [step for group in groups for block in group.table["blocks"] for step in block["steps"]]
    return [(step["place"], bool(step.get("later"))) for step in steps if step.get("place")]


def meet(cup, home_wins):
    """Play the one play-off that is open; the seeds that met."""
    [fixture] = [fixture for fixture in open_fixtures(cup) if fixture.status == Fixture.Status.OPEN]
    assert fixture.tie.kind == "boundary"
    finish(fixture.match, *((1, 0) if home_wins else (0, 1)))
    collect()
    cup.refresh_from_db()
    return fixture.home.seed, fixture.away.seed


def at_place(cup, place):
    """The tie at that boundary of the upper division."""
    ties = Tie.objects.filter(round__stage__competition=cup, kind="boundary", home_slot__group="1")
    return next(tie for tie in ties if tie.home_slot["level"] == place)


@pytest.mark.parametrize("first_home", [True, False])
@pytest.mark.parametrize("second_home", [True, False])
def test_the_second_play_off_waits_for_the_loser_of_the_first(cast, client, first_home, second_home):
    cup = chained(cast)
    before = order_of(cup)[:3]
    title, stay = at_place(cup, 1), at_place(cup, 2)
    assert (title.round.step, stay.round.step) == (1, 2), "a round of its own, with a window of its own"
    assert (stay.home, stay.away.seed, stay.decided) == (None, before[2], "")
    assert asked(cup) == [(1, False), (2, True)]
    html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    third = cup.entrants.get(seed=before[2]).name
    assert f"the loser of that play-off then meets {third} for place 2" in html
    assert meet(cup, first_home) == (before[0], before[1])
    champion, loser = before[:2] if first_home else before[1::-1]
    assert cup.status == Competition.Status.RUNNING and asked(cup) == [(2, False)]
    assert meet(cup, second_home) == (loser, before[2])
    stays, down = (loser, before[2]) if second_home else (before[2], loser)
    assert cup.status == Competition.Status.FINISHED and asked(cup) == []
    assert order_of(cup) == [champion, stays, down, 4] and cup.champion.seed == champion
    assert picture(cup) == computed_again(cup)
    assert client.get(f"/competitions/{cup.slug}/fixtures/").status_code == 200
    equal_elsewhere(cup, cast.stranger)


def test_four_level_over_two_boundaries(cast):
    cup = chained(cast, level=(1, 2, 3, 4))
    first, second, third, fourth = order_of(cup)
    assert meet(cup, home_wins=False) == (first, second)
    assert meet(cup, home_wins=False) == (first, third)
    assert order_of(cup) == [second, third, first, fourth] and cup.status == Competition.Status.FINISHED


def test_without_a_first_the_second_is_played_at_once(cast):
    """Only places 2 and 3 are level: the title needs no play-off, and the other waits for nothing."""
    cup = running(cast.organiser, "divisions", entrants=8, settings=NEIGHBOURS)
    scores = {(1, 2): (1, 0), (1, 3): (1, 0), (1, 4): (1, 0), (2, 3): (1, 1)}
    while fixtures := [fixture for fixture in open_fixtures(cup) if fixture.tie.group_id]:
        for fixture in fixtures:
            seeds = fixture.home.seed, fixture.away.seed
            goals = scores.get((min(seeds), max(seeds)), (1, 0))
            finish(fixture.match, *(goals if seeds[0] < seeds[1] else goals[::-1]))
        collect()
    assert at_place(cup, 1).decided == "not_needed"
    second, third = order_of(cup)[1:3]
    assert meet(cup, home_wins=False) == (second, third)
    assert order_of(cup) == [1, third, second, 4]


def test_a_first_that_nobody_played_leaves_the_criteria(cast):
    cup = chained(cast)
    first, second, third = order_of(cup)[:3]
    fixture = at_place(cup, 1).fixtures.get()
    rulings.walkover(fixture=fixture, winner=None, by=cast.organiser, reason="nobody came", confirmed=True)
    cup.refresh_from_db()
    assert meet(cup, home_wins=True) == (second, third)
    assert order_of(cup)[:3] == [first, second, third] and cup.status == Competition.Status.FINISHED


def test_who_withdrew_between_the_two_loses_the_second(cast):
    cup = chained(cast)
    first, second, third = order_of(cup)[:3]
    rulings.withdraw(entrant=cup.entrants.get(seed=second), by=cast.organiser, reason="moved away")
    cup.refresh_from_db()
    assert order_of(cup)[:3] == [first, third, second] and cup.status == Competition.Status.FINISHED
    assert [at_place(cup, place).decided for place in (1, 2)] == ["walkover", "walkover"]


def test_a_corrected_first_changes_the_sides_of_the_second(cast):
    cup = chained(cast)
    first, second, third = order_of(cup)[:3]
    assert meet(cup, home_wins=True) == (first, second)
    assert meet(cup, home_wins=True) == (second, third)
    played = at_place(cup, 1).fixtures.get()
    with pytest.raises(NeedsConfirmation):
        rulings.enter_result(fixture=played, score=Score(0, 1), by=cast.organiser, reason="typed wrong")
    rulings.enter_result(fixture=played, score=Score(0, 1), by=cast.organiser, reason="typed wrong", confirmed=True)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING and cup.champion is None
    assert meet(cup, home_wins=True) == (first, third)
    assert order_of(cup)[:3] == [second, first, third] and cup.champion.seed == second
    assert picture(cup) == computed_again(cup)


def test_points_taken_between_the_two(cast):
    """While the second waits, the third loses a point: nobody is level at place 2 any more."""
    cup = chained(cast)
    first, second, third = order_of(cup)[:3]
    assert meet(cup, home_wins=False) == (first, second)
    rulings.deduct(entrant=cup.entrants.get(seed=third), points=1, by=cast.organiser, reason="late")
    cup.refresh_from_db()
    assert at_place(cup, 2).decided == "not_needed" and cup.status == Competition.Status.FINISHED
    assert order_of(cup)[:3] == [second, first, third]
    with pytest.raises(RulingRefused):
        rulings.deduct(entrant=cup.entrants.get(seed=second), points=1, by=cast.organiser, reason="late, too")


def test_one_boundary_that_two_rules_name_has_one_play_off(cast):
    """Two in each division, one goes up and one down: one match decides both."""
    settings = {"divisions": 3, "times": 1, "move": 1, "playoff": 0, "boundary_playoffs": True}
    cup = running(cast.organiser, "divisions", entrants=6, settings=settings)
    found = Tie.objects.filter(round__stage__competition=cup, kind="boundary").order_by("number")
    assert [(tie.home_slot["group"], tie.home_slot["level"]) for tie in found] == [("1", 1), ("2", 1), ("3", 1)]
    while fixtures := open_fixtures(cup):
        for fixture in fixtures:
            finish(fixture.match, *((1, 1) if fixture.tie.group_id else (0, 1)))
        collect()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and asked(cup) == []
    for group, tie in zip(Group.objects.filter(stage__competition=cup).order_by("number"), found.all(), strict=True):
        assert [row["entrant"] for row in group.table["rows"]] == [str(tie.away_id), str(tie.home_id)]


def test_a_competition_of_one_round_of_play_offs_waits_too(cast):
    """Until now all play-offs stood in one round."""
    cup = running(cast.organiser, "divisions", entrants=8, settings=NEIGHBOURS)
    one, two = Round.objects.filter(stage__competition=cup, part="boundary").order_by("step")
    last = one.ties.count()
    for at, tie in enumerate(two.ties.order_by("number"), start=1):
        Tie.objects.filter(pk=tie.pk).update(round=one, number=last + at)
    two.delete()
    while fixtures := [fixture for fixture in open_fixtures(cup) if fixture.tie.group_id]:
        for fixture in fixtures:
            seeds = fixture.home.seed, fixture.away.seed
            finish(fixture.match, *((1, 1) if set(seeds) <= {1, 2, 3} else (1, 0) if seeds[0] < seeds[1] else (0, 1)))
        collect()
    first, second, third = order_of(cup)[:3]
    assert meet(cup, home_wins=False) == (first, second)
    assert cup.status == Competition.Status.RUNNING
    assert meet(cup, home_wins=False) == (first, third)
    assert order_of(cup)[:3] == [second, third, first]


def test_the_outlook_of_those_who_wait(cast, client):
    cup = chained(cast)
    first, second, third = order_of(cup)[:3]
    ids = {entrant.seed: str(entrant.id) for entrant in cup.entrants.all()}
    ranges = projections.make(upper(cup)).ranges
    assert [ranges[ids[seed]] for seed in (first, second, third, 4)] == [[1, 3], [1, 3], [2, 3], [4, 4]]
    html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    assert "Possible places are proved." in html and "simulated" not in html, "play-offs are not simulated"
