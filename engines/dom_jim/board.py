"""Board and figures of Dom Jim as numbers, with the movement tables. Source: DJ sections 2 and 3.

A cell is ``row * 9 + column`` with columns 0..8 (A..I) and rows 0..14: rows 1 to 13 are the pitch, 0 and 14 hold the
goals, the admonition cells and the benches. ``WALL`` stands for every unusable place. Figures are 0..11 (home) and
12..23 (away) in canonical order (DJ-14.1): l1-l4, d1-d4, c, gk, ra, rb.
"""

from typing import Any, Final

from engines.core.places import mirrored

COLUMNS: Final = "ABCDEFGHI"
NAMES: Final = ("home", "away")
SIDE: Final = {"home": 0, "away": 1}
KINDS: Final = ("l1", "l2", "l3", "l4", "d1", "d2", "d3", "d4", "c", "gk", "ra", "rb")
PIECES: Final = tuple(f"{seat}.{kind}" for seat in NAMES for kind in KINDS)
PIECE: Final = {name: number for number, name in enumerate(PIECES)}
CAPTAIN, KEEPER, RESERVE_A, RESERVE_B = 8, 9, 10, 11
"""Numbers within a side; 0 to 3 are light, 4 to 7 dark."""

CELLS: Final = tuple(f"{column}{row}" for row in range(15) for column in COLUMNS)
CODE: Final = {name: code for code, name in enumerate(CELLS)}
WALL: Final = len(CELLS)
NOWHERE: Final = -1


def codes(*names: str) -> tuple[int, ...]:
    return tuple(CODE[name] for name in names)


