"""Answers of visitors without an account: in their session alone, at most ``KEPT`` of them.

A visitor's answers move the visitor's own level, never that of a puzzle: anybody can open any number of sessions.
"""

from dataclasses import asdict
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase

from league.puzzles.levels import Level, solver_after
from league.puzzles.models import Puzzle
from league.puzzles.verbs import strength_of

KEY: Final = "puzzles"
KEPT: Final = 200


def answers(session: SessionBase) -> dict[str, str]:
    """Return the first answers of this session: code of the puzzle -> move."""
    answers_by_puzzle: dict[str, str] = _stored(session).get("answers", {})
    return answers_by_puzzle


def level(session: SessionBase, game: str) -> Level:
    return Level(**_stored(session).get("levels", {}).get(game, {}))


def answer(session: SessionBase, puzzle: Puzzle, move: str) -> str:
    """Take an answer, if it is the first to this puzzle; return the first one."""
    first = answers(session).get(puzzle.code)
    if first is not None:
        return first
    stored = _stored(session)
    after = solver_after(level(session, puzzle.game), strength_of(puzzle), move == puzzle.solution)
    moves = {**answers(session), puzzle.code: move}
    levels = {**stored.get("levels", {}), puzzle.game: asdict(after)}
    session[KEY] = {"answers": dict(list(moves.items())[-KEPT:]), "levels": levels}
    return move


def _stored(session: SessionBase) -> dict[str, Any]:
    stored: dict[str, Any] = session.get(KEY, {})
    return stored
