"""Board and pieces of FUBA as small integers (FU-2.2 to FU-2.10).

Zones are 0-12 in alphabetical order (C1-C5, L1-L4, R1-R4), the four corner spots 13-16, ``OFF`` is nowhere. Pieces are
0-10 for home (goalkeeper, p1 ... p10) and 11-21 for away; a seat is 0 or 1. ``START`` and ``END`` give a zone's extent
in a seat's own direction of attack, so that every rule about nearer, forward and offside is written once.
"""

from typing import Any, Final

from engines.core.seats import SEATS

ZONES: Final = ("C1", "C2", "C3", "C4", "C5", "L1", "L2", "L3", "L4", "R1", "R2", "R3", "R4")
SPOTS: Final = ("KL1", "KL4", "KR1", "KR4")
CELLS: Final = ZONES + SPOTS
OFF: Final = 17
"""Cell of a piece off the board or a ball out of play."""
CELL_NAMES: Final[tuple[str | None, ...]] = (*CELLS, None)
CELL: Final[dict[str | None, int]] = {name: index for index, name in enumerate(CELL_NAMES)}
ALL: Final = (1 << 13) - 1
CENTRE: Final = CELL["C3"]

EXTENT: Final = {
    "C1": (0, 4),
    "C2": (4, 8),
    "C3": (8, 12),
    "C4": (12, 16),
    "C5": (16, 20),
    **{f"{side}{row}": (5 * row - 5, 5 * row) for side in "LR" for row in (1, 2, 3, 4)},
}
"""Zone -> x from, x to; home's goal line is 0, away's 20 (FU-2.3)."""

