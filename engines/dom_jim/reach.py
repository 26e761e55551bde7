"""Moves of figures: the cells that each can reach now. Source: DJ section 5, DJ-8.6."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from engines.dom_jim.board import CAPTAIN, KEEPER, LEAPS, RAYS, STEPS, WALL
from engines.dom_jim.state import State

T = TypeVar("T")


def landing(s: State, side: int) -> bytearray:
    """Mark the cells where a move of ``side`` may not end: taken, unless by a figure it may intercept.

    The opposing holder may be intercepted, the opposing keeper never (DJ-5.6).
    """
    carrier = s.carrier
    if carrier < 0 or (carrier >= 12) == side or carrier % 12 == KEEPER:
        return s.occupied
    closed = s.occupied[:]
    closed[s.ball] = 0
    return closed


def leaps(occupied: bytearray, closed: bytearray, cell: int, offered: Sequence[T], add: Callable[[T], None]) -> None:
    """Add ``offered[target]`` for each destination of a light or dark figure on ``cell``, in canonical order.

    DJ-5.2, DJ-5.3.
    """
    sw2, s2, se2, sw, se, w2, e2, nw, ne, nw2, n2, ne2 = LEAPS[cell]
    shut_sw, shut_se, shut_nw, shut_ne = occupied[sw], occupied[se], occupied[nw], occupied[ne]
    if not (shut_sw or closed[sw2]):
        add(offered[sw2])
    if not (closed[s2] or (shut_sw and shut_se)):
        add(offered[s2])
    if not (shut_se or closed[se2]):
        add(offered[se2])
    if not closed[sw]:
        add(offered[sw])
    if not closed[se]:
        add(offered[se])
    if not (closed[w2] or (shut_sw and shut_nw)):
        add(offered[w2])
    if not (closed[e2] or (shut_se and shut_ne)):
        add(offered[e2])
    if not closed[nw]:
        add(offered[nw])
    if not closed[ne]:
        add(offered[ne])
    if not (shut_nw or closed[nw2]):
        add(offered[nw2])
    if not (closed[n2] or (shut_nw and shut_ne)):
        add(offered[n2])
    if not (shut_ne or closed[ne2]):
        add(offered[ne2])


def runs(occupied: bytearray, closed: bytearray, cell: int) -> list[int]:
    """Return destinations of a captain on ``cell``, in canonical order (DJ-5.4)."""
    targets = []
    for ray in RAYS[cell]:
        for target in ray:
            if occupied[target]:
                if not closed[target]:
                    targets.append(target)
                break
            targets.append(target)
    targets.sort()
    return targets


def destinations(
    occupied: bytearray, closed: bytearray, piece: int, cell: int, offered: Sequence[T], add: Callable[[T], None]
) -> None:
    """Add ``offered[target]`` for each cell that ``piece`` may go to; nothing for a reserve (DJ-3.11)."""
    kind = piece % 12
    if kind < CAPTAIN:
        leaps(occupied, closed, cell, offered, add)
    elif kind == CAPTAIN:
        for target in runs(occupied, closed, cell):
            add(offered[target])
    elif kind == KEEPER:
        for target in STEPS[piece >= 12][cell]:
            if not closed[target]:
                add(offered[target])


def reaches(s: State, side: int, target: int, occupied: bytearray) -> bool:
    """Return whether any figure of ``side`` could move onto the free cell ``target``, given ``occupied``."""
    cells: list[int] = []
    for piece in range(side * 12, side * 12 + 10):
        cell = s.pieces[piece]
        if cell >= 0 and piece != s.carrier:
            destinations(occupied, occupied, piece, cell, _CELLS, cells.append)
            if target in cells:
                return True
    return False


_CELLS: Final = range(WALL + 1)
