"""Moves of figures, and goal cells in range of a kick. Source: DJ section 5, DJ-6.2, DJ-8.6."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from engines.dom_jim.board import (
    ANY_RINGED,
    CAPTAIN,
    FLIGHTS,
    GOAL,
    KEEPER,
    LEAPS,
    ON_EMPTY,
    RAYS,
    STEPS,
    WALL,
)
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
        if cell >= 0 and piece != s.carrier and target in ON_EMPTY[piece][cell]:
            destinations(occupied, occupied, piece, cell, _CELLS, cells.append)
            if target in cells:
                return True
    return False


def open_goal(s: State, side: int, cell: int) -> bool:
    """Return whether a goal cell without the keeper is in range from ``cell``."""
    return bool(open_goals(s, side, cell))


def open_goals(s: State, side: int, cell: int) -> list[int]:
    """Return the goal cells without the keeper in range from ``cell`` (DJ-6.2, DJ-6.6)."""
    keeper = s.pieces[(1 - side) * 12 + KEEPER]
    return [target for target in _GOALS[side][cell] if target != keeper]


def can_reach(s: State, side: int, cell: int) -> bool:
    """Return whether a figure of ``side`` can move onto ``cell``, where the ball is or comes to be."""
    closed = s.occupied
    if closed[cell]:
        closed = s.occupied[:]
        closed[cell] = 0
    reached: list[int] = []
    last = KEEPER if cell in ANY_RINGED else CAPTAIN
    for piece in range(side * 12, side * 12 + last + 1):
        at = s.pieces[piece]
        if at >= 0 and piece != s.carrier and cell in ON_EMPTY[piece][at]:
            destinations(s.occupied, closed, piece, at, _CELLS, reached.append)
            if cell in reached:
                return True
    return False


_CELLS: Final = range(WALL + 1)
_GOALS: Final = tuple(
    tuple(tuple(target for target in FLIGHTS[side][cell] if target in GOAL[1 - side]) for cell in range(WALL))
    for side in (0, 1)
)
"""By side and cell: goal cells in range."""
