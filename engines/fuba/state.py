"""A position of FUBA: plain integers and tuples, copied on every apply, with the players of each zone counted.

The numbers are those of ``board``; the wire's names live in ``wire``. Whatever is a tuple is shared between copies;
``pieces``, ``counts`` and ``occupied`` are the only lists, and only ``put`` and ``clear_pitch`` write them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.core.dice import Dice
from engines.core.seats import SEATS, Event
from engines.fuba.board import CELL_NAMES, KEEPER, OFF, PIECES, SEAT_OF
from engines.fuba.options import Settings

PHASES: Final = (
    "formation",
    "choose_kick_off",
    "deploy",
    "adjust",
    "target",
    "send_off",
    "receive",
    "collect",
    "shot",
    "movement_option",
    "movement",
    "free_play",
    "quick_moves",
    "goal_kick",
    "free_kick",
    "corner_side",
    "penalty_dive",
    "penalty_aim",
    "finished",
)
(
    FORMATION,
    CHOOSE_KICK_OFF,
    DEPLOY,
    ADJUST,
    TARGET,
    SEND_OFF,
    RECEIVE,
    COLLECT,
    SHOT,
    MOVEMENT_OPTION,
    MOVEMENT,
    FREE_PLAY,
    QUICK_MOVES,
    GOAL_KICK,
    FREE_KICK,
    CORNER_SIDE,
    PENALTY_DIVE,
    PENALTY_AIM,
    FINISHED,
) = range(19)

PERIODS: Final = ("first_half", "second_half", "extra_first", "extra_second", "shootout", "finished")
FIRST_HALF, SECOND_HALF, EXTRA_FIRST, EXTRA_SECOND, SHOOTOUT, OVER = range(6)

RESTARTS: Final = (None, "kick_off", "free_kick", "corner", "goal_kick", "penalty")
NO_RESTART, KICK_OFF, FROM_FREE_KICK, FROM_CORNER, FROM_GOAL_KICK, FROM_PENALTY = range(6)

STEPS: Final = ("active", "passive", "adjust")
OPTION_NAMES: Final = (None, "defence", "midfield", "forward", "quick")
NO_OPTION, DEFENCE, MIDFIELD, FORWARD, QUICK = range(5)

NOBODY: Final = -1
"""In place of a seat."""
ACTING: Final = (1, 2)
"""[seat]: the bit of ``State.acting``."""
TO_ACT: Final = ((), ("home",), ("away",), ("home", "away"))
"""[State.acting]: the seats by name."""

Pair = tuple[int, int]
Target = tuple[int, int, int]
"""(from, zone, via); via is OFF where there is none."""


class SetUp(NamedTuple):
    """The set-up that is going on (FU-3.4, FU-3.5)."""

    seat: int
    step: int
    left: tuple[int, ...]
    adjust_left: int
    adjusted: tuple[int, ...]


class Movement(NamedTuple):
    """The part of phase 7 that is going on (FU-5.1, FU-5.2)."""

    seat: int
    option: int
    left: int
    next: int
    extra: bool


class State:
    """A position. Never changed once it is handed out: ``copy`` first."""

    __slots__ = (
        "acting",
        "attacking",
        "ball",
        "ball_die",
        "carried",
        "codes",
        "counts",
        "deducted",
        "dice",
        "first_kick_off",
        "formations",
        "game_turn",
        "minute",
        "moved",
        "movement",
        "no_movement",
        "occupied",
        "period",
        "phase",
        "pieces",
        "restart",
        "result",
        "score",
        "sealed",
        "sent_off",
        "setting",
        "setup",
        "shootout",
        "snapshot",
        "stoppage",
        "target",
        "turn",
        "yellow",
    )

    setting: Settings
    phase: int
    acting: int
    period: int
    attacking: int
    score: Pair
    shootout: tuple[tuple[bool, ...], tuple[bool, ...]] | None
    pieces: list[int]
    """[piece]: its cell."""
    counts: list[int]
    """[18 * seat + cell]: the seat's players there, goalkeeper included."""
    occupied: list[int]
    """[seat]: bit set of the cells where it has an outfield player."""
    ball: int
    ball_die: int
    yellow: Pair
    sent_off: tuple[int, ...]
    turn: int
    result: tuple[int, str] | None
    formations: Pair
    """Indices into FORMATIONS; NOBODY until shown."""
    sealed: Pair
    """A formation or a side of the goal; NOBODY where nothing waits."""
    first_kick_off: int
    minute: int
    stoppage: int
    game_turn: int
    restart: int
    setup: SetUp | None
    dice: Pair
    """0 where not rolled."""
    target: Target | None
    snapshot: tuple[int, ...]
    """[piece]: its cell when the turn began; empty before the first."""
    deducted: Pair
    moved: tuple[int, ...]
    movement: Movement | None
    carried: bool
    no_movement: int
    codes: tuple[int, ...] | None
    """The legal moves of this position, once asked for."""

    def copy(self) -> State:
        """A position that may be changed."""
        new = State.__new__(State)
        new.setting = self.setting
        new.phase = self.phase
        new.acting = self.acting
        new.period = self.period
        new.attacking = self.attacking
        new.score = self.score
        new.shootout = self.shootout
        new.pieces = self.pieces[:]
        new.counts = self.counts[:]
        new.occupied = self.occupied[:]
        new.ball = self.ball
        new.ball_die = self.ball_die
        new.yellow = self.yellow
        new.sent_off = self.sent_off
        new.turn = self.turn
        new.result = self.result
        new.formations = self.formations
        new.sealed = self.sealed
        new.first_kick_off = self.first_kick_off
        new.minute = self.minute
        new.stoppage = self.stoppage
        new.game_turn = self.game_turn
        new.restart = self.restart
        new.setup = self.setup
        new.dice = self.dice
        new.target = self.target
        new.snapshot = self.snapshot
        new.deducted = self.deducted
        new.moved = self.moved
        new.movement = self.movement
        new.carried = self.carried
        new.no_movement = self.no_movement
        new.codes = None
        return new


