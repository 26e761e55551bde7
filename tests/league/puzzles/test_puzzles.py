"""Puzzles on the site: loading, the answer that counts, levels and runs, the daily one, and their pages."""

from __future__ import annotations

import itertools
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from engines.puzzles import themes
from engines.values.super_goal import table
from league.players.models import User
from league.privacy.erasing import erase
from league.puzzles import loading, queries, verbs, visitors
from league.puzzles.levels import LEAST_DEVIATION, Level, solver_after
from league.puzzles.models import Attempt, Puzzle, Solver
from league.puzzles.shipped import COUNTS, shipped_puzzles
from league.puzzles.showing import Position, reason
from league.ratings.glicko2 import Rating

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(scope="module")
def loaded(build_once):
    build_once(loading.load)


@pytest.fixture
def puzzles(loaded, db):
    """The shipped puzzles, loaded once."""


def one(game="super_goal", **of):
    return Puzzle.objects.filter(game=game, **of).order_by("code").first()


def shipped_of(game):
    return len(list(shipped_puzzles(game)))


def wrong(puzzle):
    return next(name for name in Position(puzzle.line, puzzle.seat).labels if name != puzzle.solution)


def sign_in(client, user):
    client.force_login(user, backend=BACKEND)
    return client


# ── rows ──
def test_loading_again_keeps_levels_and_answers(puzzles, cast):
    puzzle = one()
    verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    rated = Puzzle.objects.get(pk=puzzle.pk)
    assert loading.load() == Puzzle.objects.count() == sum(map(shipped_of, COUNTS))
    again = Puzzle.objects.get(pk=puzzle.pk)
    assert (again.rating, again.tried, again.solved) == (rated.rating, 1, 1) and rated.rating < puzzle.rating
    assert Attempt.objects.count() == 1


def test_a_puzzle_of_other_rules_or_shipped_no_more_is_offered_no_more(puzzles, monkeypatch):
    puzzle = Puzzle.objects.create(code="gone", game="fuba", rules_version=1, line="x", rating=1500)
    game = loading.engines.get("dom_jim")
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    assert loading.load() == sum(map(shipped_of, COUNTS)) - shipped_of("dom_jim")
    puzzle.refresh_from_db()
    assert not puzzle.offered and not queries.puzzles_offered("dom_jim").exists()
    assert Puzzle.objects.filter(game="dom_jim").count() == shipped_of("dom_jim")  # their pages stay


# ── the answer that counts ──
def test_only_the_first_answer_counts(puzzles, cast):
    puzzle = one()
    first = verbs.answer(user=cast.anna, puzzle=puzzle, move=wrong(puzzle))
    level = Solver.objects.get()
    again = verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    assert again == first and not again.right
    after = Solver.objects.get()
    assert (after.rating, after.tried, after.solved) == (level.rating, 1, 0)
    puzzle.refresh_from_db()
    assert (puzzle.tried, puzzle.solved) == (1, 0)


def test_right_raises_the_solver_and_lowers_the_puzzle(puzzles, cast):
    puzzle = one()
    attempt = verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    solver, rated = Solver.objects.get(), Puzzle.objects.get(pk=puzzle.pk)
    assert solver.rating > 1500 and rated.rating < puzzle.rating
    assert attempt.rating == solver.rating and attempt.change == solver.rating - 1500 > 0
    assert solver.deviation < 350 and rated.deviation < 350
    second = one(theme="side")
    verbs.answer(user=cast.anna, puzzle=second, move=wrong(second))
    assert Solver.objects.get().rating < solver.rating
    assert Puzzle.objects.get(pk=second.pk).rating > second.rating


def test_runs_of_right_answers(puzzles, cast):
    rows = list(Puzzle.objects.filter(game="dom_jim").order_by("code")[:5])
    for puzzle, right in zip(rows, (True, True, False, True), strict=False):
        verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution if right else wrong(puzzle))
    solver = Solver.objects.get(user=cast.anna, game="dom_jim")
    assert (solver.tried, solver.solved, solver.streak, solver.best_streak) == (4, 3, 1, 2)


