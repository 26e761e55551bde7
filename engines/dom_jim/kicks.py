"""Where the ball may go: kicks, the keeper's release, the second pass, corners, throw-ins.

Source: DJ sections 6 to 8.
"""

from __future__ import annotations

from engines.core.moves import Move
from engines.dom_jim import moves as m
from engines.dom_jim.board import (
    CORNER_KICKS,
    CORNERS,
    FLIGHTS,
    KEEPER,
    NEIGHBOURS,
    PITCH,
    RED,
    SHORT,
    side_band,
    side_of,
)
from engines.dom_jim.reach import reaches
from engines.dom_jim.state import State


def _open_for(s: State, side: int, cell: int) -> bool:
    """An empty cell or a team-mate's (DJ-6.3); the goal cell on which the opposing keeper stands is taken."""
    there = s.occupied[cell]
    return not there or (there > 12) == side


def kicks(s: State, side: int) -> list[Move]:
    """The holder's kicks in phases ``turn`` and ``ball``, without a keeper's long throw."""
    targets = (SHORT if s.carrier % 12 == KEEPER else FLIGHTS)[side][s.ball]
    occupied, offered = s.occupied, m.KICKS
    if side:
        return [offered[cell] for cell in targets if not occupied[cell] or occupied[cell] > 12]
    return [offered[cell] for cell in targets if occupied[cell] <= 12]


def second_passes(s: State, side: int, passer: int) -> list[Move]:
    """Team-mates that the receiver may pass on to at once (DJ-6.8)."""
    found = []
    for cell in FLIGHTS[side][s.ball]:
        there = s.occupied[cell]
        if there and (there > 12) == side and there - 1 != passer:
            found.append(m.KICKS[cell])
    return found


def corner_kicks(s: State, side: int) -> list[Move]:
    """Where a corner or a goal kick may go (DJ-8.2)."""
    return [m.KICKS[cell] for cell in CORNER_KICKS[s.ball] if _open_for(s, side, cell)]


def corner_is_given(s: State, side: int) -> bool:
    """Whether the free ball lies on a corner cell with an opponent on the cell diagonally next to it (DJ-8.1)."""
    watcher = CORNERS.get(s.ball)
    if watcher is None:
        return False
    there = s.occupied[watcher]
    return bool(there) and (there > 12) != side


def corner_takers(s: State, side: int) -> list[Move]:
    """The light figures on the pitch (DJ-8.1)."""
    return [m.CORNER_TAKERS[piece] for piece in range(side * 12, side * 12 + 4) if s.pieces[piece] in PITCH]


def throw_ins(s: State, side: int) -> list[Move]:
    """The throw-in, where ``side`` cannot reach the free ball and only a screen of opponents is why (DJ-8.4).

    Most positions have no screen, so that is asked first.
    """
    ball = s.ball
    if ball in RED[1 - side]:  # nobody of this side ever may go there
        return []
    screen = [cell for cell in NEIGHBOURS[ball] if s.occupied[cell] and side_of(s.occupied[cell] - 1) != side]
    if not screen:
        return []
    if reaches(s, side, ball, s.occupied):
        return []
    lifted = s.occupied[:]
    for cell in screen:
        lifted[cell] = 0
    if not reaches(s, side, ball, lifted):
        return []
    return [m.THROW_INS[cell] for cell in side_band(ball) if cell != ball and _open_for(s, side, cell)]
