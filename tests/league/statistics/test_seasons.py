"""All seasons of a competition as one book, its long lists page by page, and who may know of which season."""

import random
import re

import pytest

from league.competitions.models import Competition
from league.competitions.policy.access import visible
from league.statistics.derivation import book_numbers
from league.statistics.derivation.merging import merged
from league.statistics.queries.seasons import seasons_of
from league.statistics.verbs import books
from tests.cast import Cast
from tests.league.builders import running
from tests.league.statistics.test_almanac import match
from tests.league.tables import play_out


@pytest.mark.parametrize("seed", range(5))
def test_two_books_together_are_the_book_of_all_their_matches(seed):
    rng = random.Random(seed)
    rows = []
    for n in range(40):
        goals = "".join(rng.choices("ha", k=rng.randrange(5)))
        minutes = sorted(rng.sample(range(1, 91), len(goals)))
        rows.append(match(n, goals.count("h"), goals.count("a"), goals, rng.sample("abcdef", 2), minutes=minutes))
    whole = book_numbers.count(rows)
    numbers = merged([book_numbers.count(rows[:23]), book_numbers.count(rows[23:])])
    assert numbers.keys() == whole.keys()
    for name in numbers.keys() - {"players", "records"}:
        assert numbers[name] == whole[name], name
    kinds = {row["kind"] for row in whole["records"]} - {"unbeaten", "winning"}
    assert [row for row in numbers["records"] if row["kind"] in kinds] == [
        row for row in whole["records"] if row["kind"] in kinds
    ]
    for player, career in whole["players"].items():
        mine = numbers["players"][player]
        assert mine["points_a_match"] == pytest.approx(career["points_a_match"])
        assert mine["unbeaten"] <= career["unbeaten"], "a run ends with its season"
        for name in ("played", "won", "goals_for", "clean_sheets", "comebacks", "sums"):
            assert mine[name] == career[name], name


def test_a_player_has_one_run_among_those_of_all_seasons():
    seasons = [[match(day + n, 1, 0, "h") for n in range(games)] for day, games in ((0, 4), (10, 3), (20, 4))]
    runs = [row for row in merged(list(map(book_numbers.count, seasons)))["records"] if "player" in row]
    assert [(row["kind"], row["value"]) for row in runs] == [("unbeaten", 4), ("winning", 4)]
    assert {row["to"] for row in runs} == {seasons[0][-1].at.isoformat()}, "of equal ones the earlier"


def furnished():
    """Two seasons of one league, and a third that is still a draft."""
    cast = Cast.make()
    first, second, draft = (running(cast.organiser, "league", 8, settings={"times": 1}) for _ in range(3))
    for number, row in enumerate((first, second, draft), start=1):
        row.season, row.previous = number, {2: first, 3: second}.get(number)
        row.status = Competition.Status.DRAFT if number == 3 else row.status
        row.save(update_fields=["season", "previous", "status"])
    for row in (first, second):
        play_out(row, seed=row.season)
    books.refresh(at_once=True)
    return cast, (first, second, draft)


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def seasons(copied):
    return copied[1]


def test_seasons_hang_together_and_a_draft_is_nobodys(seasons, cast, django_assert_num_queries):
    first, second, draft = seasons
    everybody, owner, alone = visible(cast.stranger), visible(cast.organiser), running(cast.organiser)
    with django_assert_num_queries(4):
        assert seasons_of(first, everybody) == [first, second] == seasons_of(second, everybody)  # two each
    with django_assert_num_queries(1):
        assert seasons_of(alone, everybody) == [alone]
    assert seasons_of(first, owner) == [first, second, draft]


def test_the_page_shows_one_season_or_all(seasons, client, django_assert_max_num_queries):
    first, _second, draft = seasons
    address = f"/competitions/{first.slug}/statistics/"
    with django_assert_max_num_queries(10):  # one for the table without luck
        html = client.get(address, headers={"accept-language": "en"}).content.decode()
    with django_assert_max_num_queries(9):
        both = client.get(f"{address}?seasons=all", headers={"accept-language": "en"}).content.decode()
    matches = re.compile(r"<dt>Matches</dt>\s*<dd>(\d+)")
    assert (matches.search(html)[1], matches.search(both)[1]) == ("28", "56")
    assert "All 2 seasons" in html and draft.slug not in html
    records = client.get(f"/competitions/{first.slug}/records/?seasons=all").content.decode()
    assert records.count("/matches/") >= 5


def test_a_board_whole_and_by_a_name(seasons, client, settings):
    first, *_rest = seasons
    address = f"/competitions/{first.slug}/statistics/leaders/"
    page = client.get(f"{address}?by=points").content.decode()
    assert page.count('class="pos">') == 1 + 8
    name = first.entrants.first().name
    html = client.get(address, {"by": "points", "q": name.upper()}).content.decode()
    assert f"<span>{name}</span>" in html and html.count('class="pos">') <= 1 + 8
    nobody = client.get(address, {"q": "zzz"}, headers={"accept-language": "en"}).content.decode()
    assert "Nobody called “zzz”" in nobody
    assert client.get(f"{address}?by=nonsense&page=99").status_code == 200


def test_a_board_of_nothing_leads_back(cast, client, db):
    row = running(cast.organiser, "league", 4)
    answer = client.get(f"/competitions/{row.slug}/statistics/leaders/")
    assert answer.url == f"/competitions/{row.slug}/statistics/"


def test_the_api_says_the_same(seasons, client):
    first, *_rest = seasons
    root = f"/api/v1/competitions/{first.pk}/"
    assert client.get(f"{root}statistics/").json()["matches"] == 28
    both = client.get(f"{root}statistics/?seasons=all").json()
    assert both["matches"] == 56 and both["home_goals"] + both["away_goals"] == both["goals"]
    page = client.get(f"{root}leaders/?by=points&limit=3").json()
    assert page["count"] == 8 and [row["rank"] for row in page["results"]] == sorted(
        row["rank"] for row in page["results"]
    )
    assert client.get(f"{root}leaders/?by=nonsense").json()["count"] == 0
    assert {row["kind"] for row in client.get(f"{root}records/").json()} >= {"biggest_win", "most_goals"}
    game = client.get(f"/api/v1/games/{first.game}/statistics/").json()
    assert game["matches"] == 56 and client.get("/api/v1/games/chess/records/").status_code == 404
    one, other = (row.player_id for row in first.entrants.all()[:2])
    met = client.get(f"/api/v1/players/{one}/versus/{other}/").json()
    assert met["tally"]["played"] == 1 == len(met["form"])


def test_opponents_page_by_page(seasons, client, django_assert_max_num_queries):
    first, *_rest = seasons
    player, rival = (row.player for row in first.entrants.all()[:2])
    address = f"/players/{player.pk}/opponents/"
    with django_assert_max_num_queries(6):
        page = client.get(address).content.decode()
    assert page.count("/vs/") == 7
    html = client.get(address, {"q": rival.nickname, "game": first.game}).content.decode()
    assert f"/vs/{rival.pk}/" in html
