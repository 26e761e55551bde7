"""Pitch of Super Goal! as small integers: 5 x 11 cells, two goal mouths, named cells of each side.

Cell ``(column c, row r)`` is ``5 * (r - 1) + c`` (``A1`` 0 ... ``E11`` 54); ``GA`` is 55, ``GH`` 56. Home attacks north
(rising rows). A side attacking south has the board turned by 180 degrees, which maps cell ``k`` to ``54 - k``. Tables
are indexed by side (0 home, 1 away), then by cell. Source: SG-2.1 to SG-2.3.
"""

from functools import cache
from typing import Any, Final

from engines.core.places import mirrored
from engines.core.seats import SEATS, Seat

HOME: Final = 0
AWAY: Final = 1
NAMES: Final[tuple[Seat, Seat]] = SEATS
SIDE: Final[dict[Seat, int]] = {"home": HOME, "away": AWAY}

COLUMNS: Final = "ABCDE"
CELLS: Final = (*(f"{column}{row}" for row in range(1, 12) for column in COLUMNS), "GA", "GH")
CODE: Final = {name: code for code, name in enumerate(CELLS)}
ON_PITCH: Final = 55
"""Codes below this are cells of the pitch, the two from it on goal mouths (SG-2.2)."""
NOWHERE: Final = -1


def _for_both_sides(*names: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return cells of a side attacking north, and their half turn for the side attacking south."""
    north = tuple(CODE[name] for name in names)
    return north, tuple(54 - cell for cell in north)


def _flags(*names: str, mouth: bool = False) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    north, south = _for_both_sides(*names)
    return (
        tuple(cell in north or (mouth and cell == CODE["GA"]) for cell in range(57)),
        tuple(cell in south or (mouth and cell == CODE["GH"]) for cell in range(57)),
    )


DEPTH: Final = (
    tuple([cell // 5 + 1 for cell in range(55)] + [12, 0]),
    tuple([11 - cell // 5 for cell in range(55)] + [0, 12]),
)
"""Row as the side sees it: 1 its own last row, 11 the opponents'; 12 the goal it attacks, 0 its own (SG-2.3)."""

_AREA = ("B10", "C10", "D10", "B11", "C11", "D11")
_OUTSIDE = ("A9", "B9", "C9", "D9", "E9", "A10", "E10")
AREA: Final = _flags(*_AREA)
AREA_OR_MOUTH: Final = _flags(*_AREA, mouth=True)
OUTSIDE: Final = _flags(*_OUTSIDE)
SHOOTING_ZONE: Final = _flags(*_AREA, *_OUTSIDE)
CORNER_CELL: Final = _flags("A11", "E11")
WING: Final = _flags("A9", "A10", "A11", "E9", "E10", "E11")
"""Columns A and E of the last three rows, where an arrow may be turned (SG-5.11)."""
OWN_GOAL: Final = _flags("C10", "C11", mouth=True)
"""Cells where a defender's miss may be an own goal: two cells and the mouth under attack (SG-7.4)."""

MOUTH: Final = (CODE["GA"], CODE["GH"])
"""Goal mouth that the side attacks."""
FRONT: Final = (CODE["C11"], CODE["C1"])
SPOT: Final = (CODE["C10"], CODE["C2"])
CENTRAL_OUTSIDE: Final = (CODE["C9"], CODE["C3"])
CORNER_KICK: Final = (CODE["A11"], CODE["E1"])
GOAL_KICK: Final = (CODE["D1"], CODE["B11"])
"""Cell of the side's own goal kicks."""
THROW: Final = ((CODE["C2"], CODE["D2"]), (CODE["C10"], CODE["B10"]))
"""Cells of the side's keeper's throw, the central one first."""
CENTRE: Final = CODE["C6"]

STAYS: Final = 0
GOAL_LINE: Final = 1
OWN_NET: Final = 2
OWN_LINE: Final = 3
TOUCH: Final = 4

WEST: Final = 0
EAST: Final = 1
SOUTH: Final = 2
NORTH: Final = 3
STRAIGHT: Final = -1
"""No side: a forward or backward arrow."""


def step(side: int, cell: int, direction: str, turned: bool, way: int) -> tuple[int, int]:
    """Return one step as (columns east, rows north) to the side ``way`` (SG-5.1 to SG-5.3, SG-5.11)."""
    ahead = 1 if side == HOME else -1
    sideways = {WEST: -1, EAST: 1, SOUTH: -1, NORTH: 1, STRAIGHT: 0}[way]
    if turned:
        centre = 1 if cell % 5 < 2 else -1
        return {
            "forward": (centre, 0),
            "backward": (-centre, 0),
            "lateral": (0, sideways),
            "diagonal": (centre, sideways),
        }[direction]
    return {
        "forward": (0, ahead),
        "backward": (0, -ahead),
        "lateral": (sideways, 0),
        "diagonal": (sideways, ahead),
    }[direction]


@cache
def path(side: int, cell: int, direction: str, n: int, turned: bool, way: int) -> tuple[int, int]:
    """Follow an arrow of ``n`` steps: (``STAYS``, cell), or the line crossed first and the restart's cell.

    ``GOAL_LINE``: the opponents' (SG-5.7, column C too); ``OWN_NET``: back into the own goal, ``OWN_LINE``: back beside
    it (SG-5.10); ``TOUCH`` with the throw-in cell (SG-5.8). A goal line counts before a touchline (SG-5.9).
    """
    east, north = step(side, cell, direction, turned, way)
    column, row = cell % 5, cell // 5
    for _ in range(n):
        column, row = column + east, row + north
        if not 0 <= row <= 10:
            if (row > 10) == (side == HOME):
                return GOAL_LINE, GOAL_KICK[1 - side]
            if column == 2:
                return OWN_NET, MOUTH[1 - side]
            return OWN_LINE, CORNER_KICK[1 - side]
        if not 0 <= column <= 4:
            return TOUCH, row * 5 + (0 if column < 0 else 4)
    return STAYS, row * 5 + column


_TURNED: Final[dict[str, str]] = {
    **{name: CELLS[54 - code] for name, code in CODE.items() if code < ON_PITCH},
    **{"GA": "GH", "GH": "GA", "home": "away", "away": "home"},
    **{"west": "east", "east": "west", "south": "north", "north": "south"},
}


def mirror(value: Any) -> Any:  # a JSON value
    """Swap the sides and turn the board by 180 degrees (SG-2.3)."""
    return mirrored(value, _TURNED)
