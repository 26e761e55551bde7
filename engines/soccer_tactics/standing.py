"""Cells open to a piece, and off-side cells. Source: ST-3.7 to ST-3.12, ST-9.1, ST-9.6.

``crowded`` only grows with its pieces: a cell allowed to a whole side is allowed to that side less one.
"""

from typing import Final

from engines.soccer_tactics.board import AREA, EVERY, GOAL_AREA, HALF, KIND, SIDE_OF, TEAM, bits
from engines.soccer_tactics.state import State


def _fifth_abreast(row: int) -> int:
    """Return the cells of a row where one more piece would be the fifth abreast, from the cells of its pieces."""
    return bits(
        cell
        for cell in range(8)
        if any((row | 1 << cell) >> first & 31 == 31 for first in range(max(cell - 4, 0), min(cell, 3) + 1))
    )


_ENDS: Final = tuple(zip(AREA, GOAL_AREA, strict=True))
_ABREAST: Final = bytes(_fifth_abreast(row) for row in range(256))


def crowded(own: int) -> int:
    """Return the cells where one more piece would be the fifth abreast or the fourth in a file (ST-3.9)."""
    full = int.from_bytes(own.to_bytes(16, "little").translate(_ABREAST), "little")
    pairs = own & own << 8  # in a file, by the upper cell
    if pairs:
        full |= (pairs << 8 & (own << 24 | own >> 8) | pairs >> 16 & (own << 8 | own >> 24)) & EVERY
    return full


def limits(mates: int, field: int) -> tuple[int, int, int]:
    """Return the cells open to one more field piece, those crowded, and those whose pieces close an area.

    ``mates``: the cells of all pieces of its side, ``field``: of the field pieces among them. Source: ST-3.8 to 3.11.
    """
    crowd = crowded(mates)
    shut, closing = mates | crowd, 0
    for area, goal in _ENDS:
        inside = field & area
        if inside and inside.bit_count() >= 4:
            shut |= area
            closing |= inside
        if mates & goal:
            shut |= goal
            closing |= field & goal
    return EVERY & ~shut, crowd, closing


def others(s: State, piece: int) -> int:
    side, cell = SIDE_OF[piece], s.pieces[piece]
    own = s.own[side]
    if not 0 <= cell < 128:
        return own
    first = side * TEAM
    if s.pieces[first : first + TEAM].count(cell) > 1:
        return own  # a penalty taker on a team-mate's cell (ST-11.6)
    return own & ~(1 << cell)


def may_stand(s: State, piece: int) -> int:
    """Return the cells where the piece may end a move or be placed, its own included (ST-3.8 to ST-3.12)."""
    side, kind = SIDE_OF[piece], KIND[piece]
    mates, keeper = others(s, piece), s.pieces[side * TEAM]
    field = mates & ~(1 << keeper) if 0 <= keeper < 128 else mates
    allowed, _, _ = limits(mates, field if kind else 0)  # a keeper may be the fifth in an area
    return allowed & HALF[side] if kind <= 4 else allowed


def may_stand_at_need(s: State, piece: int) -> int:
    """Return the cells allowed by ST-3.8 and ST-3.12 alone."""
    return (HALF[SIDE_OF[piece]] if KIND[piece] <= 4 else EVERY) & ~others(s, piece)


def offside_cells(s: State, side: int) -> int:
    """Return cells nearer to the goal of ``side``'s attack than all opposing field pieces (ST-9.1)."""
    field = s.field[1 - side]
    if not field:
        return 0
    if side == 0:
        rows = (field.bit_length() + 7) // 8  # the highest occupied row
        return EVERY >> 8 * rows << 8 * rows
    below = ((field & -field).bit_length() - 1) // 8
    return (1 << 8 * below) - 1


def interfering_piece(s: State, side: int, apart: int) -> int:
    """Return the first piece of ``side`` but ``apart`` off-side in the goal area, or -1 (ST-9.6)."""
    suspects = s.own[side] & GOAL_AREA[1 - side]
    if not suspects or not (suspects & offside_cells(s, side)):
        return -1
    suspects &= offside_cells(s, side)
    for piece in range(side * TEAM, side * TEAM + TEAM):
        cell = s.pieces[piece]
        if piece != apart and 0 <= cell < 128 and suspects >> cell & 1:
            return piece
    return -1
