"""Teams that are level at a boundary of their table: the play-off has line-ups and is decided as a tie of a cup is."""

from __future__ import annotations

import pytest

from league.competitions.errors import BadSetting, NeedsConfirmation
from league.competitions.models import Competition, Fixture, Group, Tie
from league.competitions.pages.fixture_summary import goes_beyond
from league.competitions.verbs import create, rulings
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from league.seasons.verbs import early_closing
from league.standings.table import team_table
from league.standings.teams import Counts, TeamResult
from tests.league.competitions.documents import equal_elsewhere
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures
from tests.league.teams import boards_of, open_line_ups, running_teams, ties_of

pytestmark = pytest.mark.django_db


def level_league(cast, *, teams=3, boards=2, **values):
    """A league in which every team has won and lost once: each beats the one that entered after it."""
    values = {"preset": "league", "settings": {"boundary_playoffs": True}, **values}
    cup = running_teams(cast.organiser, teams, boards, **values)
    while any(tie.group_id and not tie.decided for tie in ties_of(cup)):
        open_line_ups(cup)
        for fixture in open_fixtures(cup):
            wins = (fixture.away.seed - fixture.home.seed) % teams == 1
            finish(fixture.match, *((2, 1) if wins else (1, 2)))
        collect()
    cup.refresh_from_db()
    return cup


def playoff(cup):
    return next(tie for tie in ties_of(cup) if tie.kind == "boundary")


def names(cup):
    of_entrant = {str(entrant.id): entrant for entrant in cup.entrants.all()}
    return [of_entrant[row["entrant"]] for row in Group.objects.get(stage__competition=cup).table["rows"]]


def end(tie, *scores):
    """Play the boards of ``tie`` that are open, in their order."""
    for board, score in zip([board for board in boards_of(tie) if board.match], scores, strict=True):
        finish(board.match, *score)
    collect()
    tie.refresh_from_db()


def adds_up(cup, stranger):
    assert picture(cup) == computed_again(cup)
    equal_elsewhere(cup, stranger)


def test_the_title_of_teams_is_played_off(cast, client):
    cup = level_league(cast)
    tie, (first, second, _third) = playoff(cup), names(cup)
    assert (tie.home, tie.away, cup.status, cup.champion) == (first, second, Competition.Status.RUNNING, None)
    html = client.get(f"/competitions/{cup.slug}/table/", headers={"accept-language": "en"}).content.decode()
    assert "play-off needed between" in html
    assert not any(board.match_id for board in boards_of(tie)), "its line-ups are sealed first"
    open_line_ups(cup)
    board = boards_of(tie)[0]
    assert goes_beyond(board, cup.game) == (False, False), "a board of it may be drawn"
    assert picture(cup) == computed_again(cup)
    end(tie, (0, 1), (1, 1))
    cup.refresh_from_db()
    assert (tie.winner, tie.decided, tie.away_points) == (second, "board_points", 1.5)
    assert cup.status == Competition.Status.FINISHED and cup.champion == second and names(cup)[:2] == [second, first]
    html = client.get(f"/competitions/{cup.slug}/table/", headers={"accept-language": "en"}).content.decode()
    assert "by winning the play-off 1½–½" in html
    assert [row["played"] for row in Group.objects.get().table["rows"]] == [2, 2, 2], "the play-off counts in no table"
    adds_up(cup, cast.stranger)


@pytest.mark.parametrize(("by", "score"), [("extra_board", (1, 0)), ("sudden_death", (2, 1))])
def test_a_level_play_off_has_one_more_board(cast, client, by, score):
    rules = {"cup_by": ["board_points", by] + ["lots"] * (by == "extra_board")}
    cup = level_league(cast, team_rules=rules, settings={"boundary_playoffs": True, "draws": "shootout"})
    tie, (first, second, _third) = playoff(cup), names(cup)
    open_line_ups(cup)
    assert [len(boards_of(each)) for each in (tie, ties_of(cup)[0])] == [3, 2], "in the table a tie may be drawn"
    end(tie, (1, 1), (0, 0))
    assert tie.decided == "" and [board.status for board in boards_of(tie)] == ["played", "played", "open"]
    assert goes_beyond(boards_of(tie)[2], cup.game)[1] == (by == "sudden_death")
    assert picture(cup) == computed_again(cup)
    finish(boards_of(tie)[2].match, *score)
    collect()
    tie.refresh_from_db()
    assert (tie.decided, tie.winner) == (by, first)
    assert names(cup)[:2] == [first, second]
    file = client.get(f"/competitions/{cup.slug}/report.trf")
    assert file.status_code == 200, "the file has the ties of the table"
    adds_up(cup, cast.stranger)


