"""Rushes: three minutes from easy to hard, three mistakes, a best score, and no trace in levels or first answers."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from engines.puzzles import themes
from league.puzzles import loading, rush
from league.puzzles.models import Attempt, Puzzle, Solver
from league.puzzles.showing import Position
from tests.league.puzzles.test_puzzles import sign_in


@pytest.fixture(scope="module")
def loaded(build_once):
    build_once(loading.load)


@pytest.fixture
def puzzles(loaded, db):
    """The shipped puzzles, loaded once."""


def wrong_answer(puzzle):
    return next(name for name in Position(puzzle.line, puzzle.seat).labels if name != puzzle.solution)


def current(client):
    code = rush.of_session(client.session).current
    return code and Puzzle.objects.get(pk=code)


def answer(client, puzzle, right):
    move = puzzle.solution if right else wrong_answer(puzzle)
    return client.post("/puzzles/rush/", {"code": puzzle.pk, "answer": move})


def test_the_third_mistake_ends_it_and_the_best_score_stays(client, cast, puzzles):
    sign_in(client, cast.anna)
    client.post("/puzzles/rush/", {"game": "dom_jim"})
    for right in (True, True, False, True, False):
        answer(client, current(client), right)
    last = current(client)
    answer(client, last, False)
    assert current(client) is None
    answer(client, last, True)  # too late
    running = rush.of_session(client.session)
    assert (running.score, running.missed) == (3, 3)
    page = client.get("/puzzles/rush/").content.decode()
    assert "3 right in three minutes" in page and page.count(">wrong<") + page.count("wrong\n") == 3
    client.post("/puzzles/rush/", {"game": "dom_jim"})
    answer(client, current(client), True)
    solver = Solver.objects.get(user=cast.anna)
    assert (solver.best_rush, solver.tried) == (3, 0) and not Attempt.objects.exists()


def test_it_is_over_after_three_minutes(client, puzzles, monkeypatch):
    client.post("/puzzles/rush/", {"game": "fuba"})
    puzzle, ends = current(client), rush.of_session(client.session).ends
    assert timedelta(minutes=3) == rush.LENGTH
    monkeypatch.setattr(timezone, "now", lambda: ends)
    answer(client, puzzle, True)
    assert rush.of_session(client.session).score == 0 and current(client) is None
    assert client.get("/puzzles/rush/").status_code == 200


def test_puzzles_grow_harder_and_come_once(puzzles):
    session = {}
    begun = rush.start(session, "super_goal", Random(5))
    ratings = dict(Puzzle.objects.values_list("pk", "rating"))
    assert [ratings[code] for code in begun.codes] == sorted(ratings[code] for code in begun.codes)
    assert len(set(begun.codes)) == rush.PUZZLES


def test_the_same_answer_sent_twice_counts_once(client, puzzles):
    client.post("/puzzles/rush/", {"game": "dom_jim"})
    puzzle = current(client)
    answer(client, puzzle, True)
    answer(client, puzzle, True)
    assert rush.of_session(client.session).right == [True]


def test_without_a_rush_the_page_leads_to_the_puzzles(client, puzzles):
    assert client.get("/puzzles/rush/")["Location"] == "/puzzles/"
    for game in ("chess", ""):
        assert client.post("/puzzles/rush/", {"game": game}).status_code == 404


def test_a_visitor_keeps_the_best_score_in_the_session(client, puzzles):
    client.post("/puzzles/rush/", {"game": "dom_jim"})
    answer(client, current(client), True)
    client.post("/puzzles/rush/", {"game": "dom_jim"})
    assert rush.best(client.session, None, "dom_jim") == 1


def test_every_theme_that_has_puzzles_has_its_page(client, puzzles):
    kinds = set(Puzzle.objects.values_list("game", "theme"))
    assert len(kinds) > 10
    for game, theme in kinds:
        page = client.get(f"/puzzles/theme/{game}/{theme}/").content.decode()
        assert f"/puzzles/next/?game={game}&amp;theme={theme}" in page
    assert themes.ABOUT.keys() == themes.NAMES.keys()
    assert client.get("/puzzles/theme/dom_jim/shot/").status_code == 404


@pytest.mark.parametrize("game", ["super_goal", "fuba", "soccer_tactics"])
def test_no_part_of_a_choice_tells_which_is_right(puzzles, game):
    """The dock makes a lone *Shoot* its primary button by the choice's key, and a danger colours it."""
    for puzzle in Puzzle.objects.filter(game=game, offered=True).order_by("code")[:25]:
        for choice in Position(puzzle.line, puzzle.seat).script()["choices"]:
            assert choice.keys() <= {"label", "pick", "to", "die", "also", "answer", "by", "via"}, choice.keys()


def test_formations_of_fuba_are_those_of_the_cards(puzzles):
    """Bots that may take any numbers play 0-10-0: a board that nobody meets."""
    for puzzle in Puzzle.objects.filter(game="fuba", offered=True):
        for seat, formation in Position(puzzle.line).view["formations"].items():
            assert formation is None or min(int(n) for n in formation.split("-")) >= 1, (seat, puzzle.line)
