"""Targets of the ball: kicks, keeper's release, second pass, corners, throw-ins. Source: DJ 6 to 8."""

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
    """Return whether the cell is empty or a team-mate's, and not the opposing keeper's (DJ-6.3)."""
    figure = s.occupied[cell]
    return not figure or (figure > 12) == side


def kicks(s: State, side: int) -> list[Move]:
    """Return the holder's kicks in phases ``turn`` and ``ball``, without a keeper's long throw."""
    targets = (SHORT if s.carrier % 12 == KEEPER else FLIGHTS)[side][s.ball]
    occupied, offered = s.occupied, m.KICKS
    if side:
        return [offered[cell] for cell in targets if not occupied[cell] or occupied[cell] > 12]
    return [offered[cell] for cell in targets if occupied[cell] <= 12]


def second_passes(s: State, side: int, passer: int) -> list[Move]:
    """Return team-mates that the receiver may pass on to at once (DJ-6.8)."""
    passes = []
    for cell in FLIGHTS[side][s.ball]:
        figure = s.occupied[cell]
        if figure and (figure > 12) == side and figure - 1 != passer:
            passes.append(m.KICKS[cell])
    return passes


def corner_kicks(s: State, side: int) -> list[Move]:
    """Return the targets of a corner or a goal kick (DJ-8.2)."""
    return [m.KICKS[cell] for cell in CORNER_KICKS[s.ball] if _open_for(s, side, cell)]


def corner_is_given(s: State, side: int) -> bool:
    """Return whether the ball lies free on a corner cell with an opponent diagonally next to it (DJ-8.1)."""
    watcher = CORNERS.get(s.ball)
    if watcher is None:
        return False
    figure = s.occupied[watcher]
    return bool(figure) and (figure > 12) != side


def corner_takers(s: State, side: int) -> list[Move]:
    """Return the light figures on the pitch (DJ-8.1)."""
    return [m.CORNER_TAKERS[piece] for piece in range(side * 12, side * 12 + 4) if s.pieces[piece] in PITCH]


def throw_ins(s: State, side: int) -> list[Move]:
    """Return the throw-in if only a screen of opponents keeps ``side`` from the free ball (DJ-8.4).

    Most positions have no screen, so that is tested first.
    """
    ball = s.ball
    if ball in RED[1 - side]:  # no figure of this side may ever go there
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
