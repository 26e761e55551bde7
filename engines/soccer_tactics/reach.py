"""Reach of pieces and the ball by roll. Source: ST sections 3 and 4.

A piece's ways of a roll are numbered once, on a board without edges around ``MIDDLE`` (``Open``): way ``w`` that ends
on cell ``c`` is bit ``128 * layer + c``, with as many layers as the most-visited cell has ways. From a cell of the
board those remain that stay on it, or in the half (``Reach``). The ways past a cell are one int, so each opponent on
the path costs one operation, and folding the layers leaves the set of cells reached.
"""

from functools import cache
from typing import Final

from engines.soccer_tactics.board import COLUMN, EVERY, ROW, cell_at

DIRECTIONS: Final = tuple((column, row) for row in (-1, 0, 1) for column in (-1, 0, 1) if column or row)


class Open:
    """The ways of one roll on a board without edges around ``MIDDLE``, by the room they need."""

    __slots__ = ("crossing", "down", "left", "past", "right", "up")

    def __init__(self, roll: int) -> None:
        self.left, self.right, self.down, self.up = ([0] * (roll + 1) for _side in range(4))
        """By cells of room on that side, at most ``roll``: the ways that fit."""
        ways, crossing, per_cell = 0, [0] * 128, [0] * 128
        for path in _open_paths(roll):
            places = [MIDDLE + column + 8 * row for column, row in path]
            way = 1 << 128 * per_cell[places[-1]] + places[-1]
            per_cell[places[-1]] += 1
            ways |= way
            for place in places[:-1]:
                crossing[place] |= way
            columns, rows = [0, *(step[0] for step in path)], [0, *(step[1] for step in path)]
            needs = (-min(columns), max(columns), -min(rows), max(rows))
            for fits, need in zip((self.left, self.right, self.down, self.up), needs, strict=True):
                for room in range(need, roll + 1):
                    fits[room] |= way
        self.past = [ways & ~cross for cross in crossing]
        """By cell: the ways that do not cross it."""
        self.crossing = [(1 << place, cross) for place, cross in enumerate(crossing) if cross]
        """Each cell that ways cross, as a set of it alone, and those ways."""


MIDDLE: Final = 64
"""Centre of the ways without edges: six steps from it never end below 0 or beyond 127.

Cells eight columns apart share a number, but only one of them is on the board.
"""


@cache
def _open(roll: int) -> Open:
    return Open(roll)


def _open_paths(roll: int) -> list[list[tuple[int, int]]]:
    """Return every path of exactly ``roll`` cells with at most one turn and not back (ST-3.1, ST-3.2).

    A path is a list of (columns, rows).
    """
    paths = []
    for first in DIRECTIONS:
        for second in DIRECTIONS:
            if second == (-first[0], -first[1]):
                continue
            for bend in (roll,) if second == first else range(1, roll):
                turned = [max(0, step - bend) for step in range(1, roll + 1)]
                straight = [min(step, bend) for step in range(1, roll + 1)]
                paths.append(
                    [
                        (a * first[0] + b * second[0], a * first[1] + b * second[1])
                        for a, b in zip(straight, turned, strict=True)
                    ]
                )
    return paths


class Reach:
    """The ways of one roll from one cell, whose paths stay in rows ``low`` to ``high``."""

    __slots__ = ("_cell", "_folds", "_past", "_ways", "clear", "inner")

    def __init__(self, cell: int, roll: int, low: int, high: int) -> None:
        ways, column, row = _open(roll), COLUMN[cell], ROW[cell]
        self._cell, self._past = cell, ways.past
        self._ways = ways.left[min(column, roll)] & ways.right[min(7 - column, roll)]
        self._ways &= ways.down[min(row - low, roll)] & ways.up[min(high - row, roll)]
        layers = (self._ways.bit_length() + 127) // 128
        self._folds = tuple(128 << fold for fold in reversed(range((layers - 1).bit_length())))
        inner = 0
        for bit, cross in ways.crossing:
            if self._ways & cross:
                inner |= bit
        self.inner = inner << cell >> MIDDLE
        """Cells on which an opponent blocks a way."""
        self.clear = self.find(0)
        """Cells reached without opponents on ``inner``."""

    def find(self, blocked: int) -> int:
        """Return the cells reached, with opponents on the cells ``blocked`` (a part of ``inner``)."""
        ways, past = self._ways, self._past
        blocked = blocked << MIDDLE >> self._cell
        while blocked:
            place = blocked.bit_length() - 1
            ways &= past[place]
            blocked ^= 1 << place
        for fold in self._folds:
            ways |= ways >> fold
        return (ways & EVERY) << self._cell >> MIDDLE

    def among(self, foes: int) -> int:
        """Return the cells reached, with opponents on the cells ``foes``."""
        blocked = foes & self.inner
        return self.find(blocked) if blocked else self.clear


def _run(cell: int, direction: tuple[int, int], length: int) -> list[int]:
    """Return up to ``length`` cells in one direction, as long as they are on the board."""
    column, row = COLUMN[cell], ROW[cell]
    cells = []
    for _step in range(length):
        column += direction[0]
        row += direction[1]
        if not (0 <= column < 8 and 1 <= row <= 16):
            break
        cells.append(cell_at(column, row))
    return cells


_ROWS: Final = ((1, 16), (1, 8), (9, 16))
REACHES: Final[tuple[list[list[Reach | None]], ...]] = tuple([[None] * 128 for _roll in range(7)] for _half in _ROWS)
"""By cells open to the path, roll and cell: the ways, None before their first use."""
FREE, HOME_HALF, AWAY_HALF = range(3)
"""Cells open to a path: all, or one half (ST-3.5)."""


def reach(half: int, cell: int, roll: int) -> Reach:
    """Return the ways of a roll of 1 to 6 from ``cell``; ``half``: FREE, HOME_HALF or AWAY_HALF."""
    table = REACHES[half][roll]
    ways = table[cell]
    if ways is None:
        ways = table[cell] = Reach(cell, roll, *_ROWS[half])
    return ways


def met(half: int, cell: int, roll: int, foes: int) -> int:
    """Return the cells of ``foes`` that a piece meets before its count is out: a lower roll ends there (ST-3.15)."""
    cells = 0
    for steps in range(1, roll):
        cells |= reach(half, cell, steps).among(foes)
    return cells & foes


_FLIGHTS: Final[dict[int, int]] = {}


def flights(cell: int, roll: int) -> int:
    """Return the cells that the ball may reach with a roll of 1 to 12 (ST-4.1 to ST-4.4)."""
    key = cell << 4 | roll
    cells = _FLIGHTS.get(key)
    if cells is None:
        cells = _FLIGHTS[key] = _flights(cell, roll)
    return cells


def _flights(cell: int, roll: int) -> int:
    cells = 0
    for first in DIRECTIONS:
        straight = _run(cell, first, roll)
        if len(straight) == roll:
            cells |= 1 << straight[-1]
        for bend in range(1, min(len(straight), roll - 1) + 1):
            for second in DIRECTIONS:
                if second == first or -1 in (first[0] * second[0], first[1] * second[1]):
                    continue  # back towards a column or row already passed (ST-4.3)
                rest = _run(straight[bend - 1], second, roll - bend)
                if len(rest) == roll - bend:
                    cells |= 1 << rest[-1]
    return cells