def test_a_level_never_stops_moving():
    level = Level()
    for number in range(500):
        level = solver_after(level, Rating(1500, 75, 0.06), number % 2 == 0)
    assert level.deviation == LEAST_DEVIATION


# ── the daily one ──
def test_the_daily_puzzle_is_the_same_all_day_and_another_each_day(puzzles):
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(100)]
    codes = [queries.daily(day).pk for day in days]
    assert codes == [queries.daily(day).pk for day in days]
    games = {puzzle.game for puzzle in Puzzle.objects.filter(offered=True)}
    assert {queries.daily(day).game for day in days[: len(games)]} == games
    assert all(one != other for one, other in itertools.pairwise(codes))


def test_no_puzzle_comes_again_within_a_run_of_days(puzzles):
    """An answer keeps only its last day: a puzzle that came twice would take a day out of the run."""
    # In January 2027 the turn is a multiple of every game's count: each order has just been shown whole.
    middle = date.fromordinal(148000 * len(COUNTS))
    codes = [queries.daily(middle + timedelta(days=n)).pk for n in range(-60, 60)]
    assert len(set(codes)) == len(codes)
    assert min(map(shipped_of, COUNTS)) * len(COUNTS) > queries.DAYS


def test_days_in_a_row(puzzles, cast):
    today = date(2026, 3, 10)
    rows = Puzzle.objects.filter(game="super_goal").order_by("code")[:6]
    for puzzle, back in zip(rows, (1, 2, 3, 5), strict=False):
        verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution, day=today - timedelta(days=back))
    assert queries.daily_run(cast.anna, today) == 3  # today is not over
    verbs.answer(user=cast.anna, puzzle=rows[4], move=wrong(rows[4]), day=today)
    assert queries.daily_run(cast.anna, today) == 3
    assert queries.daily_run(cast.anna, today + timedelta(days=1)) == 0


# ── pages ──
def test_a_visitor_solves_without_an_account(client, puzzles):
    puzzle = one()
    page = client.get(f"/puzzles/{puzzle.pk}/")
    assert page.status_code == 200 and puzzle.solution.encode() in page.content  # as one move of all
    answer = client.post(f"/puzzles/{puzzle.pk}/", {"answer": wrong(puzzle)})
    assert answer.status_code == 302
    html = client.get(answer["Location"]).content.decode()
    assert "Not the best move" in html and "Try again" in html and "Show solution" in html
    assert visitors.level(client.session, puzzle.game).tried == 1
    client.post(f"/puzzles/{puzzle.pk}/", {"answer": puzzle.solution})  # a second answer is told, and counts no more
    assert visitors.level(client.session, puzzle.game).solved == 0
    assert client.session[visitors.KEY]["answers"] == {puzzle.pk: wrong(puzzle)}
    assert not Attempt.objects.exists() and Puzzle.objects.get(pk=puzzle.pk).tried == 0


def test_nothing_is_told_before_the_first_answer(client, puzzles):
    puzzle = one()
    page = client.get(f"/puzzles/{puzzle.pk}/?answer={puzzle.solution}").content.decode()
    assert "Chances of each move" not in page and ">Right<" not in page
    script = page.split('id="position"')[1].split("</script>")[0]
    assert "brings" not in script and "odds" not in script and "danger" not in script


def test_the_way_of_a_signed_in_person(client, puzzles, cast):
    sign_in(client, cast.anna)
    puzzle = one("dom_jim")
    html = client.post(f"/puzzles/{puzzle.pk}/", {"answer": wrong(puzzle)}, follow=True).content.decode()
    assert "Not the best move" in html and "Your level" in html
    assert "does not count" in client.get(f"/puzzles/{puzzle.pk}/?again=1").content.decode()
    solution = client.get(f"/puzzles/{puzzle.pk}/", {"answer": puzzle.solution}).content.decode()
    assert "Right" in solution and ">Try again<" not in solution
    assert puzzle.pk in client.get("/puzzles/").content.decode()


