"""How pieces and the ball move: which cells a roll reaches. Source: ST sections 3 and 4.

For a piece every way of a roll is numbered once: way ``w`` that ends on cell ``c`` is bit ``128 * layer + c``, with so
many layers as the most-visited cell has ways. The ways that cross a cell are one int, so opponents on the path are
taken away with one operation each, and folding the layers leaves the set of cells reached. Made when first asked for.
"""

from __future__ import annotations

from typing import Final

from engines.soccer_tactics.board import COLUMN, EVERY, HALF, ROW, cell_at

DIRECTIONS: Final = tuple((column, row) for row in (-1, 0, 1) for column in (-1, 0, 1) if column or row)
MOST_KEPT: Final = 128
"""Answers that one ``Reach`` keeps, by the opponents in the way."""


class Reach:
    """The ways of one roll from one cell: ``cells(foes)``."""

    __slots__ = ("inner", "kept", "layers", "through", "ways")

    def __init__(self, cell: int, roll: int, allowed: int) -> None:
        per_cell: dict[int, int] = {}
        through: dict[int, int] = {}
        ways = 0
        for path in _paths(cell, roll, allowed):
            end = path[-1]
            layer = per_cell.get(end, 0)
            per_cell[end] = layer + 1
            way = 1 << (128 * layer + end)
            ways |= way
            for crossed in path[:-1]:
                bit = 1 << crossed
                through[bit] = through.get(bit, 0) | way
        self.ways = ways
        self.through = through
        self.layers = range(1, max(per_cell.values(), default=1))
        self.inner = 0
        for bit in through:
            self.inner |= bit
        self.kept: dict[int, int] = {}

    def find(self, blocked: int) -> int:
        """The cells reached, with opponents on the cells ``blocked`` (a part of ``inner``)."""
        ways, left, through = self.ways, blocked, self.through
        while left:
            bit = left & -left
            ways &= ~through[bit]
            left ^= bit
        cells = ways & EVERY
        for _layer in self.layers:
            ways >>= 128
            cells |= ways & EVERY
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        self.kept[blocked] = cells
        return cells


def _paths(cell: int, roll: int, allowed: int) -> list[list[int]]:
    """Every path of exactly ``roll`` cells, all in ``allowed``, with at most one turn and not back (ST-3.1, ST-3.2)."""
    found = []
    for first in DIRECTIONS:
        straight = _run(cell, first, roll, allowed)
        if len(straight) == roll:
            found.append(straight)
        for bend in range(1, min(len(straight), roll - 1) + 1):
            for second in DIRECTIONS:
                if second == first or (second[0] == -first[0] and second[1] == -first[1]):
                    continue
                rest = _run(straight[bend - 1], second, roll - bend, allowed)
                if len(rest) == roll - bend:
                    found.append(straight[:bend] + rest)
    return found


def _run(cell: int, direction: tuple[int, int], length: int, allowed: int) -> list[int]:
    """Up to ``length`` cells in one direction, while they are in ``allowed``."""
    column, row = COLUMN[cell], ROW[cell]
    found = []
    for _step in range(length):
        column += direction[0]
        row += direction[1]
        if not (0 <= column < 8 and 1 <= row <= 16):
            break
        reached = cell_at(column, row)
        if not allowed >> reached & 1:
            break
        found.append(reached)
    return found


_ALLOWED: Final = (EVERY, *HALF)
REACHES: Final[tuple[list[Reach | None], ...]] = tuple([None] * 1024 for _ in _ALLOWED)
"""By where the path may go: by ``cell << 3 | roll`` the ways, None until they are first asked for."""
FREE, HOME_HALF, AWAY_HALF = range(3)
"""Which cells a path may use: all, or one half (ST-3.5)."""


def reach(where: int, cell: int, roll: int) -> Reach:
    """The ways of a roll of 1 to 6 from ``cell``; ``where``: FREE, HOME_HALF or AWAY_HALF."""
    table = REACHES[where]
    found = table[cell << 3 | roll]
    if found is None:
        found = table[cell << 3 | roll] = Reach(cell, roll, _ALLOWED[where])
    return found


_FLIGHTS: Final[dict[int, int]] = {}


def flights(cell: int, roll: int) -> int:
    """The cells that the ball may reach with a roll of 1 to 12 (ST-4.1 to ST-4.4)."""
    key = cell << 4 | roll
    found = _FLIGHTS.get(key)
    if found is None:
        found = _FLIGHTS[key] = _flights(cell, roll)
    return found


def _flights(cell: int, roll: int) -> int:
    found = 0
    for first in DIRECTIONS:
        straight = _run(cell, first, roll, EVERY)
        if len(straight) == roll:
            found |= 1 << straight[-1]
        for bend in range(1, min(len(straight), roll - 1) + 1):
            for second in DIRECTIONS:
                if second == first or -1 in (first[0] * second[0], first[1] * second[1]):
                    continue  # back towards a column or row already passed (ST-4.3)
                rest = _run(straight[bend - 1], second, roll - bend, EVERY)
                if len(rest) == roll - bend:
                    found |= 1 << rest[-1]
    return found
