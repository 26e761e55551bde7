"""Puzzles in the API: no answer is told before it is given; the first one counts, and a person's alone."""

from __future__ import annotations

import pytest

from league.players.verbs import robots
from league.puzzles import loading
from league.puzzles.models import Attempt, Puzzle
from league.puzzles.shipped import shipped_puzzles

BACKEND = "django.contrib.auth.backends.ModelBackend"
LIST = "/api/v1/puzzles/"


@pytest.fixture
def puzzle(db):
    rows = [loading._row(next(shipped_puzzles(game))) for game in ("dom_jim", "super_goal")]
    return Puzzle.objects.bulk_create(rows)[0]


def answered(client, puzzle, notation):
    return client.post(f"{LIST}{puzzle.pk}/", {"answer": notation}, content_type="application/json")


def test_puzzles_are_found_without_their_answers(client, puzzle):
    listed = client.get(LIST).json()["results"]
    assert len(listed) == 2 and not {"solution", "line", "worths"} & set(listed[0])
    (one,) = client.get(f"{LIST}?game=dom_jim").json()["results"]
    assert one["code"] == puzzle.pk
    assert client.get(f"{LIST}?game=chess").status_code == client.get(f"{LIST}?theme=mate").status_code == 400
    for path in ("daily/", "next/", "next/?game=dom_jim", f"{puzzle.pk}/"):
        full = client.get(f"{LIST}{path}").json()
        assert full["solution"] is full["attempt"] is None and len(full["moves"]) > 1, path
    assert client.get(f"{LIST}next/?game=fuba").status_code == client.get(f"{LIST}zzzzzzzz/").status_code == 404


def test_the_first_answer_counts_and_says_why(client, cast, puzzle):
    assert answered(client, puzzle, puzzle.solution).status_code in (401, 403)
    client.force_login(cast.anna, backend=BACKEND)
    moves = [move["notation"] for move in client.get(f"{LIST}{puzzle.pk}/").json()["moves"]]
    assert answered(client, puzzle, "no move").status_code == 400 and not Attempt.objects.exists()
    wrong = answered(client, puzzle, next(move for move in moves if move != puzzle.solution)).json()
    assert (wrong["right"], wrong["counted"], wrong["solution"]) == (False, True, puzzle.solution)
    assert wrong["why"] and wrong["line"] and wrong["attempt"]["change"] < 0
    right = answered(client, puzzle, puzzle.solution).json()
    assert (right["right"], right["counted"]) == (True, False) and right["attempt"] == wrong["attempt"]
    assert client.get(f"{LIST}{puzzle.pk}/").json()["solution"] == puzzle.solution
    assert client.get(f"{LIST}next/?game=dom_jim").json()["code"] == puzzle.pk, "all are known: one of them again"


def test_a_bot_answers_nothing(client, cast, puzzle):
    """A program that reads the solution would move the levels of people."""
    bot = robots.make_bot(owner=cast.anna, nickname="Robby")
    bearer = {"Authorization": f"Bearer {robots.new_token(bot=bot)[1]}"}
    path = f"{LIST}{puzzle.pk}/"
    assert client.get(path, headers=bearer).status_code == 200
    answer = client.post(path, {"answer": puzzle.solution}, content_type="application/json", headers=bearer)
    assert answer.status_code == 403 and not Attempt.objects.exists()
