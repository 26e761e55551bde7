"""An almanac and a player's numbers from finished matches, in a constant number of queries."""

import re

import pytest

from league.competitions.models import Fixture
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from league.seasons.verbs import early_closing
from league.statistics.models import Line, MatchFigures
from league.statistics.queries import almanac, matches, people
from league.statistics.tasks import recount
from league.statistics.verbs import books, ratings
from league.statistics.verbs.matches import record_match
from tests.cast import Cast
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures, play_out


def furnished():
    cast = Cast.make()
    return cast, running(cast.organiser, "league", entrants=4, settings={"times": 1})


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def league(copied):
    return copied[1]


def test_it_works(league, django_assert_num_queries):
    play_out(league, seed=3)
    books.refresh(at_once=True)
    with django_assert_num_queries(2):
        season_almanac = almanac.almanac(league)
    assert season_almanac.matches == 6 == season_almanac.home_wins + season_almanac.draws + season_almanac.away_wins
    assert season_almanac.goals == sum(Line.objects.values_list("goals_for", flat=True))
    names = {board.name for board in season_almanac.boards}
    assert {"goals", "points", "goals_against"} <= names
    assert not names & {"shots_on_target", "passing", "fortune", "comebacks"}, "nothing was played on a board"
    assert (
        season_almanac.minutes is None
        and season_almanac.comebacks is None
        and not season_almanac.pieces
        and season_almanac.fortune is None
    )
    assert season_almanac.records[0].home_goals != season_almanac.records[0].away_goals


def test_a_competitions_statistics_open_with_its_leaders_and_its_records(client, league):
    play_out(league, seed=3)
    books.refresh(at_once=True)
    season_almanac = almanac.almanac(league)
    address = f"/competitions/{league.slug}/statistics/"
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    unfolded = re.sub(r"<details.*?</details>", "", page, flags=re.S)
    first = unfolded[unfolded.index('id="leaders"') :]
    assert all(f"/players/{row.player_id}/" in first for row in season_almanac.boards[0].rows)
    assert all(f"/matches/{record.match_id}/" in unfolded for record in season_almanac.records)
    assert all(f"<dd>{number.value}" in unfolded for number in season_almanac.six)
    for board in season_almanac.boards:
        assert f'id="by-{board.name}"' in first, "a list has its tab"
        opened = client.get(f"{address}?by={board.name}", headers={"accept-language": "en"}).content.decode()
        assert re.search(rf'id="by-{board.name}"[^>]*aria-current="true"', opened)
        assert f'aria-label="{board.title}"' in opened and opened.count('aria-current="true"') == 1
    assert client.get(f"{address}?by=nonsense").status_code == 200


def test_nothing_played_yet(league):
    books.refresh(at_once=True)
    assert almanac.almanac(league) == almanac.Almanac()


def test_a_player_has_a_record_against_each_opponent(league):
    play_out(league, seed=3)
    player = league.entrants.first().player
    numbers = people.player_numbers(player)
    assert numbers.tally.played == 3 == len(numbers.form) == sum(rival.tally.played for rival in numbers.rivals)
    assert numbers.by_game.keys() == {"super_goal"}
    assert people.player_numbers(player, "fuba").tally.played == 0


def test_a_resignation_is_lost_whatever_the_score(league):
    fixture = open_fixtures(league)[0]
    finish(fixture.match, 2, 0, winner="away", how="resignation")
    collect()
    assert Line.objects.get(side="home").outcome == "L"


def test_a_draw_by_agreement_is_a_match_like_others(league):
    fixture = open_fixtures(league)[0]
    finish(fixture.match, 1, 1, how="agreement", source="agreement")
    collect()
    books.refresh(at_once=True)
    fixture.refresh_from_db()
    assert (fixture.status, fixture.home_goals) == ("played", 1)
    season_almanac = almanac.almanac(league)
    assert (season_almanac.matches, season_almanac.draws, season_almanac.goals) == (1, 1, 2)
    assert people.record(fixture.home.player).tally == people.Tally(drawn=1, goals_for=1, goals_against=1)
    assert ratings.rated_lines().count() == 1 and MatchFigures.objects.filter(match=fixture.match_id).exists()


