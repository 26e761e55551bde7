"""Compact position of Soccer Tactics: integers inside, names only at the wire. Source: ST-15.2.

Immutable to callers: the rules change only the copy that ``apply`` makes. -1 stands for null in an integer field, 0 in
``roll``, ``dead`` and ``after``.
"""

from typing import Any, Final, NamedTuple, Self

from msgspec import field as made

from engines.core.compact import Compact
from engines.core.moves import Move
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import KIND, TEAM

FIRST_HALF, SECOND_HALF, EXTRA_FIRST, EXTRA_SECOND, SHOOTOUT, OVER = range(6)
PERIODS: Final = ("first_half", "second_half", "extra_first", "extra_second", "shootout", "finished")
NOT_DEAD, KICK_OFF, FREE_KICK, GOAL_KICK, CORNER, PENALTY = range(6)
RESTARTS: Final = (None, "kick_off", "free_kick", "goal_kick", "corner", "penalty")
"""Names of ``dead`` (penalties apart) and of a restart's kind."""
NOTHING, SET, SHOOT, LOOSE = range(4)
AFTERS: Final = (None, "set", "shoot", "loose")
FOUL, OFFSIDE, MINOR = range(3)
WHYS: Final = ("foul", "offside", "minor")
ALWAYS, ONLY_LOOSE, NEVER = range(3)
"""Values of ``compulsory_capture``."""


class Frame(NamedTuple):
    """The constants of a match: complete options and terms, and what the rules derive from them."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    wall: bool
    half: int
    extra: int
    bonus: tuple[int, ...]
    """By kind of piece: its bonus in a battle (ST-6.2)."""
    faces: int
    """Faces of the spinner or the shooting die."""
    compulsory: int
    stops: bool
    """Whether a piece may end its move on an opponent that it meets before the count is out (ST-3.15)."""


class Restart(NamedTuple):
    """A set piece in preparation."""

    kind: int
    seat: int
    cell: int = -1
    taker: int = -1
    why: int = -1
    left: tuple[int, int] | None = None


Pending = tuple[tuple[int, ...], tuple[int, ...]]
NONE_PENDING: Final[Pending] = ((), ())


class State(Compact):
    """A position, initially empty. Sides are 0 (home) and 1 (away); see ``board`` for pieces and places."""

    frame: Frame
    phase: int = phases.FINISHED
    acting: int = -1
    period: int = FIRST_HALF
    attacking: int = -1
    score: tuple[int, int] = (0, 0)
    shootout: tuple[tuple[bool, ...], tuple[bool, ...]] | None = None
    shootout_first: int = -1
    pieces: list[int] = made(default_factory=lambda: [-1] * (2 * TEAM))
    """Place of each piece, -1 off the board."""
    own: list[int] = made(default_factory=lambda: [0, 0])
    """By side: the cells of all its pieces."""
    field: list[int] = made(default_factory=lambda: [0, 0])
    """By side: the cells of its field pieces."""
    ball: int = -1
    carrier: int = -1
    yellow: dict[int, int] = {}
    """Piece -> 1; a side's defenders under its d1."""
    sent_off: tuple[int, ...] = ()
    time_up: bool = False
    turn: int = 0
    result: tuple[int, str] | None = None
    """(winner or -1, how)."""
    first_kick: int = -1
    extra_kick: int = -1
    clock_turns: int = 0
    roll: int = 0
    passes: int = 0
    dead: int = NOT_DEAD
    kicker: int = -1
    no_touch: int = -1
    no_offside: bool = False
    after: int = NOTHING
    pending: Pending = NONE_PENDING
    restart: Restart | None = None
    offer: list[tuple[int, int]] | None = None
    """Cached (shelf, cells) of every legal move; not part of the position."""
    listed: tuple[Move, ...] | None = None
    """Cached legal moves."""

    def copy(self) -> Self:
        new = self.__copy__()
        new.pieces = self.pieces[:]
        new.own = self.own[:]
        new.field = self.field[:]
        new.offer = new.listed = None
        return new

    def on(self, side: int, cell: int) -> int:
        if not self.own[side] >> cell & 1:
            return -1
        first = side * TEAM
        return self.pieces.index(cell, first, first + TEAM)

    def ask(self, phase: int, side: int) -> None:
        self.phase = phase
        self.acting = side


def count(s: State) -> None:
    """Recompute the sets of cells from the places of the pieces."""
    own, field = [0, 0], [0, 0]
    for piece, cell in enumerate(s.pieces):
        if 0 <= cell < 128:
            side = piece >= TEAM
            own[side] |= 1 << cell
            if KIND[piece]:
                field[side] |= 1 << cell
    s.own, s.field = own, field