def test_a_correction_of_a_board_takes_the_play_off_back(cast):
    cup = level_league(cast)
    open_line_ups(cup)
    tie, (_first, second, third) = playoff(cup), names(cup)
    end(tie, (0, 1), (0, 1))
    cup.refresh_from_db()
    assert cup.champion == second
    lost = Fixture.objects.filter(tie__group__isnull=False, tie__winner=third, board=1).get()
    beaten, score = (lost.away, Score(0, 3)) if lost.home == third else (lost.home, Score(3, 0))
    change = {"fixture": lost, "score": score, "by": cast.organiser, "reason": "typed wrong"}
    with pytest.raises(NeedsConfirmation) as asked:
        rulings.enter_result(**change)
    assert asked.value.effects
    rulings.enter_result(**change, confirmed=True)
    cup.refresh_from_db()
    assert cup.champion == beaten and playoff(cup).decided == "not_needed"
    adds_up(cup, cast.stranger)


def test_who_withdraws_leaves_the_place(cast):
    cup = level_league(cast)
    first, second, _third = names(cup)
    rulings.withdraw(entrant=first, by=cast.organiser, reason="moved away")
    cup.refresh_from_db()
    assert playoff(cup).decided == "walkover" and cup.champion == second and names(cup)[:2] == [second, first]
    adds_up(cup, cast.stranger)


def test_divisions_of_teams_play_off_promotion_and_relegation(cast):
    settings = {"times": 1, "move": 1, "playoff": 0, "boundary_playoffs": True}
    cup = running_teams(cast.organiser, 6, 2, preset="divisions", settings=settings)
    found = Tie.objects.filter(round__stage__competition=cup, kind="boundary")
    places = {(tie.home_slot["group"], tie.home_slot["level"]) for tie in found}
    assert places == {("1", 1), ("1", 2), ("2", 1)}


def test_by_scheveningen_nothing_is_played_off(cast):
    settings = {"scheveningen": True, "times": 1, "boundary_playoffs": True}
    with pytest.raises(BadSetting) as refused:
        create.create(
            by=cast.organiser, name="Two", game="super_goal", preset="league", boards=2, places=2, settings=settings
        )
    assert refused.value.field == "boundary_playoffs"


# ── a league of teams that ended early ──
def test_teams_are_ranked_by_points_per_match():
    counts = Counts()
    results = [
        *[TeamResult("a", "c", "", (1, 1), counts)] * 3,
        TeamResult("b", "c", "home", (2, 0), counts),
    ]
    for way in ("points_per_game", "weighted_points_per_game"):
        made = team_table(["a", "b", "c"], results, {"criteria": [way]})
        assert made.order == ["b", "a", "c"]


def test_a_league_of_teams_that_ends_early_is_ranked_by_points_per_match(cast):
    cup = running_teams(cast.organiser, 3, 2, settings={"times": 1})
    open_line_ups(cup)
    for fixture in open_fixtures(cup):
        finish(fixture.match, 1, 0)
    collect()
    cup.refresh_from_db()
    consent = rulings.Consent(confirmed=True)
    early_closing.close_early(competition=cup, way="points_per_game", by=cast.organiser, reason="rain", consent=consent)
    rates = [row["per_match"] for row in Group.objects.get(stage__competition=cup).table["rows"]]
    assert rates == sorted(rates, reverse=True) and len(set(rates)) > 1
