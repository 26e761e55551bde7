"""The puzzles that the site ships: data files, one puzzle a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engines.puzzles import Puzzle, load

DATA: Final = Path(__file__).parent / "data"
COUNTS: Final = {"super_goal": 500, "dom_jim": 200, "six_a_side": 200, "fuba": 100, "soccer_tactics": 100}


def path_of(game: str) -> Path:
    return DATA / f"{game}.jsonl"


def shipped_puzzles(game: str) -> Iterator[Puzzle]:
    """Read the puzzles of one game; none if it has no file."""
    path = path_of(game)
    if path.exists():
        for words in path.read_text(encoding="utf-8").splitlines():
            yield load(game, words)
