"""Mat and pawns of six-a-side as numbers, with the movement tables. Source: SX section 1, SX-2.8.

A space is ``row * 7 + column`` with columns 0..6 (A..G) and rows 0..12; rows 0 and 12 hold the goals. ``WALL`` stands
for every unusable space. Pawns are 0..6 (home p1-p7) and 7..13 (away).
"""

from typing import Any, Final

COLUMNS: Final = "ABCDEFG"
NAMES: Final = ("home", "away")
SIDE: Final = {"home": 0, "away": 1}
PIECES: Final = tuple(f"{seat}.p{number}" for seat in NAMES for number in range(1, 8))
PIECE: Final = {name: number for number, name in enumerate(PIECES)}
SUBSTITUTE: Final = 6
"""Number of p7 within its side."""

CELLS: Final = tuple(f"{column}{row}" for row in range(13) for column in COLUMNS)
CODE: Final = {name: code for code, name in enumerate(CELLS)}
WALL: Final = len(CELLS)
ROW: Final = tuple(code // 7 for code in range(WALL))
COLUMN: Final = tuple(code % 7 for code in range(WALL))


def codes(*names: str) -> tuple[int, ...]:
    return tuple(CODE[name] for name in names)


GOAL: Final = (codes("C0", "D0", "E0"), codes("C12", "D12", "E12"))
BLOCKED: Final = frozenset(codes("A1", "B1", "F1", "G1", "A11", "B11", "F11", "G11"))
PITCH: Final = frozenset(code for code in range(WALL) if 1 <= ROW[code] <= 11) - BLOCKED
AREA: Final = (codes("C1", "D1", "E1"), codes("C11", "D11", "E11"))
"""Goal-kick areas by side."""
KEEPER_CELL: Final = codes("D1", "D11")
KEEPER_ROW: Final = (codes("D1", "C1", "E1"), codes("D11", "C11", "E11"))
"""Spaces for a new keeper: the first without a pawn (SX-6.8)."""
PENALTY_AREA: Final = (
    frozenset(code for code in PITCH if ROW[code] in (2, 3) and 1 <= COLUMN[code] <= 5) | frozenset(AREA[0]),
    frozenset(code for code in PITCH if ROW[code] in (9, 10) and 1 <= COLUMN[code] <= 5) | frozenset(AREA[1]),
)
SPOT: Final = codes("D3", "D9")
"""Penalty spot in each side's own half."""
LONG_PASS: Final = {
    **{code: frozenset(cell for cell in PITCH if ROW[cell] <= 6) for code in codes("A2", "G2")},
    **{code: frozenset(cell for cell in PITCH if ROW[cell] >= 6) for code in codes("A10", "G10")},
}
"""Long-pass space -> target spaces of a long pass (SX-5.6)."""
ZONES: Final = (codes("A3", "A4", "A5"), codes("G3", "G4", "G5"), codes("A7", "A8", "A9"), codes("G7", "G8", "G9"))
SPRINT: Final = frozenset(code for zone in ZONES for code in zone)
CENTRE: Final = CODE["D6"]
PLACING: Final = tuple(
    tuple(
        code
        for code in sorted(PITCH)
        if (ROW[code] <= 5 if side == 0 else ROW[code] >= 7) and code not in SPRINT and code not in LONG_PASS
    )
    for side in (0, 1)
)
"""Spaces where a side may place its pawns (SX-2.3), in canonical order."""

_HOME_FORMATIONS: Final = {
    "2-1-2": codes("D1", "C3", "E3", "D4", "C5", "E5"),
    "2-2-1": codes("D1", "C2", "E2", "B4", "F4", "D5"),
    "1-2-2": codes("D1", "D3", "B4", "F4", "C5", "E5"),
    "3-1-1": codes("D1", "B3", "D2", "F3", "D4", "D5"),
    "3-2": codes("D1", "B2", "D2", "F2", "C4", "E4"),
    "2-3": codes("D1", "C3", "E3", "B5", "D5", "F5"),
}
FORMATIONS: Final = (
    _HOME_FORMATIONS,
    {name: tuple(WALL - 1 - code for code in cells) for name, cells in _HOME_FORMATIONS.items()},
)
"""By side: the spaces of p1 to p6 (SX-2.8); away's are home's turned by 180 degrees."""
AREA_OF: Final = tuple(0 if code in AREA[0] else 1 if code in AREA[1] else -1 for code in range(WALL))


def distance(one: int, two: int) -> int:
    """Count the spaces between two places, a diagonal step being one (SX-1.6)."""
    return max(abs(COLUMN[one] - COLUMN[two]), abs(ROW[one] - ROW[two]))


def space_at(column: int, row: int) -> int:
    """Return the space, or WALL off the mat."""
    return row * 7 + column if 0 <= column < 7 and 0 <= row < 13 else WALL


STEPS: Final = tuple(tuple(cell for cell in sorted(PITCH) if distance(code, cell) == 1) for code in range(WALL))
WITHIN_TWO: Final = tuple(
    tuple(cell for cell in sorted(PITCH) if 1 <= distance(code, cell) <= 2) for code in range(WALL)
)


def _sprints(code: int) -> tuple[tuple[int, ...], ...]:
    """Return runs of two or three spaces in a zone, from beside ``code`` and not over it (SX-4.3)."""
    runs = []
    for zone in ZONES:
        for first in zone:
            if distance(code, first) != 1:
                continue
            for ahead in (zone[zone.index(first) :], zone[zone.index(first) :: -1]):
                if len(ahead) > 1 and code not in ahead:
                    runs.append(tuple(ahead))
    return tuple(runs)


SPRINTS: Final = tuple(_sprints(code) for code in range(WALL))
"""By space: runs inside a sprint zone; each prefix is a possible move."""


def _between(start: int, end: int) -> tuple[int, ...]:
    """Return the spaces crossed by the line between two centres at distance 1 or 2 (SX-5.4)."""
    x, y = COLUMN[start], ROW[start]
    dx, dy = COLUMN[end] - x, ROW[end] - y
    if max(abs(dx), abs(dy)) == 1:
        return ()
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if abs(dx) == abs(dy) or not dx or not dy:
        return (space_at(x + sx, y + sy),)
    if abs(dx) == 2:
        return space_at(x + sx, y), space_at(x + sx, y + sy)
    return space_at(x, y + sy), space_at(x + sx, y + sy)


SHOTS: Final = tuple(
    tuple(
        tuple(
            (goal, tuple(cell for cell in _between(code, goal) if cell in PITCH))
            for goal in GOAL[1 - side]
            if code in PITCH and distance(code, goal) <= 2 and not BLOCKED & set(_between(code, goal))
        )
        for code in range(WALL)
    )
    for side in (0, 1)
)
"""By side and space: (goal space, pitch spaces in between) of each kick at goal not blocked by an X."""
INTO_GOAL: Final = tuple(
    tuple(tuple(goal for goal in GOAL[1 - side] if code in PITCH and distance(code, goal) == 1) for code in range(WALL))
    for side in (0, 1)
)
"""By side and space: goal spaces that a carrier may move into (SX-4.4)."""


def _home_first(events: list[Any]) -> list[Any]:  # any JSON values
    for number, event in enumerate(events[:-1]):
        if isinstance(event, dict) and event.get("type") == "line_up" and event.get("seat") == "away":
            events[number], events[number + 1] = events[number + 1], event
            break
    return events


def mirror(value: Any) -> Any:  # any JSON value of this game
    """Swap the sides on the board turned by 180 degrees (SX-1.3)."""
    if isinstance(value, dict):
        return {
            mirror(key): item if key in ("name", "number", "kicker_pick", "keeper_pick") else mirror(item)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        turned = [mirror(item) for item in value]
        if turned == ["away", "home"]:
            return ["home", "away"]
        return _home_first(turned)
    if isinstance(value, str):
        if value in CODE:
            return CELLS[WALL - 1 - CODE[value]]
        if value in SIDE:
            return NAMES[1 - SIDE[value]]
        if value in PIECE:
            return PIECES[(PIECE[value] + 7) % 14]
    return value