PIECES: Final = tuple(f"{seat}.{man}" for seat in SEATS for man in ("gk", *(f"p{number}" for number in range(1, 11))))
PIECE: Final = {name: index for index, name in enumerate(PIECES)}
TEAM: Final = (range(0, 11), range(11, 22))
KEEPER: Final = (0, 11)
OUTFIELD: Final = (range(1, 11), range(12, 22))
SEAT_OF: Final = tuple(piece // 11 for piece in range(22))


def _mask(zones: list[int]) -> int:
    return sum(1 << zone for zone in set(zones))


def _zones(mask: int) -> list[int]:
    return [zone for zone in range(13) if mask >> zone & 1]


# ── each seat's own direction: 0 is its own goal line, 20 the opponents' ──
_FROM = [EXTENT[zone][0] for zone in ZONES]
_TO = [EXTENT[zone][1] for zone in ZONES]
START: Final = (tuple(_FROM), tuple(20 - to for to in _TO))
"""[seat][zone]: start of the zone, going forward."""
END: Final = (tuple(_TO), tuple(20 - begin for begin in _FROM))
"""[seat][zone]: end of the zone, going forward."""

BOX: Final = (CELL["C1"], CELL["C5"])
"""[seat]: its own box."""


def _share_a_border(one: int, two: int) -> bool:
    """Return whether two zones share a border of positive length (FU-2.4).

    L and R columns touch only the middle one.
    """
    a, b = ZONES[one], ZONES[two]
    if one == two:
        return False
    if a[0] == b[0]:
        return abs(int(a[1]) - int(b[1])) == 1
    return "C" in (a[0], b[0]) and min(_TO[one], _TO[two]) > max(_FROM[one], _FROM[two])


ADJACENT: Final = tuple(_mask([two for two in range(13) if _share_a_border(one, two)]) for one in range(13))
"""[zone]: bit set of the adjacent zones (FU-2.4)."""


def _distances(start: int) -> tuple[int, ...]:
    steps = [OFF] * 13
    steps[start] = 0
    edge = [start]
    for zone in edge:  # grows as zones are reached: breadth first
        for near in _zones(ADJACENT[zone]):
            if steps[near] == OFF:
                steps[near] = steps[zone] + 1
                edge.append(near)
    return tuple(steps)


DISTANCE: Final = tuple(_distances(zone) for zone in range(13))
"""[zone][zone]: steps on the shortest chain (FU-2.5)."""

NEARER: Final = tuple(
    tuple(_mask([z for z in range(13) if START[seat][z] >= END[seat][w]]) for w in range(13)) for seat in (0, 1)
)
"""[seat][zone]: zones nearer to the opponents' end (FU-2.6), or for the other seat to one's own."""

SHOOTING: Final = tuple(_mask([z for z in range(13) if START[seat][z] >= 10]) for seat in (0, 1))
"""[seat]: the six zones wholly in the opponents' half, open to shots (FU-2.8, FU-4.24)."""
OWN_HALF: Final = (SHOOTING[1], SHOOTING[0])

_RANGE = {"C5": 0, "C4": -2, "L4": -4, "R4": -4, "L3": -6, "R3": -6}
SHOT_RANGE: Final = (
    tuple(_RANGE.get(zone, 0) for zone in ZONES),
    tuple({"C1": 0, "C2": -2, "L1": -4, "R1": -4, "L2": -6, "R2": -6}.get(zone, 0) for zone in ZONES),
)
"""[seat][zone]: modifier of a shot from the zone (FU-4.25)."""


def _ahead(seat: int, zone: int) -> list[int]:
    """Return the zones of the same column further forward, nearest first."""
    column = [other for other in range(13) if ZONES[other][0] == ZONES[zone][0]]
    return sorted((z for z in column if START[seat][z] >= END[seat][zone]), key=lambda z: START[seat][z])


STEP: Final = tuple(tuple(_mask(_ahead(seat, zone)[:1]) for zone in range(13)) for seat in (0, 1))
"""[seat][zone]: the zone directly forward (FU-2.7), or for the other seat directly backward."""
RUN: Final = tuple(tuple(_mask(_ahead(seat, zone)[:2]) for zone in range(13)) for seat in (0, 1))
"""[seat][zone]: one or two zones straight forward (FU-5.6), for the other seat back (FU-5.7)."""
BACKWARD: Final = tuple(
    tuple(_mask([z for z in range(13) if END[seat][z] < END[seat][w]]) for w in range(13)) for seat in (0, 1)
)
"""[seat][zone]: zones that reach less far toward the opponents' end (FU-5.9)."""

_GOAL_LINES = (_mask([zone for zone in range(13) if _FROM[zone] == 0]), _mask([z for z in range(13) if _TO[z] == 20]))
FREE_STEP: Final = tuple(sum(ADJACENT[zone] & ~line for line in _GOAL_LINES if line >> zone & 1) for zone in range(13))
"""[zone]: targets of free play from a zone that touches a goal line; 0 for all others (FU-5.10)."""


def _lines(seat: int) -> tuple[tuple[int, tuple[int, ...], int], ...]:
    depths = sorted(set(END[seat]), reverse=True)
    groups = [[zone for zone in range(13) if END[seat][zone] == depth] for depth in depths]
    barred = [_mask([zone for zone in range(13) if START[seat][zone] >= depth]) for depth in depths]
    return tuple((_mask(group), tuple(group), bar) for group, bar in zip(groups, barred, strict=True))


LINES: Final = (_lines(0), _lines(1))
"""[seat]: (bit set, zones, zones beyond) of each opponents' line, deepest first (FU-4.3, FU-5.8)."""

CORNERS: Final = ((CELL["KL4"], CELL["KR4"]), (CELL["KL1"], CELL["KR1"]))
"""[seat]: corner spots of its corners, left first (FU-7.8)."""
CORNER_ZONE: Final = {CELL[f"K{side}{row}"]: CELL[f"{side}{row}"] for side in "LR" for row in "14"}
"""Corner spot -> the corner's zone."""

_HOME_FAVOURITES = ("C1", "L1", "C1", "C1", "R1", "L2", "C2", "C2", "R2", "C3", "C3")
FAVOURITE: Final = (
    *(CELL[zone] for zone in _HOME_FAVOURITES),
    *(CELL[zone[0] + str((6 if zone[0] == "C" else 5) - int(zone[1]))] for zone in _HOME_FAVOURITES),
)
"""[piece]: zone of the default placement, if allowed (section 12, default move)."""


def _half_turn(zone: str) -> str:
    """Return the zone opposite by a half turn: C1 and C5, L1 and R4."""
    return {"L": "R", "R": "L", "C": "C"}[zone[0]] + str((6 if zone[0] == "C" else 5) - int(zone[1]))


_TURNED: Final[dict[str, str]] = {
    "home": "away",
    "away": "home",
    **{piece: PIECES[(index + 11) % 22] for index, piece in enumerate(PIECES)},
    **{zone: _half_turn(zone) for zone in ZONES},
    **{spot: "K" + _half_turn(spot[1:]) for spot in SPOTS},
}


def mirror(value: Any) -> Any:  # a JSON value
    """Swap the sides and turn the board by 180 degrees, so that each man's left stays his left."""
    if isinstance(value, dict):
        return {_TURNED.get(key, key): mirror(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        turned = [mirror(inner) for inner in value]
        return turned[::-1] if turned == ["away", "home"] else turned
    return _TURNED.get(value, value) if isinstance(value, str) else value
