"""Lessons in the API: made step by step by their owner, solved by whoever has the key."""

from __future__ import annotations

import pytest
from django.test import Client

from league.lessons.models import Lesson
from league.puzzles import loading
from league.puzzles.models import Puzzle
from league.puzzles.shipped import shipped_puzzles
from league.puzzles.showing import Position

BACKEND = "django.contrib.auth.backends.ModelBackend"
LIST = "/api/v1/lessons/"


@pytest.fixture
def puzzle(db):
    return Puzzle.objects.bulk_create([loading._row(next(shipped_puzzles("dom_jim")))])[0]


@pytest.fixture
def teacher(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    return client


def client_of(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def sent(client, way, path, **body):
    return getattr(client, way)(path, body, content_type="application/json")


@pytest.fixture
def lesson(teacher, puzzle):
    made = sent(teacher, "post", LIST, title="Openings").json()["lesson"]
    steps = f"{LIST}{made['id']}/steps/"
    assert sent(teacher, "post", steps, words="Look.").status_code == 201
    own = next(name for name in Position(puzzle.line).labels if name != puzzle.solution)
    sent(teacher, "post", steps, position=puzzle.line, question="Which move?", solution=own)
    full = sent(teacher, "post", steps, position=puzzle.pk, question="And now?").json()
    assert [step["solution"] for step in full["steps"]] == ["", "", ""], "a puzzle that the teacher has not answered"
    answered = sent(teacher, "post", f"/api/v1/puzzles/{puzzle.pk}/", answer=own).json()
    assert answered["counted"] and not answered["right"]
    full = teacher.get(f"{LIST}{made['id']}/").json()
    assert [step["solution"] for step in full["steps"]] == ["", own, puzzle.solution]
    return Lesson.objects.get(pk=made["id"])


def test_steps_are_added_changed_moved_and_removed(teacher, lesson, puzzle):
    steps = f"{LIST}{lesson.pk}/steps/"
    for body in ({}, {"question": "Why?"}, {"position": "nonsense"}, {"position": puzzle.line, "solution": "x"}):
        refused = sent(teacher, "post", steps, **body)
        assert refused.status_code == 400 and refused.json()["errors"], body
    full = sent(teacher, "patch", f"{steps}0/", words="See.", move=1).json()
    assert [step["words"] for step in full["steps"]] == ["", "See.", ""]
    assert full["steps"][0]["solution"], "a step that moves keeps its right move"
    other = next(shipped_puzzles("super_goal"))
    full = sent(teacher, "patch", f"{steps}0/", position=other.line).json()
    assert full["steps"][0]["solution"] == "", "the right move of the position before says nothing here"
    assert teacher.delete(f"{steps}1/").status_code == 204
    assert [step["place"] for step in teacher.get(f"{LIST}{lesson.pk}/").json()["steps"]] == [0, 1]
    assert sent(teacher, "patch", f"{steps}9/", words="x").status_code == 404
    assert sent(teacher, "patch", f"{LIST}{lesson.pk}/", title="Closings").json()["lesson"]["title"] == "Closings"
    assert teacher.get(LIST).json()["results"][0]["steps"] == 2
    assert teacher.delete(f"{LIST}{lesson.pk}/").status_code == 204 and not Lesson.objects.exists()


def test_a_pupil_solves_it_and_the_teacher_reads_who_did(teacher, lesson, puzzle, cast):
    path = f"{LIST}by-key/{lesson.key}/"
    teacher.force_login(cast.bruno, backend=BACKEND)
    data = teacher.get(path).json()
    assert [step["asks"] for step in data["steps"]] == [False, True, True]
    assert "solution" not in data["steps"][2] and puzzle.solution in data["steps"][2]["moves"]
    assert sent(teacher, "post", path, step=1, answer="x").status_code == 400, "it asks nothing"
    assert sent(teacher, "post", path, step=3, answer="x").status_code == 400, "no move"
    wrong = next(name for name in data["steps"][2]["moves"] if name != puzzle.solution)
    assert sent(teacher, "post", path, step=3, answer=wrong).json() == {"right": False, "first_right": False}
    assert sent(teacher, "post", path, step=3, answer=puzzle.solution).json() == {"right": True, "first_right": False}
    assert [step["solved"] for step in teacher.get(path).json()["steps"]] == [False, False, True]
    assert teacher.get(f"{LIST}{lesson.pk}/results/").status_code == 404, "for the owner alone"
    assert sent(teacher, "patch", f"{LIST}{lesson.pk}/", title="Mine").status_code == 404
    teacher.force_login(cast.organiser, backend=BACKEND)
    assert not sent(client_of(cast.bruno), "post", f"/api/v1/puzzles/{puzzle.pk}/", answer=puzzle.solution).json()[
        "counted"
    ]
    (row,) = teacher.get(f"{LIST}{lesson.pk}/results/").json()
    assert row == {"name": "bruno", "marks": ["", "later"], "solved": 1}


def test_an_answer_counts_for_the_step_that_was_read_wherever_it_stands(teacher, lesson, puzzle, cast):
    path, steps, pupil = f"{LIST}by-key/{lesson.key}/", f"{LIST}{lesson.pk}/steps/", client_of(cast.bruno)
    read = pupil.get(path).json()["steps"][2]
    said = {"step": 3, "asked": read["asked"], "answer": puzzle.solution}
    first, second, third = teacher.get(f"{LIST}{lesson.pk}/").json()["steps"]
    sent(teacher, "patch", f"{steps}2/", move=-1)
    assert sent(pupil, "post", path, **said).json()["right"]
    assert [step["solved"] for step in pupil.get(path).json()["steps"]] == [False, True, False]
    for answer in (
        sent(teacher, "patch", f"{steps}0/", id=second["id"], words="New."),
        teacher.delete(f"{steps}0/?id={third['id']}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "step_changed")
    assert sent(teacher, "patch", f"{steps}0/", id=first["id"], words="New.").status_code == 200
    assert teacher.delete(f"{steps}1/?id={third['id']}").status_code == 204
    gone = sent(pupil, "post", path, **said)
    assert (gone.status_code, gone.json()["code"]) == (409, "step_changed")
