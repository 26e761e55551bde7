"""Books of statistics: what they count, that they follow from the logs alone, and what they do not pretend to know."""

import random
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

import engines
from league.statistics.derivation import book_numbers
from league.statistics.derivation.book_numbers import Half, Played
from league.statistics.derivation.merging import merged
from league.statistics.derivation.story import turned
from league.statistics.derivation.streaks import runs
from league.statistics.models import Book, Career, Line, MatchFigures, Outdated, Week
from league.statistics.queries import almanac
from league.statistics.verbs import books
from matches.models import MatchEvent
from tests.cases import built
from tests.league.statistics.played import BEGIN, played


def match(n, home, away, goals="", players=("a", "b"), how="regulation", minutes=()):
    """A match of day ``n``; ``goals`` in order as ``hha``, with their minutes if there are any."""
    score = {"home": home, "away": away}
    outcome = "D" if home == away else "W" if home > away else "L"
    theirs = {"W": "L", "D": "D", "L": "W"}[outcome]
    halves = {"home": Half(players[0], outcome), "away": Half(players[1], theirs)}
    goals_told = [{"seat": {"h": "home", "a": "away"}[one], "v": v} for v, one in enumerate(goals, start=1)]
    for goal, minute in zip(goals_told, minutes, strict=False):
        goal["minute"] = minute
    return Played(f"m{n:02d}", "super_goal", BEGIN + timedelta(days=n), score, how, halves, {}, {"goals": goals_told})


def test_it_works():
    rows = [
        match(1, 2, 1, "ahh", minutes=(3, 50, 90)),
        match(2, 0, 0, players=("b", "a")),
        match(3, 0, 3, "aaa", players=("b", "a"), minutes=(16, 30, 31)),
        match(4, 1, 1, "ha", how="shootout", minutes=(2, 91)),
    ]
    numbers = book_numbers.count(rows)
    assert (numbers["matches"], numbers["goals"], numbers["clean_sheets"]) == (4, 8, 3)
    assert (numbers["home_wins"], numbers["draws"], numbers["away_wins"]) == (1, 2, 1)
    assert (numbers["comebacks"], numbers["told"], numbers["shootouts"]) == (1, 3, 1)
    assert numbers["minutes"] == {"1": 2, "16": 2, "31": 1, "46": 1, "61": 0, "76": 1, "91": 1}
    assert numbers["players"]["a"]["unbeaten"] == 4 and numbers["players"]["b"]["unbeaten"] == 1
    assert numbers["players"]["a"]["points_a_match"] == 2.0
    records = {}
    for row in numbers["records"]:
        records.setdefault(row["kind"], (row["value"], row.get("match") or row["player"]))
    assert records == {
        "biggest_win": (3, "m03"),
        "most_goals": (3, "m01"),
        "comeback": (1, "m01"),
        "fastest_goal": (2, "m04"),
        "unbeaten": (4, "a"),
    }


def test_who_gave_up_in_the_lead_came_back_for_nothing_and_won_nothing():
    """A career of one side alone knows the other's result from its own."""
    given_up = match(1, 4, 1, "ahhhh", how="resignation")
    given_up.sides = {"home": Half("a", "L"), "away": Half("b", "W")}
    numbers = book_numbers.count([given_up])
    assert (numbers["home_wins"], numbers["away_wins"], numbers["comebacks"]) == (0, 1, 0)
    assert [row["kind"] for row in numbers["records"]] == ["most_goals"]
    assert numbers["players"]["a"]["comebacks"] == 0 == book_numbers.career([(given_up, "home")])["comebacks"]
    won = match(2, 2, 1, "ahh")
    won.sides.pop("away")
    assert book_numbers.career([(won, "home")])["comebacks"] == 1


def test_what_nobody_knows_is_left_out():
    numbers = book_numbers.count([match(1, 2, 1)])  # a score without the order of its goals
    assert (numbers["told"], numbers["comebacks"], numbers["minutes"], numbers["pieces"]) == (0, 0, {}, {})
    assert [row["kind"] for row in numbers["records"]] == ["biggest_win", "most_goals"]


@pytest.mark.parametrize("seed", range(30))
def test_a_run_is_as_long_as_the_longest_stretch(seed):
    rng = random.Random(seed)
    outcomes = rng.choices("WDL", k=rng.randrange(31))
    longest = runs(outcomes, "WD")
    stretches = "".join(outcomes).split("L")
    assert longest.longest.length == max(map(len, stretches)) and longest.current.length == len(stretches[-1])
    if longest.longest.length:
        assert "L" not in outcomes[longest.longest.first : longest.longest.last + 1]


def test_the_order_of_reading_is_no_matter():
    rows = [match(n, n % 3, n % 2, "", ("abc"[n % 3], "abc"[(n + 1) % 3])) for n in range(8)]
    for seed in range(10):
        assert book_numbers.count(random.Random(seed).sample(rows, len(rows))) == book_numbers.count(rows)


