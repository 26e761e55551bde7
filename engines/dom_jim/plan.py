"""Plans for several turns: a figure's shortest way to the ball, or to where a kick finds it. Source: DJ-5, DJ-6.2.

A plan is found anew at each decision and remembers nothing. It goes to no cell and back all the same: it takes a
shortest way, so while the ball stays where it is each move leaves one fewer.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from engines.dom_jim.board import ANY_RED, ANY_RINGED, CAPTAIN, FIELD, FLIGHTS, RINGED, ROW, WALL
from engines.dom_jim.reach import destinations, landing, open_goal
from engines.dom_jim.state import State

LONGEST: Final = 4
"""Moves of the longest way that is looked for."""
AHEAD: Final = 3
"""Rows that a pass forward is to gain."""


class Plan(NamedTuple):
    """The fewest moves to an aim, and the first of them."""

    moves: int
    """Number of moves; nothing else moves meanwhile."""
    first: AbstractSet[tuple[int, int]]
    """Figure and cell of each first move that is part of such a way."""


def to_the_ball(s: State, side: int) -> Plan | None:
    """Plan how a field figure gets to the ball that is free, or that an opponent holds."""
    if s.ball in ANY_RED:
        return None
    return shortest(s, side, {s.ball})


def into_range(s: State, side: int) -> Plan | None:
    """Plan how a figure gets to where the holder's kick finds it and a goal cell is open."""
    return shortest(s, side, {cell for cell in _receiving(s, side) if open_goal(s, side, cell)})


def ahead_of_the_ball(s: State, side: int) -> Plan | None:
    """Plan how a figure gets to where the holder's kick finds it, nearer to the goal."""
    return shortest(s, side, {cell for cell in _receiving(s, side) if gain(s, side, cell) >= AHEAD})


def gain(s: State, side: int, cell: int) -> int:
    """Count the rows that the ball would come nearer to the goal that ``side`` attacks."""
    rows = ROW[cell] - ROW[s.ball]
    return -rows if side else rows


def _receiving(s: State, side: int) -> Iterable[int]:
    """Return the cells where the holder's kick would find a figure, without those of an offside (DJ-9.2)."""
    return (cell for cell in FLIGHTS[side][s.ball] if cell in FIELD - ANY_RINGED)


def shortest(s: State, side: int, wanted: AbstractSet[int]) -> Plan | None:
    """Plan the fewest moves of one field figure of ``side`` onto a cell of ``wanted``; None beyond ``LONGEST``.

    A figure that stands on one already stays: another comes.
    """
    fewest, first = LONGEST + 1, set[tuple[int, int]]()
    for piece in range(side * 12, side * 12 + CAPTAIN + 1):
        if s.pieces[piece] < 0 or piece == s.carrier or s.pieces[piece] in wanted:
            continue
        moves, begins = way(s, side, piece, wanted, fewest)
        if begins and moves < fewest:
            fewest, first = moves, set()
        first |= {(piece, cell) for cell in begins}
    return Plan(fewest, first) if first else None


def way(s: State, side: int, piece: int, wanted: AbstractSet[int], most: int) -> tuple[int, AbstractSet[int]]:
    """Return the fewest moves of ``piece`` to ``wanted``, and the cells of the first; none within ``most``: no cells.

    A figure that rests on a ringed cell is offside, so that no way leads over one.
    """
    occupied, closed = s.occupied[:], landing(s, side)[:]
    occupied[s.pieces[piece]] = closed[s.pieces[piece]] = 0
    begins: dict[int, frozenset[int]] = {s.pieces[piece]: frozenset()}
    edge = [s.pieces[piece]]
    for moves in range(1, most + 1):
        reached: dict[int, frozenset[int]] = {}
        for cell in edge:
            targets: list[int] = []
            destinations(occupied, closed, piece, cell, _CELLS, targets.append)
            for target in targets:
                if target not in begins and (target in wanted or target not in RINGED[1 - side]):
                    reached[target] = reached.get(target, frozenset()) | (begins[cell] or {target})
        if found := wanted & reached.keys():
            return moves, frozenset[int]().union(*(reached[cell] for cell in found))
        begins |= reached
        edge = list(reached)
    return most, frozenset()


_CELLS: Final = range(WALL + 1)
