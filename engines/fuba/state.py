"""Position of FUBA in integers and tuples, copied on every apply, with players counted by zone.

The numbers are those of ``board``; the wire's names are in ``wire``. Copies share tuples; ``pieces``, ``counts`` and
``occupied`` are the only lists, and only ``put`` and ``clear_pitch`` write them.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from msgspec import field

from engines.core.compact import Compact
from engines.core.dice import Dice
from engines.core.seats import SEATS, Event, Seat
from engines.fuba import phases
from engines.fuba.board import CELL_NAMES, KEEPER, OFF, PIECES, SEAT_OF
from engines.fuba.options import DIVE_SIDES, FORMATION_NAMES, Frame

PERIODS: Final = ("first_half", "second_half", "extra_first", "extra_second", "shootout", "finished")
FIRST_HALF, SECOND_HALF, EXTRA_FIRST, EXTRA_SECOND, SHOOTOUT, OVER = range(6)

RESTARTS: Final = (None, "kick_off", "free_kick", "corner", "goal_kick", "penalty")
NO_RESTART, KICK_OFF, FROM_FREE_KICK, FROM_CORNER, FROM_GOAL_KICK, FROM_PENALTY = range(6)

STEPS: Final = ("active", "passive", "adjust")
OPTION_NAMES: Final = (None, "defence", "midfield", "forward", "quick")
NO_OPTION, DEFENCE, MIDFIELD, FORWARD, QUICK = range(5)

NOBODY: Final = -1
"""No seat."""
ACTING: Final = (1, 2)
"""[seat]: the bit of ``State.acting``."""
TO_ACT: Final[tuple[tuple[Seat, ...], ...]] = ((), ("home",), ("away",), ("home", "away"))
"""[State.acting]: the seats by name."""

Pair = tuple[int, int]
Target = tuple[int, int, int]
"""(from, zone, via); via is OFF for none."""


class SetUp(NamedTuple):
    """A set-up in progress (FU-3.4, FU-3.5)."""

    seat: int
    step: int
    left: tuple[int, ...]
    adjust_left: int
    adjusted: tuple[int, ...]


class Movement(NamedTuple):
    """A part of phase 7 in progress (FU-5.1, FU-5.2)."""

    seat: int
    option: int
    left: int
    next: int
    extra: bool


class State(Compact):
    """A position, initially before the first decision. Shared ones are never changed: ``copy`` first."""

    frame: Frame
    phase: int = phases.FORMATION
    acting: int = 3
    period: int = FIRST_HALF
    attacking: int = NOBODY
    score: Pair = (0, 0)
    shootout: tuple[tuple[bool, ...], tuple[bool, ...]] | None = None
    pieces: list[int] = field(default_factory=lambda: [OFF] * 22)
    """[piece]: its cell."""
    counts: list[int] = field(default_factory=lambda: [0] * 36)
    """[18 * seat + cell]: the seat's players there, goalkeeper included."""
    occupied: list[int] = field(default_factory=lambda: [0, 0])
    """[seat]: bit set of the cells where it has an outfield player."""
    ball: int = OFF
    ball_die: int = 0
    yellow: Pair = (0, 0)
    sent_off: tuple[int, ...] = ()
    turn: int = 0
    result: tuple[int, str] | None = None
    formations: Pair = (NOBODY, NOBODY)
    """Indices into FORMATIONS; NOBODY until shown."""
    sealed: Pair = (NOBODY, NOBODY)
    """A formation or a side of the goal; NOBODY if nothing is sealed."""
    first_kick_off: int = NOBODY
    minute: int = 1
    stoppage: int = 0
    game_turn: int = 0
    restart: int = NO_RESTART
    setup: SetUp | None = None
    dice: Pair = (0, 0)
    """0 where not rolled."""
    target: Target | None = None
    snapshot: tuple[int, ...] = ()
    """[piece]: its cell at the start of the turn; empty before the first."""
    deducted: Pair = (0, 0)
    moved: tuple[int, ...] = ()
    movement: Movement | None = None
    carried: bool = False
    no_movement: int = NOBODY
    codes: tuple[int, ...] | None = None
    """Cached legal moves of this position."""

    def copy(self) -> Self:
        new = self.__copy__()
        new.pieces = self.pieces[:]
        new.counts = self.counts[:]
        new.occupied = self.occupied[:]
        new.codes = None
        return new

    @property
    def sealed_words(self) -> tuple[str | None, ...]:
        names = FORMATION_NAMES if self.phase == phases.FORMATION else DIVE_SIDES
        home, away = self.sealed
        return None if home == NOBODY else names[home], None if away == NOBODY else names[away]


def clear_pitch(state: State) -> None:
    """Take all pieces off the board; no event (FU-3.5)."""
    state.pieces = [OFF] * 22
    state.counts = [0] * 36
    state.occupied = [0, 0]


def put(state: State, piece: int, cell: int) -> None:
    seat = SEAT_OF[piece]
    pieces, counts = state.pieces, state.counts
    old = pieces[piece]
    pieces[piece] = cell
    outfield = piece != KEEPER[seat]
    if old != OFF:
        counts[18 * seat + old] -= 1
        if outfield and counts[18 * seat + old] == (pieces[KEEPER[seat]] == old):
            state.occupied[seat] &= ~(1 << old)
    if cell != OFF:
        counts[18 * seat + cell] += 1
        if outfield:
            state.occupied[seat] |= 1 << cell


def move_piece(state: State, piece: int, cell: int, events: list[Event]) -> None:
    events.append(
        {"type": "move", "piece": PIECES[piece], "from": CELL_NAMES[state.pieces[piece]], "to": CELL_NAMES[cell]}
    )
    put(state, piece, cell)


def move_ball(state: State, cell: int, by: str, events: list[Event]) -> None:
    """Move the ball; an event only if its zone changes."""
    if state.ball != cell:
        events.append({"type": "ball", "from": CELL_NAMES[state.ball], "to": CELL_NAMES[cell], "by": by})
        state.ball = cell


def give_ball(state: State, seat: int, events: list[Event]) -> None:
    """Make ``seat`` the active team; an event only if it was not (FU-1.2)."""
    if state.attacking != seat:
        state.attacking = seat
        events.append({"type": "possession", "seat": SEATS[seat]})


def roll(seat: int, reason: str, dice: Dice, events: list[Event]) -> int:
    value = dice.roll(6)
    events.append({"type": "roll", "seat": SEATS[seat], "sides": 6, "value": value, "for": reason})
    return value


def with_seat(pair: Pair, seat: int, value: int) -> Pair:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def present(state: State, seat: int, cell: int) -> int:
    """Count the players of ``seat`` in a cell, goalkeeper included (FU-1.1)."""
    return state.counts[18 * seat + cell]


def zones_of(state: State, seat: int) -> int:
    """Return the bit set of cells with any player of ``seat``."""
    keeper = state.pieces[KEEPER[seat]]
    return state.occupied[seat] | 1 << keeper


def on_corner(cell: int) -> bool:
    """Return whether the cell is a corner spot, which is in no zone (FU-2.9)."""
    return 13 <= cell < OFF
