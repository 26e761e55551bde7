"""Every move of Soccer Tactics as a constant. Source: ST-15.3.

Moves are on shelves: one for each (type, piece) with a move a cell, and one for the moves without a cell. ``code`` is
``shelf << 7 | cell``, so a set of legal moves is a list of (shelf, set of cells).
A shelf's moves are made on first use.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engines.core.errors import BadRequest
from engines.core.moves import Move
from engines.soccer_tactics.board import CELLS, CODE, PIECE, PIECES

PLAY, DRIBBLE, WORDS = 0, 1, 2
PLACE, MOVE, TAKE = 3, 25, 47
"""First shelf of each kind; that of a piece is ``PLACE + piece``."""
SHELVES: Final = 69
ROLL, DONE, ACCEPT, DECLINE = range(4)
WORD_NAMES: Final = ("roll", "done", "accept", "decline")
THE_WORDS: Final = tuple(Move({"type": name}, WORDS << 7 | number) for number, name in enumerate(WORD_NAMES))
ONE_WORD: Final = tuple((WORDS, 1 << number) for number in range(4))

_FIRST: Final = {"place": PLACE, "move": MOVE, "take": TAKE}
_ALONE: Final = {"play": PLAY, "dribble": DRIBBLE}
_BITS: Final = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
"""By byte: its bits, from the lowest on."""


class Shelf:
    """The moves of one kind (and piece), a move a cell."""

    __slots__ = ("moves", "rows")

    def __init__(self, number: int) -> None:
        code = number << 7
        if number == WORDS:
            self.moves: tuple[Move, ...] = THE_WORDS
        elif number < PLACE:
            name = "play" if number == PLAY else "dribble"
            self.moves = tuple(Move({"type": name, "to": cell}, code | at) for at, cell in enumerate(CELLS))
        else:
            name, first = ("place", PLACE) if number < MOVE else ("move", MOVE) if number < TAKE else ("take", TAKE)
            piece = PIECES[number - first]
            self.moves = tuple(
                Move({"type": name, "piece": piece, "to": cell}, code | at) for at, cell in enumerate(CELLS)
            )
        self.rows = tuple(self.moves[start : start + 8] for start in range(0, 128, 8))
        """The moves to each row of the board, as a set of cells has a byte for it."""


_SHELVES: Final[list[Shelf | None]] = [None] * SHELVES


def shelf(number: int) -> Shelf:
    made_shelf = _SHELVES[number]
    if made_shelf is None:
        made_shelf = _SHELVES[number] = Shelf(number)
    return made_shelf


def listed(offer: Iterable[tuple[int, int]]) -> tuple[Move, ...]:
    """Return the moves of an offer, in its order and by cell."""
    return tuple(
        [
            row[bit]
            for number, cells in offer
            for row, byte in zip((_SHELVES[number] or shelf(number)).rows, cells.to_bytes(16, "little"), strict=True)
            if byte
            for bit in _BITS[byte]
        ]
    )


def code_of(move: Mapping[str, Any]) -> int:
    """Return the code of a move from outside, -1 if the game has no such move. Raises BadRequest if it is no object."""
    if type(move) is Move:
        code = move.code
        if code >= 0 and code >> 7 < SHELVES:
            moves, at = shelf(code >> 7).moves, code & 127
            if at < len(moves) and moves[at] is move:
                return code
    elif not isinstance(move, Mapping):
        raise BadRequest("a move must be an object")
    kind = move.get("type")
    if not isinstance(kind, str):
        return -1
    if kind in WORD_NAMES:
        return WORDS << 7 | WORD_NAMES.index(kind) if len(move) == 1 else -1
    to = move.get("to")
    cell = CODE.get(to, 128) if isinstance(to, str) else 128
    if cell >= 128:
        return -1
    if kind in _ALONE:
        return _ALONE[kind] << 7 | cell if len(move) == 2 else -1
    piece = move.get("piece")
    if kind in _FIRST and isinstance(piece, str) and piece in PIECE and len(move) == 3:
        return (_FIRST[kind] + PIECE[piece]) << 7 | cell
    return -1


def every() -> tuple[Move, ...]:
    """Return each move that the game has, by its code."""
    return tuple(move for number in range(SHELVES) for move in shelf(number).moves)
