"""Cells open to a piece, and off-side cells. Source: ST-3.7 to ST-3.12, ST-9.1, ST-9.6.

``crowded`` only grows with its pieces: a cell allowed to a whole side is allowed to that side less one.
"""

from typing import Final

from engines.soccer_tactics.board import AREA, EVERY, GOAL_AREA, HALF, KIND, SIDE_OF, TEAM
from engines.soccer_tactics.state import State

NOT_A: Final = int.from_bytes(b"\xfe" * 16, "little")
NOT_H: Final = int.from_bytes(b"\x7f" * 16, "little")


def crowded(own: int) -> int:
    """Return the cells where one more piece would be the fifth abreast or the fourth in a file (ST-3.9)."""
    full = 0
    if own & (own & NOT_H) << 1:
        w1 = (own & NOT_H) << 1 & EVERY
        w2 = w1 & (w1 & NOT_H) << 1
        w3 = w1 & (w2 & NOT_H) << 1
        w4 = w1 & (w3 & NOT_H) << 1
        e1 = (own & NOT_A) >> 1
        e2 = e1 & (e1 & NOT_A) >> 1
        e3 = e1 & (e2 & NOT_A) >> 1
        e4 = e1 & (e3 & NOT_A) >> 1
        full = w4 | w3 & e1 | w2 & e2 | w1 & e3 | e4
    if own & own << 8:
        s1 = own << 8 & EVERY
        s2 = s1 & s1 << 8
        s3 = s1 & s2 << 8
        n1 = own >> 8
        n2 = n1 & n1 >> 8
        n3 = n1 & n2 >> 8
        full |= s3 | s2 & n1 | s1 & n2 | n3
    return full


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
    mates = others(s, piece)
    allowed = (HALF[side] if kind <= 4 else EVERY) & ~(mates | crowded(mates))
    field = mates
    keeper = s.pieces[side * TEAM]
    if 0 <= keeper < 128:
        field &= ~(1 << keeper)
    for end in (0, 1):
        if kind and (field & AREA[end]).bit_count() >= 4:
            allowed &= ~AREA[end]
        if mates & GOAL_AREA[end]:
            allowed &= ~GOAL_AREA[end]
    return allowed


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
