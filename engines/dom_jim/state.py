"""Compact position of Dom Jim: integers inside, names only at the wire. Source: DJ-14.5.

Immutable to callers: the rules change only the copy that ``apply`` makes. ``-1`` stands for null in an integer field.
"""

from typing import Any, Final, NamedTuple, Self

from msgspec import field

from engines.core import places
from engines.core.compact import Compact
from engines.core.moves import Move
from engines.dom_jim import phases
from engines.dom_jim.board import CENTRE, START, WALL

REGULATION, EXTRA_FIRST, EXTRA_SECOND, KICKS, OVER = range(5)
PERIODS: Final = ("regulation", "extra_first", "extra_second", "shootout", "finished")


class Frame(NamedTuple):
    """The constants of a leg: complete options and terms, and its limits (0: no such limit)."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    goals: int
    no_goal_limit: int
    leg_turns: int
    wall: bool
    may_leave: bool
    """A figure alone offside may be left where it stands."""


class Race(NamedTuple):
    """One flag race (DJ-11)."""

    first: int
    winner: int
    home: int
    away: int


_AT_FIRST: Final = places.occupied_by(START, WALL)


class State(Compact):
    """A position, initially home to move. Sides are 0 (home) and 1 (away); see ``board`` for figures and cells."""

    frame: Frame
    phase: int = phases.TURN
    period: int = REGULATION
    attacking: int = 0
    score: list[int] = field(default_factory=lambda: [0, 0])
    kicks: tuple[tuple[bool, ...], tuple[bool, ...]] | None = None
    shootout_first: int = -1
    pieces: list[int] = field(default_factory=lambda: list(START))
    """Cell of each figure, -1 off the board."""
    occupied: bytearray = field(default_factory=lambda: _AT_FIRST[:])
    """By cell: 1 + a figure on it, 0 for none; WALL is always taken."""
    ball: int = CENTRE
    carrier: int = -1
    possession: int = -1
    yellow: dict[int, int] = field(default_factory=dict)
    cards: list[int] = field(default_factory=lambda: [2, 2])
    sent_off: list[int] = field(default_factory=list)
    time_up: bool = False
    turn: int = 0
    turns: int = 0
    quiet: int = 0
    lost: list[int] = field(default_factory=lambda: [0, 0])
    watch: tuple[int, ...] = ()
    offside: tuple[int, ...] = ()
    offside_count: int = 0
    """Figures that were offside together; it stays until the last of them is placed."""
    passer: int = -1
    races: tuple[Race, ...] = ()
    result: tuple[int, str] | None = None
    """(winner or -1, how)."""
    offered: tuple[Move, ...] | None = None
    """Cached legal moves; not part of the position."""

    def copy(self) -> Self:
        new = self.__copy__()
        new.score = self.score[:]
        new.pieces = self.pieces[:]
        new.occupied = self.occupied[:]
        new.lost = self.lost[:]
        new.offered = None
        return new

    put = places.put
