"""Answers to one puzzle from several devices at the same moment: one counts."""

from __future__ import annotations

import threading

import pytest
from django.db import connections

from league.puzzles import loading, verbs
from league.puzzles.models import Attempt, Puzzle, Solver
from league.puzzles.showing import Position


@pytest.mark.django_db(transaction=True)
def test_many_answers_at_once_count_once(cast):
    loading.load()
    puzzle, answers, barrier = Puzzle.objects.order_by("code").first(), [], threading.Barrier(6)
    labels = Position(puzzle.line, puzzle.seat).labels
    moves = [puzzle.solution, next(name for name in labels if name != puzzle.solution)] * 3

    def press(move):
        try:
            barrier.wait()
            answers.append(verbs.answer(user=cast.anna, puzzle=puzzle, move=move).pk)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=press, args=[move]) for move in moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 6 and len(set(answers)) == 1
    assert Attempt.objects.count() == 1 and Solver.objects.get().tried == 1
    assert Puzzle.objects.get(pk=puzzle.pk).tried == 1