def test_an_award_has_no_figures(league):
    fixture = open_fixtures(league)[0]
    finish(fixture.match, 2, 0)
    collect()
    assert (Line.objects.count(), MatchFigures.objects.count()) == (2, 1)
    finish(fixture.match, 3, 0, source="award")
    record_match(fixture.match)
    assert not Line.objects.exists() and not MatchFigures.objects.exists()


def test_a_match_that_no_longer_counts_is_in_no_statistics(cast, league):
    fixture = open_fixtures(league)[0]
    finish(fixture.match, 2, 0)
    collect()
    player = fixture.home.player
    assert people.player_numbers(player).tally.won == 1
    rulings.replay(fixture=fixture, by=cast.organiser, reason="wrong dice")
    books.refresh(at_once=True)
    assert people.player_numbers(player).tally.played == 0 and almanac.almanac(league).matches == 0
    fixture.refresh_from_db()
    finish(fixture.match, 0, 1)
    collect()
    assert people.player_numbers(player).tally.lost == 1
    rulings.walkover(fixture=fixture, winner="home", by=cast.organiser, reason="second thoughts")
    assert people.player_numbers(player).tally.played == 0


@pytest.mark.parametrize("by", ["withdrawal", "early end"])
def test_what_became_void_afterwards_is_in_no_statistics(cast, by):
    """A withdrawal voids all that its entrant played, a season cut to its first half what came later."""
    league = running(cast.organiser, "league", entrants=4, withdrawals="void", settings={"times": 2})
    play_out(league, until=9)
    if by == "withdrawal":
        gone = Fixture.objects.filter(tie__round__stage__competition=league, status="played").first().home
        rulings.withdraw(entrant=gone, by=cast.organiser)
    else:
        yes = rulings.Consent(confirmed=True)
        early_closing.close_early(competition=league, way="first_half", by=cast.organiser, reason="snow", consent=yes)
    books.refresh(at_once=True)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=league)
    shown = fixtures.filter(status="played")
    assert 0 < shown.count() < 9 == fixtures.filter(match__status="finished").count()
    assert almanac.almanac(league).matches == shown.count()
    assert set(Line.objects.filter(counts=True).values_list("match", flat=True)) == set(
        shown.values_list("match", flat=True)
    )


def test_an_older_count_is_made_again(league):
    finish(open_fixtures(league)[0].match, 2, 0)
    collect()
    MatchFigures.objects.update(version=0, figures={"home": {"shots": 99}})
    assert (recount(), recount()) == (1, 0)
    assert MatchFigures.objects.get().figures == {"home": {}, "away": {}}


def test_the_duel_of_a_match(league):
    fixture = open_fixtures(league)[0]
    finish(fixture.match, 2, 0)
    collect()
    figures = {"home": {"shots": 4, "shots_scored": 2, "goals": 2, "attacks": 3}, "away": {"attacks": 1}}
    MatchFigures.objects.update(figures=figures)
    rows = {row.name: (row.home, row.away) for row in matches.match_figures(fixture.match)}
    assert rows["possession"] == (75, 25) and rows["conversion"] == (50, 0) and rows["goals"] == (2, 0)
    assert "reds" not in rows


def test_a_competitions_page_tells_what_kicking_off_first_was_worth(client, league):
    for number, fixture in enumerate(open_fixtures(league)):
        finish(fixture.match, 2, number)
    collect()
    first = {"home": {"first_kick_off": 1}, "away": {}}
    MatchFigures.objects.update(figures=first)
    books.refresh(at_once=True)
    counted = almanac.almanac(league).first_kick_offs
    page = client.get(f"/competitions/{league.slug}/statistics/", headers={"accept-language": "it"}).content.decode()
    said = page[page.index('class="saying"') :]
    said = said[: said.index("</section>")]
    assert re.findall(r"<b>(.*?)</b>", said)[-2:] == ["6", "6"] and (counted.points, counted.points_in_all) == (6, 6)
    assert said.count("Troppo poche partite") == 2
    data = client.get(f"/api/v1/competitions/{league.id}/statistics/").json()
    assert data["first_kick_offs"]["points"] == 6
