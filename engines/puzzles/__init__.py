"""Puzzles: positions with one right answer, mined from bots' matches, and reasons why other answers are wrong.

Kinds: ``forced_goal``, one decision that forces a goal in two (Dom Jim, six-a-side), and ``best_move``, one decision
clearly better than the others (Super Goal!, FUBA, Soccer Tactics). All of it is pure and follows from its arguments.
"""

import hashlib
import json
from typing import Final, Literal, NamedTuple

from engines.core.errors import BadRequest
from engines.core.seats import Seat

Kind = Literal["forced_goal", "best_move"]

FORCED_GOAL: Final = "forced_goal"
BEST_MOVE: Final = "best_move"
SCALE: Final = 1000
"""Worths and gaps are kept in thousandths."""
SOLVED: Final = ("super_goal",)
"""Games whose worths are the points of a match to expect, a win 1 and a draw a half; those of others are goals."""


class Puzzle(NamedTuple):
    """A position, who decides, and the one right answer."""

    game: str
    rules_version: int
    kind: Kind
    theme: str
    seat: Seat
    line: str
    """The position in one line (``engines.core.position``)."""
    solution: str
    """The right move in the game's notation."""
    gap: int = 0
    """Worth of the solution less that of the next best move, in thousandths; 0 for a forced goal."""
    worths: tuple[int, ...] = ()
    """Worth of each legal move in the engine's order, in thousandths; empty for a forced goal."""

    @property
    def code(self) -> str:
        """Return the puzzle's name in addresses: the same for the same position, whatever else changes."""
        return code_of(self.line)

    def dump(self) -> str:
        """Return the puzzle as one line of JSON."""
        return json.dumps([*self[1:]], separators=(",", ":"))


def code_of(line: str) -> str:
    digest = hashlib.sha256(line.encode()).digest()
    number = int.from_bytes(digest[:5], "big")
    letters = "23456789abcdefghjkmnpqrstuvwxyz"
    name = ""
    for _ in range(8):
        number, place = divmod(number, len(letters))
        name += letters[place]
    return name


def load(game: str, words: str) -> Puzzle:
    """Read a puzzle of ``dump``. Raises BadRequest."""
    try:
        version, kind, theme, seat, line, solution, gap, worths = json.loads(words)
    except ValueError as error:
        raise BadRequest(f"no puzzle of eight values: {error}") from None
    return Puzzle(game, version, kind, theme, seat, line, solution, gap, tuple(worths))