@pytest.mark.parametrize("slug", built())
def test_every_board_can_be_turned(slug):
    cells = set(engines.get(slug).geometry()["cells"])
    found = turned(slug)
    assert set(found) == set(found.values()) == cells
    assert all(found[found[cell]] == cell for cell in cells)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", built())
def test_what_is_stored_follows_from_the_log(cast, slug):
    rows = [
        played(slug, *pair, seed=seed) for seed, pair in enumerate([(cast.anna, cast.bruno), (cast.bruno, cast.anna)])
    ]
    assert books.refresh(at_once=True) == 1 and books.refresh(at_once=True) == 0
    call_command("recount", "--check")
    book = Book.objects.get().numbers
    scored = sum(any(row.result["score"].values()) for row in rows)
    assert (book["matches"], book["told"]) == (2, scored), "the goals of the story are those of the score"
    for row in rows:
        story = MatchFigures.objects.get(match=row).story
        minutes = [goal.get("minute") for goal in story["goals"]]
        assert all((minute is None) == (slug in ("dom_jim", "six_a_side")) for minute in minutes)
        assert all(("piece" in goal) == (slug not in ("super_goal", "fuba")) for goal in story["goals"])
        figures = MatchFigures.objects.get(match=row).figures
        for seat in ("home", "away"):
            own_figures = figures[seat]
            assert (
                own_figures.get("rolled_goals", 0) <= own_figures.get("rolled_shots", 0)
                and own_figures.get("goals", 0) == row.result["score"][seat]
            )
            assert 0 <= own_figures.get("chances", 0) <= 36 * own_figures.get("rolled_shots", 0)
    assert Career.objects.filter(game=slug).count() == 2
    assert sum(Career.objects.get(player=cast.anna).story["places"].values()) > 0


@pytest.mark.django_db
def test_a_forged_row_is_found_and_made_again(cast):
    played("super_goal", cast.anna, cast.bruno)
    books.refresh(at_once=True)
    Career.objects.filter(player=cast.anna).update(goals_for=99)
    with pytest.raises(CommandError, match="careers"):
        call_command("recount", "--check")
    assert Career.objects.get(player=cast.anna).goals_for == 99, "a check changes nothing"
    call_command("recount")
    call_command("recount", "--check")
    assert Career.objects.get(player=cast.anna).goals_for != 99


@pytest.mark.django_db
def test_a_line_that_changes_changes_the_book_and_none_leaves_none(cast):
    played("super_goal", cast.anna, cast.bruno)
    books.refresh(at_once=True)
    Line.objects.filter(player=cast.anna).update(player=cast.stranger)
    assert books.refresh(at_once=True) == 1
    assert Career.objects.filter(player=cast.stranger).exists() and not Career.objects.filter(player=cast.anna).exists()
    Line.objects.update(counts=False)
    assert books.refresh(at_once=True) == 1
    assert not Book.objects.exists() and not Career.objects.exists()


@pytest.mark.django_db
def test_a_book_that_takes_long_rests(cast):
    played("super_goal", cast.anna, cast.bruno)
    books.refresh()
    Week.objects.update(seconds=1000)
    played("super_goal", cast.anna, cast.bruno, seed=2)
    Outdated.objects.filter(kind="career").delete()
    assert books.refresh() == 0 and books.refresh(at_once=True) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("slug", built())
def test_the_first_kick_off_is_the_one_of_the_log(cast, slug):
    match = played(slug, cast.anna, cast.bruno)
    rows = MatchEvent.objects.filter(match=match).order_by("seq")
    events = [*match.opening["events"], *(event for row in rows for event in row.events)]
    first = next(event["seat"] for event in events if event["type"] == "kick_off")
    second = {"home": "away", "away": "home"}[first]
    row = MatchFigures.objects.get(match=match)
    assert row.figures[first]["first_kick_off"] == 1 and "first_kick_off" not in row.figures[second]


def test_goals_and_points_of_the_side_that_kicked_off_first():
    rows = [match(1, 2, 0), match(2, 1, 1), match(3, 0, 1), match(4, 1, 0), match(5, 5, 0)]
    for row, first in zip(rows, ("home", "away", "away", "away", None), strict=True):
        row.figures = {first: {"first_kick_off": 1}} if first else {}
    given_up = match(6, 3, 0)
    given_up.figures = {"home": {"first_kick_off": 1}}
    given_up.sides = {"home": Half("a", "L"), "away": Half("b", "W")}
    rows.append(given_up)
    book = book_numbers.count(rows)
    assert book["kick_offs"] == {"won": 2, "drawn": 1, "lost": 2, "goals_for": 7, "goals_against": 2}
    kick_offs = almanac.first_kick_offs(book["kick_offs"])
    assert (kick_offs.matches, kick_offs.points, kick_offs.points_against) == (5, 7, 7)
    older = {name: value for name, value in book.items() if name != "kick_offs"}  # a book of an older count
    assert merged([book, older, book_numbers.count(rows[:1])])["kick_offs"] == {
        "won": 3, "drawn": 1, "lost": 2, "goals_for": 9, "goals_against": 2,
    }  # fmt: skip
    assert almanac.first_kick_offs(book_numbers.count(rows[4:5])["kick_offs"]) is None
