"""Legal placements by phase: kick-offs, set pieces, penalties. Source: ST-2.3, 8.5, 10.5, 11.7, 12.2.

Each phase gives (shelf, cells). Where the limits leave no cell, the rules say which limits yield, in which order.
"""

from collections.abc import Iterable

from engines.soccer_tactics import moves as m
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import (
    ARC,
    AROUND,
    CENTRE,
    CIRCLE,
    GOAL_AREA,
    GOAL_CELLS,
    PENALTY_ROWS,
    RINGS,
    ROW8,
    TEAM,
    ZONE,
    distance,
)
from engines.soccer_tactics.standing import may_stand, may_stand_at_need
from engines.soccer_tactics.state import Restart, State

Offer = list[tuple[int, int]]


def offer(s: State) -> Offer:
    phase, side, restart = s.phase, s.acting, s.restart
    if restart is None:
        return []
    if phase in (phases.KICK_OFF_KEEPER, phases.KEEPER_PLACE):
        return [(m.PLACE + side * TEAM, GOAL_AREA[side])]
    if phase == phases.KICK_OFF_KICKER:
        return [(m.PLACE + piece, CIRCLE[side]) for piece in kickers(s, side)]
    if phase == phases.KICK_OFF_STRIKER:
        piece = next_striker(s, side)
        return _place(piece, _striker_cells(s, side, piece)) if piece >= 0 else []
    if phase == phases.FREE_KICK_TAKER:
        cells = CENTRE if restart.cell < 0 else (restart.cell,)
        return _takers(s, side, cells)
    if phase == phases.GOAL_KICK_TAKER:
        return _goal_kick_takers(s, side)
    if phase in (phases.FREE_KICK_CLEAR, phases.CORNER_CLEAR):
        piece = s.pending[side][0]
        return _place(piece, nearest(s, piece, RINGS[restart.cell][2:]))
    if phase == phases.GOAL_KICK_CLEAR:
        piece = s.pending[side][0]
        return _place(piece, nearest(s, piece, AROUND[1 - side]))
    if phase == phases.CORNER_PLACE:
        return _corner(s, side, restart)
    if phase == phases.PENALTY_KICKER:
        return [(m.PLACE + restart.taker, ARC[1 - side])]
    if phase == phases.PENALTY_PLACE:
        piece = s.pending[side][0]
        rows: Iterable[int] = PENALTY_ROWS[1 - s.attacking]
        if side != s.attacking:
            rows = (cells & ~ARC[side] for cells in rows)
        return _place(piece, nearest(s, piece, rows))
    return []


def _place(piece: int, cells: int) -> Offer:
    return [(m.PLACE + piece, cells)] if cells else []


def nearest(s: State, piece: int, rings: Iterable[int]) -> int:
    """Return the open cells of the first ring that has any; the limits of ST-3.9 to 3.11 yield last.

    Source: ST-8.6, ST-11.8, ST-12.4.
    """
    allowed, at_need = may_stand(s, piece), may_stand_at_need(s, piece)
    for ring in rings:
        cells = ring & allowed or ring & at_need
        if cells:
            return cells
    return 0


# ── kick-off ──
def kickers(s: State, side: int) -> list[int]:
    """Return the pieces that may kick off: strikers, else midfielders or defenders (ST-2.3, ST-2.4)."""
    first = side * TEAM
    for kinds in ((9, 10), (5, 6, 7, 8), (1, 2, 3, 4)):
        pieces = [first + kind for kind in kinds if first + kind not in s.sent_off]
        if pieces:
            return pieces
    return []


def next_striker(s: State, side: int) -> int:
    for piece in (side * TEAM + 9, side * TEAM + 10):
        if s.pieces[piece] < 0 and piece not in s.sent_off:
            return piece
    return -1


def _striker_cells(s: State, side: int, piece: int) -> int:
    cells = ROW8[side] & may_stand(s, piece) & ~(s.own[0] | s.own[1])
    if side != s.attacking and s.ball >= 0:
        cells &= ~ZONE[s.ball]
    return cells


# ── takers ──
def _takers(s: State, side: int, cells: Iterable[int]) -> Offer:
    """Return the nearest pieces that may stand on each cell (ST-12.2)."""
    places: dict[int, int] = {}
    pieces = [piece for piece in range(side * TEAM, side * TEAM + TEAM) if 0 <= s.pieces[piece] < 128]
    allowed = [may_stand(s, piece) | 1 << s.pieces[piece] for piece in pieces]
    for cell in cells:
        able = [piece for piece, mask in zip(pieces, allowed, strict=True) if mask >> cell & 1]
        if not able:
            able = [piece for piece in pieces if may_stand_at_need(s, piece) >> cell & 1]
        near = min((distance(s.pieces[piece], cell) for piece in able), default=0)
        for piece in able:
            if distance(s.pieces[piece], cell) == near:
                places[piece] = places.get(piece, 0) | 1 << cell
    return [(m.TAKE + piece, places[piece]) for piece in sorted(places)]


def _goal_kick_takers(s: State, side: int) -> Offer:
    """Return field pieces that may stand or are on a goal-area cell (ST-8.9)."""
    offered = []
    for piece in range(side * TEAM + 1, side * TEAM + TEAM):
        cell = s.pieces[piece]
        if cell < 0:
            continue
        cells = 0
        for goal in GOAL_CELLS[side]:
            if cell == goal or may_stand(s, piece) >> goal & 1:
                cells |= 1 << goal
        if cells:
            offered.append((m.TAKE + piece, cells))
    return offered


# ── corner ──
def _corner(s: State, side: int, restart: Restart) -> Offer:
    """Return any piece to any other cell, or the end of placing (ST-10.5 to ST-10.7)."""
    offered: Offer = [m.ONE_WORD[m.DONE]]
    barred = 1 << restart.cell if side == s.attacking else ZONE[restart.cell]
    for piece in range(side * TEAM, side * TEAM + TEAM):
        cell = s.pieces[piece]
        if cell < 0 or piece == restart.taker:
            continue
        cells = may_stand(s, piece) & ~barred
        if cell < 128:
            cells &= ~(1 << cell)
        if side != s.attacking and piece == side * TEAM:
            cells &= GOAL_AREA[side]
        if cells:
            offered.append((m.PLACE + piece, cells))
    return offered