def first(setting: Settings) -> State:
    """The position before the first decision."""
    state = State.__new__(State)
    state.setting = setting
    state.phase = FORMATION
    state.acting = 3
    state.period = FIRST_HALF
    state.attacking = NOBODY
    state.score = (0, 0)
    state.shootout = None
    clear_pitch(state)
    state.ball = OFF
    state.ball_die = 0
    state.yellow = (0, 0)
    state.sent_off = ()
    state.turn = 0
    state.result = None
    state.formations = (NOBODY, NOBODY)
    state.sealed = (NOBODY, NOBODY)
    state.first_kick_off = NOBODY
    state.minute = 1
    state.stoppage = 0
    state.game_turn = 0
    state.restart = NO_RESTART
    state.setup = None
    state.dice = (0, 0)
    state.target = None
    state.snapshot = ()
    state.deducted = (0, 0)
    state.moved = ()
    state.movement = None
    state.carried = False
    state.no_movement = NOBODY
    state.codes = None
    return state


def clear_pitch(state: State) -> None:
    """All pieces off the board; no event (FU-3.5)."""
    state.pieces = [OFF] * 22
    state.counts = [0] * 36
    state.occupied = [0, 0]


def put(state: State, piece: int, cell: int) -> None:
    """Move a piece and count again."""
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
    """Move a piece and say so."""
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
    """One die of ``seat``, with its event."""
    value = dice.roll(6)
    events.append({"type": "roll", "seat": SEATS[seat], "sides": 6, "value": value, "for": reason})
    return value


def with_seat(pair: Pair, seat: int, value: int) -> Pair:
    """``pair`` with ``value`` for ``seat``."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def present(state: State, seat: int, cell: int) -> int:
    """The players of ``seat`` in a cell, goalkeeper included (FU-1.1)."""
    return state.counts[18 * seat + cell]


def zones_of(state: State, seat: int) -> int:
    """Bit set of the cells where ``seat`` has any player."""
    keeper = state.pieces[KEEPER[seat]]
    return state.occupied[seat] | 1 << keeper


def on_corner(cell: int) -> bool:
    """Whether the cell is a corner spot, which is in no zone (FU-2.9)."""
    return 13 <= cell < OFF