def test_no_move_is_refused_by_name(client, puzzles):
    puzzle = one()
    for answer in ("", "fly", "x" * 500):
        refused = client.post(f"/puzzles/{puzzle.pk}/", {"answer": answer})
        assert refused.status_code == 422 and "Choose one of the list" in refused.content.decode()
    assert visitors.KEY not in client.session


def test_next_is_new_near_and_of_the_chosen_kind(client, puzzles, cast):
    sign_in(client, cast.anna)
    seen = set()
    for _ in range(5):
        code = client.get("/puzzles/next/?game=super_goal&theme=die")["Location"].split("/")[2]
        puzzle = Puzzle.objects.get(pk=code)
        assert (puzzle.game, puzzle.theme) == ("super_goal", "die") and code not in seen
        seen.add(code)
        verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    level = Solver.objects.get().rating
    nearest = min(abs(each.rating - level) for each in Puzzle.objects.filter(game="super_goal").exclude(pk__in=seen))
    code = client.get("/puzzles/next/?game=super_goal")["Location"].split("/")[2]
    assert abs(Puzzle.objects.get(pk=code).rating - level) <= nearest + 100
    assert client.get("/puzzles/next/?game=chess").status_code == 404
    assert client.get("/puzzles/next/?game=fuba&theme=none").status_code == 404


def test_the_session_of_a_visitor_is_bounded(client, puzzles, monkeypatch):
    monkeypatch.setattr(visitors, "KEPT", 3)
    for puzzle in Puzzle.objects.filter(game="super_goal").order_by("code")[:5]:
        client.post(f"/puzzles/{puzzle.pk}/", {"answer": puzzle.solution})
    assert len(client.session[visitors.KEY]["answers"]) == 3
    assert visitors.level(client.session, "super_goal").streak == 5


def test_the_daily_puzzle_is_on_the_home_page_and_counts_its_day(client, puzzles, cast):
    today = timezone.localdate(timezone=ZoneInfo("Europe/Rome"))  # of readers without a zone of their own
    puzzle = queries.daily(today)
    assert "Puzzle of the day" in client.get("/").content.decode()
    assert client.get("/puzzles/daily/")["Location"] == f"/puzzles/{puzzle.pk}/"
    sign_in(client, cast.anna)
    client.post(f"/puzzles/{puzzle.pk}/", {"answer": puzzle.solution})
    assert Attempt.objects.get().day == today
    assert "Solved on 1 day" in client.get("/puzzles/").content.decode()


def test_the_daily_puzzle_counts_its_day_for_who_met_it_in_training(client, puzzles, cast):
    today = timezone.localdate(timezone=ZoneInfo("Europe/Rome"))
    puzzle = queries.daily(today)
    verbs.answer(user=cast.anna, puzzle=puzzle, move=wrong(puzzle))
    rated, tried = Solver.objects.get(), Puzzle.objects.get(pk=puzzle.pk).tried
    sign_in(client, cast.anna)
    address = f"/puzzles/{puzzle.pk}/?answer={puzzle.solution}"
    page = client.get(address).content.decode()
    assert "today it counts for your days in a row" in page and "Chances of each move" not in page
    assert client.get(f"/api/v1/puzzles/{puzzle.pk}/").json()["solution"] is None
    client.post(f"/puzzles/{puzzle.pk}/", {"answer": puzzle.solution})
    assert "Solved on 1 day" in client.get("/puzzles/").content.decode()
    assert ">Right<" in client.get(address).content.decode().replace("\n", "").replace(" ", "").replace("</svg>", ">")
    assert client.get(f"/api/v1/puzzles/{puzzle.pk}/").json()["solution"] == puzzle.solution
    client.post(f"/puzzles/{puzzle.pk}/", {"answer": wrong(puzzle)})  # a second one of the day
    assert queries.daily_run(cast.anna, today) == 1
    again = Solver.objects.get()
    assert (again.rating, again.tried, Puzzle.objects.get(pk=puzzle.pk).tried) == (rated.rating, 1, tried)
    assert not Attempt.objects.get().right, "the level's answer is the first"


def test_a_wrong_daily_answer_counts_no_day_for_who_solved_it_in_training(puzzles, cast):
    today = date(2026, 5, 8)
    puzzle = queries.daily(today)
    verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    for move in (wrong(puzzle), puzzle.solution):
        verbs.answer(user=cast.anna, puzzle=puzzle, move=move, day=today)
    assert queries.daily_run(cast.anna, today) == 0


