"""The puzzles that the site ships: data files, one puzzle a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import engines
from engines.puzzles import BEST_MOVE, SCALE, SOLVED, Puzzle, load

DATA: Final = Path(__file__).parent / "data"
NEAR: Final = 12
"""The next puzzle is one of so many that are nearest to the solver's level."""
COUNTS: Final = {"super_goal": 500, "dom_jim": 200, "six_a_side": 200, "fuba": 100, "soccer_tactics": 100}
_EASY, _HARD = 1100.0, 1900.0
_SPAN, _SPAN_OF_POINTS = 1000.0, 3000.0
"""Rating that a gap of one goal, or of one match, takes off."""


def path_of(game: str) -> Path:
    return DATA / f"{game}.jsonl"


def shipped_puzzles(game: str) -> Iterator[Puzzle]:
    """Read the puzzles of one game; none if it has no file."""
    path = path_of(game)
    if path.exists():
        for words in path.read_text(encoding="utf-8").splitlines():
            yield load(game, words)


def is_current(puzzle: Puzzle) -> bool:
    """Return whether the puzzle was made for today's rules."""
    return puzzle.rules_version == engines.get(puzzle.game).rules_version


def first_rating(puzzle: Puzzle) -> float:
    """Return the rating to begin with, a guess that the first tries correct.

    Many choices make a puzzle harder, a wide gap makes it easier.
    """
    if puzzle.kind == BEST_MOVE:
        span = _SPAN_OF_POINTS if puzzle.game in SOLVED else _SPAN
        return max(_EASY, _HARD - span * puzzle.gap / SCALE - 100 * (len(puzzle.worths) < 4))
    game = engines.get(puzzle.game)
    choices = len(game.legal(game.from_position(puzzle.line), puzzle.seat))
    base = _EASY if puzzle.theme in ("run", "steal") else _EASY + 300
    return min(_HARD, base + 4 * choices)
