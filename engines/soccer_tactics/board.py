"""Board and pieces of Soccer Tactics as numbers, special cells as bit sets. Source: ST 1, 2.

A cell is ``(row - 1) * 8 + column`` with columns 0..7 (A..H) and absolute rows 1..16; a set of cells is an int with bit
``cell``. ``LINE`` and ``SPOT`` are points beside the cells for a keeper and a ball. Pieces are 0..10 (home) and 11..21
(away) in piece order (ST-2.1): gk, d1-d4, m1-m4, f1, f2.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

from engines.core.places import mirrored

COLUMNS: Final = "ABCDEFGH"
NAMES: Final = ("home", "away")
SIDE: Final = {"home": 0, "away": 1}
KINDS: Final = ("gk", "d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2")
PIECES: Final = tuple(f"{seat}.{kind}" for seat in NAMES for kind in KINDS)
PIECE: Final = {name: number for number, name in enumerate(PIECES)}
TEAM: Final = 11
"""Pieces of a side; within it 0 is the keeper, 1 to 4 defenders, 5 to 8 midfielders, 9 and 10 strikers."""
KIND: Final = tuple(number % TEAM for number in range(2 * TEAM))
SIDE_OF: Final = tuple(number // TEAM for number in range(2 * TEAM))

CELLS: Final = tuple(f"{column}{row}" for row in range(1, 17) for column in COLUMNS)
LINE: Final = (128, 129)
"""The middle of each side's goal line."""
SPOT: Final = (130, 131)
"""The penalty spot of each side's area."""
PLACES: Final = (*CELLS, "line1", "line16", "spot1", "spot16")
CODE: Final = {name: code for code, name in enumerate(PLACES)}
NOWHERE: Final = -1
COLUMN: Final = tuple(code % 8 for code in range(128))
ROW: Final = tuple(code // 8 + 1 for code in range(128))


def cell_at(column: int, row: int) -> int:
    return (row - 1) * 8 + column


def own_row(side: int, row: int) -> int:
    """Return the absolute row of a side's own row 1..16 (ST-1.1)."""
    return row if side == 0 else 17 - row


def bits(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of(mask: int) -> list[int]:
    return [cell for cell in range(128) if mask >> cell & 1]


def _area(columns: str, rows: Iterable[int]) -> tuple[int, int]:
    """Return the set of ``columns`` x own ``rows`` for each side."""
    listed = tuple(rows)
    home, away = (
        bits(cell_at(COLUMNS.index(column), own_row(side, row)) for column in columns for row in listed)
        for side in (0, 1)
    )
    return home, away


EVERY: Final = (1 << 128) - 1
HALF: Final = _area(COLUMNS, range(1, 9))
"""By side: its own half."""
GOAL_AREA: Final = _area("DE", (1,))
AREA: Final = _area("CDEF", (1, 2, 3))
"""By side: the penalty area it defends (ST-1.3)."""
ARC: Final = _area("DE", (4,))
STARS: Final = _area("CF", (4,))
"""By side: the long-distance cells before its goal."""
SHOOTING: Final = (AREA[0] | STARS[0], AREA[1] | STARS[1])
"""By the side that defends: cells from which a direct pass is shot (ST-7.5, ST-7.6)."""
CIRCLE: Final = _area("DE", (8,))
CENTRE: Final = tuple(CODE[name] for name in ("D8", "E8", "D9", "E9"))
ROW8: Final = _area(COLUMNS, (8,))
CORNERS: Final = tuple((cell_at(0, own_row(side, 1)), cell_at(7, own_row(side, 1))) for side in (0, 1))
"""By the side that defends: the corner cells of columns A and H."""
GOAL_CELLS: Final = tuple(tuple(cells_of(mask)) for mask in GOAL_AREA)
ARC_CELLS: Final = tuple(tuple(cells_of(mask)) for mask in ARC)

_HOME: Final = {1: "B4", 2: "D4", 3: "E4", 4: "G4", 5: "A6", 6: "C6", 7: "F6", 8: "H6"}


def flipped(cell: int) -> int:
    """Return the cell in the same column, seen from the other end."""
    return cell ^ 120


START: Final = tuple(
    -1
    if KIND[piece] not in _HOME
    else (CODE[_HOME[KIND[piece]]] if piece < TEAM else flipped(CODE[_HOME[KIND[piece]]]))
    for piece in range(2 * TEAM)
)
"""Places of the pieces at every kick-off (ST-2.2); -1: placed by its owner."""


def distance(one: int, two: int) -> int:
    """Count a king's steps between two cells (ST-1.2)."""
    return max(abs(COLUMN[one] - COLUMN[two]), abs(ROW[one] - ROW[two]))


def box(left: int, right: int, low: int, high: int) -> int:
    """Return the cells of columns left..right and rows low..high on the board."""
    left, right, low, high = max(left, 0), min(right, 7), max(low, 1), min(high, 16)
    columns = (1 << right + 1) - (1 << left)
    return int.from_bytes(bytes((columns,)) * (high - low + 1), "little") << 8 * (low - 1)


def _rings(left: int, right: int, low: int, high: int) -> tuple[int, ...]:
    """Return, by distance from 0 on, the cells exactly so far from a block of cells."""
    boxes = [box(left - n, right + n, low - n, high + n) for n in range(16)]
    return (boxes[0], *(after & ~before for before, after in pairwise(boxes)))


RINGS: Final = tuple(_rings(COLUMN[cell], COLUMN[cell], ROW[cell], ROW[cell]) for cell in range(128))
"""By cell and distance: the cells exactly so far away."""
ZONE: Final = tuple(rings[0] | rings[1] for rings in RINGS)
"""By cell: those at distance 0 and 1 (ST-12.3)."""
LINES: Final = tuple(
    box(COLUMN[cell] - 4, COLUMN[cell] + 4, ROW[cell], ROW[cell])
    | box(COLUMN[cell], COLUMN[cell], ROW[cell] - 3, ROW[cell] + 3)
    for cell in range(128)
)
"""By cell: those whose five abreast or four in a file may count it (ST-3.9)."""


AROUND: Final = (_rings(2, 5, 1, 3)[1:], _rings(2, 5, 14, 16)[1:])
"""By side: ring 1, 2, ... of the cells around its penalty area (ST-8.5, ST-8.6)."""


def penalty_rows(side: int) -> tuple[int, ...]:
    """Return cells for pieces leaving the area at a penalty: own rows 3, 4, then 5, ... (ST-11.7)."""
    rows = [_area(COLUMNS, (row,))[side] for row in range(1, 17)]
    return ((rows[2] | rows[3]) & ~AREA[side], *rows[4:])


PENALTY_ROWS: Final = (penalty_rows(0), penalty_rows(1))

_FLIP: Final = {
    **{name: CELLS[flipped(code)] for code, name in enumerate(CELLS)},
    "line1": "line16",
    "line16": "line1",
    "spot1": "spot16",
    "spot16": "spot1",
    **{name: PIECES[(code + TEAM) % 22] for code, name in enumerate(PIECES)},
    "home": "away",
    "away": "home",
    "home.d": "away.d",
    "away.d": "home.d",
}


def mirror(value: Any) -> Any:  # any JSON value of this game
    """Swap the sides and the ends of the board: rows 17 - r, columns unchanged (ST-1.1)."""
    return mirrored(value, _FLIP)