ROW: Final = tuple(code // 9 for code in range(WALL))
COLUMN: Final = tuple(code % 9 for code in range(WALL))
PITCH: Final = frozenset(code for code in range(WALL) if 1 <= ROW[code] <= 13)
LIGHT: Final = tuple((COLUMN[code] + 1 + ROW[code]) % 2 == 0 for code in range(WALL))
"""Light cells (DJ-3.2), admonition cells included (DJ-3.10)."""
CENTRE: Final = CODE["E7"]

# by side: 0 home, 1 away
GOAL: Final = (codes("D0", "E0", "F0"), codes("D14", "E14", "F14"))
NUMBER: Final = ({CODE["D0"]: 1, CODE["E0"]: 2, CODE["F0"]: 3}, {CODE["F14"]: 1, CODE["E14"]: 2, CODE["D14"]: 3})
"""Goal cells by the penalty die's numbers (DJ-3.4)."""
RED: Final = (frozenset(codes("D1", "E1", "F1")), frozenset(codes("D13", "E13", "F13")))
RINGED: Final = (
    frozenset(codes("C1", "C2", "D2", "E2", "F2", "G2", "G1")),
    frozenset(codes("C13", "C12", "D12", "E12", "F12", "G12", "G13")),
)
SPOT: Final = codes("E2", "E12")
"""``C``: the captain's cell and the penalty spot (DJ-3.6)."""
KEEPER_CELL: Final = codes("E1", "E13")
ADMONITION: Final = (codes("H0", "G0", "I0"), codes("B14", "C14", "A14"))
"""For light, dark, captain (DJ-3.10)."""
BENCH: Final = (codes("B0", "C0"), codes("H14", "G14"))
ANY_RED: Final = RED[0] | RED[1]
ANY_RINGED: Final = RINGED[0] | RINGED[1]
GREEN: Final = PITCH - ANY_RED - ANY_RINGED
HALF: Final = (
    frozenset(code for code in PITCH if ROW[code] <= 6),
    frozenset(code for code in PITCH if ROW[code] >= 8),
)
"""Each side's own half (DJ-3.3)."""
GREEN_OF: Final = tuple(tuple(sorted(GREEN & half)) for half in HALF)
"""The 44 green cells of each half, in canonical order (DJ-3.7, DJ-7.6)."""
FIELD: Final = PITCH - ANY_RED
"""Cells for light, dark and captain (DJ-5.7)."""
ZONE: Final = tuple(frozenset(GOAL[side]) | RED[side] | RINGED[side] for side in (0, 1))
"""Cells for a keeper (DJ-5.5)."""
CORNERS: Final = dict(zip(codes("A1", "I1", "A13", "I13"), codes("B2", "H2", "B12", "H12"), strict=True))
"""Corner cell -> the cell diagonally next to it (DJ-3.8)."""

_HOME: Final = codes("A1", "B2", "H2", "I1", "B5", "D5", "F5", "H5", "E2", "E1", "B0", "C0")
START: Final = _HOME + tuple(WALL - 1 - code for code in _HOME)
"""Starting cells; away is home turned by 180 degrees (DJ-3.9)."""


def side_of(piece: int) -> int:
    return 1 if piece >= 12 else 0


def cell_at(column: int, row: int) -> int:
    """Return the cell, or WALL outside the mat."""
    return row * 9 + column if 0 <= column < 9 and 0 <= row < 15 else WALL


def _field(code: int, columns: int, rows: int) -> int:
    cell = cell_at(COLUMN[code] + columns, ROW[code] + rows)
    return cell if cell in FIELD else WALL


LEAPS: Final = tuple(
    tuple(
        _field(code, columns, rows)
        for columns, rows in (
            (-2, -2),
            (0, -2),
            (2, -2),
            (-1, -1),
            (1, -1),
            (-2, 0),
            (2, 0),
            (-1, 1),
            (1, 1),
            (-2, 2),
            (0, 2),
            (2, 2),
        )
    )
    for code in range(WALL)
)
"""The twelve destinations of a light or dark figure, in canonical order (DJ-5.2), WALL off the field."""

DIRECTIONS: Final = tuple((c, r) for r in (-1, 0, 1) for c in (-1, 0, 1) if c or r)


def _ray(code: int, columns: int, rows: int) -> tuple[int, ...]:
    """Return the cells of a captain's run: to the edge, a red cell, or row 7 from another row (DJ-5.4)."""
    cells: list[int] = []
    cell = code
    while True:
        cell = _field(cell, columns, rows)
        if cell == WALL:
            return tuple(cells)
        cells.append(cell)
        if rows and ROW[cell] == 7:
            return tuple(cells)


RAYS: Final = tuple(
    tuple(ray for columns, rows in DIRECTIONS if (ray := _ray(code, columns, rows))) for code in range(WALL)
)

STEPS: Final = tuple(
    tuple(
        tuple(
            sorted(
                cell
                for columns, rows in DIRECTIONS
                if (cell := cell_at(COLUMN[code] + columns, ROW[code] + rows)) in ZONE[side]
            )
        )
        for code in range(WALL)
    )
    for side in (0, 1)
)
"""By side and cell: a keeper's steps (DJ-5.5)."""


_NOWHERE: Final[tuple[frozenset[int], ...]] = (frozenset(),) * WALL
_LEAPT: Final = tuple(frozenset(leaps) - {WALL} for leaps in LEAPS)
_RUN: Final = tuple(frozenset(cell for ray in rays for cell in ray) for rays in RAYS)
ON_EMPTY: Final = tuple(
    table
    for side in (0, 1)
    for table in (*[_LEAPT] * CAPTAIN, _RUN, tuple(map(frozenset, STEPS[side])), *[_NOWHERE] * 2)
)
"""By figure and cell: where it might go if nobody stood on the mat."""


def _flights(code: int) -> list[int]:
    offsets = [(c * n, r * n) for c, r in DIRECTIONS for n in (1, 2, 3, 4)]
    offsets += [(c * s, r * t) for c, r in ((2, 1), (1, 2), (3, 1), (1, 3)) for s in (1, -1) for t in (1, -1)]
    return sorted({cell_at(COLUMN[code] + c, ROW[code] + r) for c, r in offsets} - {WALL})


FLIGHTS: Final = tuple(
    tuple(tuple(cell for cell in _flights(code) if cell in PITCH or cell in GOAL[1 - side]) for code in range(WALL))
    for side in (0, 1)
)
"""By side and cell: targets of a kick by distance alone (DJ-6.2), in canonical order."""
SHORT: Final = tuple(
    tuple(tuple(cell for cell in FLIGHTS[side][code] if cell in GREEN and cell in HALF[side]) for code in range(WALL))
    for side in (0, 1)
)
"""By side and cell: a keeper's short pass (DJ-7.5)."""
CORNER_KICKS: Final = {
    corner: tuple(sorted(cell for cell in HALF[0 if ROW[corner] == 1 else 1] - ANY_RED if cell != corner))
    for corner in CORNERS
}
"""Corner cell -> targets of the kick (DJ-8.2)."""
NEIGHBOURS: Final = tuple(
    tuple(cell for c, r in DIRECTIONS if (cell := cell_at(COLUMN[code] + c, ROW[code] + r)) != WALL)
    for code in range(WALL)
)


def side_band(ball: int) -> tuple[int, ...]:
    """Return the cells of the side band on the ball's flank, in canonical order (DJ-8.4)."""
    columns = (0,) if COLUMN[ball] < 4 else (8,) if COLUMN[ball] > 4 else (0, 8)
    return tuple(row * 9 + column for row in range(1, 14) for column in columns)


def distance(one: int, two: int) -> int:
    return max(abs(COLUMN[one] - COLUMN[two]), abs(ROW[one] - ROW[two]))


_TURNED: Final = {
    **{name: CELLS[WALL - 1 - code] for name, code in CODE.items()},
    **{name: PIECES[(number + 12) % 24] for name, number in PIECE.items()},
    **{"home": "away", "away": "home"},
}


def mirror(value: Any) -> Any:  # any JSON value of this game
    """Swap the sides on the board turned by 180 degrees: columns A-I, rows 14 - r (DJ-3.9)."""
    return mirrored(value, _TURNED)
