"""Compact position of six-a-side: integers inside, names only at the wire. Source: SX section 14.

Immutable to callers: the rules change only the copy that ``apply`` makes. ``-1`` stands for null in an integer field.
"""

from typing import Any, Final, NamedTuple, Self

from msgspec import field

from engines.core import places
from engines.core.compact import Compact
from engines.core.moves import Move
from engines.six_a_side import phases
from engines.six_a_side.board import BLOCKED, WALL

REGULATION, EXTRA, KICKS, OVER = range(4)
PERIODS: Final = ("regulation", "extra", "shootout", "finished")


class Frame(NamedTuple):
    """The constants of a match: complete options and terms, and what the rules derive from them."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    goals_to_win: int  # 1 for a golden goal
    golden: bool
    by_turns: bool
    turn_limit: int
    extra_turns: int
    possession_limit: int
    window_after: bool
    players: tuple[int, int]


class Kick(NamedTuple):
    """A penalty in preparation or being taken."""

    awarded: int
    reason: str
    kicker: int = -1
    keeper: int = -1


_AT_FIRST: Final = places.occupied_by((), WALL, BLOCKED)


def _pair(value: int) -> list[int]:
    return field(default_factory=lambda: [value, value])


class State(Compact):
    """A position, initially without pawns. Sides are 0 (home) and 1 (away); see ``board`` for pawns and spaces."""

    frame: Frame
    phase: int = phases.SETUP
    period: int = REGULATION
    active: int = -1
    attacking: int = -1
    score: list[int] = _pair(0)
    kicks: tuple[tuple[bool, ...], tuple[bool, ...]] | None = None
    pieces: list[int] = field(default_factory=lambda: [-1] * 14)
    occupied: bytearray = field(default_factory=lambda: _AT_FIRST[:])
    """By space: 1 + the pawn on it, 0 for none; blocked spaces and WALL are always taken."""
    ball: int = -1
    carrier: int = -1
    formation: list[int] = field(default_factory=lambda: [-1] * 14)
    bench: tuple[tuple[int, ...], tuple[int, ...]] = ((6,), (13,))
    subs_left: list[int] = _pair(1)
    keeper: list[int] = _pair(-1)
    no_steal: list[int] = _pair(-1)
    chain: tuple[int, ...] = ()
    yellow: dict[int, int] = field(default_factory=dict)
    sent_off: tuple[int, ...] = ()
    turns_played: int = 0
    possession_turns: int = 0
    controller: list[int] = _pair(0)
    coaching: list[int] = _pair(0)
    penalty: Kick | None = None
    picks: list[int] = _pair(0)
    """1 to 3, 0 for none."""
    time_up: bool = False
    turn: int = 0
    result: tuple[int, str] | None = None
    """(winner or -1, how)."""
    offered: tuple[Move, ...] | None = None
    """Cached legal moves of the side on turn; not part of the position."""

    def copy(self) -> Self:
        new = self.__copy__()
        new.score = self.score[:]
        new.pieces = self.pieces[:]
        new.occupied = self.occupied[:]
        new.keeper = self.keeper[:]
        new.no_steal = self.no_steal[:]
        new.controller = self.controller[:]
        new.coaching = self.coaching[:]
        new.picks = self.picks[:]
        new.offered = None
        return new

    put = places.put