def test_pages_stand_without_puzzles(client, db):
    Puzzle.objects.all().delete()  # another test of the module may have loaded them
    assert "There are no puzzles yet" in client.get("/puzzles/").content.decode()
    assert client.get("/puzzles/daily/").status_code == client.get("/puzzles/next/").status_code == 404
    assert "Puzzle of the day" not in client.get("/").content.decode()
    assert client.get("/puzzles/unknown/").status_code == 404


@pytest.mark.parametrize("game", [game for game in sorted(COUNTS) if list(shipped_puzzles(game))])
def test_every_kind_of_answer_has_its_reason(puzzles, game):
    held = Puzzle.objects.filter(game=game, solution="hold").order_by("code")[:1]  # a decision without commentary
    for puzzle in [*held, *Puzzle.objects.filter(game=game).order_by("code")[:6]]:
        position = Position(puzzle.line, puzzle.seat)
        for move in list(position.moves)[:12]:
            told = reason(puzzle, position, move)
            assert told.right == (position.game.notation(move) == puzzle.solution)
            assert told.why and (told.steps or told.rows)
            assert told.steps == [] or len(told.steps) >= 2
            assert all(step.words for step in told.steps)
            if told.rows:
                assert sum(row.is_solution for row in told.rows) == sum(row.is_answer for row in told.rows) == 1


def test_super_goal_is_explained_in_points_without_its_table(client, puzzles, monkeypatch, tmp_path):
    """The worths are in the file: a site that has not built the values yet shows and explains all the same."""
    monkeypatch.setenv("TABELLONE_VALUES", str(tmp_path))
    monkeypatch.setattr(table, "_OPENED", {})
    telling = set()
    for puzzle in Puzzle.objects.filter(game="super_goal").order_by("code")[:40]:
        position = Position(puzzle.line, puzzle.seat)
        told = reason(puzzle, position, position.find(wrong(puzzle)))
        others = {int(row.less.removeprefix("−")) for row in told.rows if not row.is_solution}
        assert told.in_points and abs(min(others) - puzzle.gap / 10) <= 1
        if "points more" in told.why:
            telling.add(puzzle.pk)
    assert telling
    for code in telling:
        answer = wrong(Puzzle.objects.get(pk=code))
        page = client.post(f"/puzzles/{code}/", {"answer": answer}, follow=True).content.decode()
        assert "points more: a win is 100, a draw 50." in page
        assert "Points of a hundred less than the best move" in page and "goals more" not in page


def test_words_of_moves_are_told_apart(puzzles):
    for puzzle in Puzzle.objects.order_by("code")[::60]:
        labels = Position(puzzle.line, puzzle.seat).labels
        assert len(set(labels.values())) == len(labels)
        assert themes.NAMES[puzzle.theme]


def test_a_puzzle_takes_as_many_queries_for_one_answer_as_for_many(
    client, puzzles, cast, django_assert_max_num_queries
):
    sign_in(client, cast.anna)
    for puzzle in Puzzle.objects.order_by("code")[:30]:
        verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    with django_assert_max_num_queries(14):
        client.get("/puzzles/")


# ── privacy ──
def test_erasing_takes_levels_and_answers(puzzles, cast):
    puzzle = one()
    verbs.answer(user=cast.anna, puzzle=puzzle, move=puzzle.solution)
    erase(person_id=cast.anna.pk)
    assert not Attempt.objects.exists() and not Solver.objects.exists()
    assert Puzzle.objects.get(pk=puzzle.pk).tried == 1


def test_a_guest_goes_with_the_answers(puzzles):
    from league.players.verbs.idle_guests import idle

    old = timezone.now() - timedelta(days=400)
    guest = User.objects.create(kind="guest", nickname="Gino", date_joined=old)
    puzzle = one()
    verbs.answer(user=guest, puzzle=puzzle, move=puzzle.solution)
    assert guest in idle(timezone.now() - timedelta(days=30))
