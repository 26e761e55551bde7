"""Puzzles in a browser without a server: a question near one's level, and the reason of an answer. Knows no Django.

``packaging/offline/boards.js`` calls it. Nothing is kept here: the page sends what it has kept of its person.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from random import SystemRandom
from typing import Any, Final

from engines.core.text import sentence
from engines.puzzles import Puzzle, themes
from league.puzzles.explaining import Position, reason, task_of
from league.puzzles.levels import Level, solver_after
from league.puzzles.shipped import NEAR, first_rating, is_current, shipped_puzzles
from league.ratings.glicko2 import Rating


@cache
def _puzzles(game: str) -> dict[str, tuple[Puzzle, float]]:
    """Return the shipped puzzles of today's rules by their code, each with its rating."""
    return {puzzle.code: (puzzle, first_rating(puzzle)) for puzzle in shipped_puzzles(game) if is_current(puzzle)}


def _question(asked: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle of ``game`` near ``level``, of ``theme`` if it is named, not ``tried`` if there is one."""
    theme = asked["theme"]
    rated = [(puzzle, rating) for puzzle, rating in _puzzles(asked["game"]).values() if theme in ("", puzzle.theme)]
    level = Level(**asked["level"]).rating
    rated.sort(key=lambda each: (abs(each[1] - level), each[0].code))
    fresh = [puzzle for puzzle, _rating in rated if puzzle.code not in asked["tried"]]
    puzzle = SystemRandom().choice((fresh or [puzzle for puzzle, _rating in rated])[:NEAR])
    position = Position(puzzle.line, puzzle.seat)
    words = position.labelled(sentence)
    labels = [
        [notation, choice["label"], words[notation] != sentence(choice["label"])]
        for notation, choice in zip(words, position.choices, strict=True)
    ]
    scene = position.game.scene(position.view)
    return {
        "code": puzzle.code,
        "line": puzzle.line,
        "seat": puzzle.seat,
        "task": task_of(puzzle.kind, puzzle.theme),
        "theme": themes.NAMES[puzzle.theme],
        "score": position.view["score"],
        "clock": position.game.clock(position.view),
        "prompt": position.game.prompt(position.view, position.seat),
        "notes": scene["notes"],
        "labels": labels,
        "script": position.script(),
    }


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Return why ``answer`` to the puzzle ``code`` is right or wrong, and the level after it."""
    puzzle, rating = _puzzles(asked["game"])[asked["code"]]
    position = Position(puzzle.line, puzzle.seat)
    move = position.find(asked["answer"] or puzzle.solution)
    if move is None:
        raise LookupError(f"{asked['answer']} is no move of puzzle {puzzle.code}")
    told = reason(puzzle, position, move)
    after = solver_after(Level(**asked["level"]), Rating(rating), told.right)
    return {
        "answer": position.game.notation(move),
        "reason": asdict(told),
        "scene": position.game.scene(position.view),
        "turned": position.seat == "away",
        "level": asdict(after),
    }


_ANSWERS: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {"question": _question, "answer": _answer}


def answer(about: str, asked: str) -> str:
    """Answer the wish for a ``question`` or an ``answer``, JSON in and out."""
    return json.dumps(_ANSWERS[about](json.loads(asked)))
