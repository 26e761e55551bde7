"""A position of Soccer Tactics, compact: integers inside, names only at the wire. Source: ST-15.2.

Immutable to callers: the rules change only the copy that ``apply`` makes. -1 stands for null in an integer field, 0 in
``roll``, ``dead`` and ``after``.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.core.moves import Move
from engines.soccer_tactics.board import KIND, TEAM

(
    KICK_OFF_KEEPER,
    KICK_OFF_KICKER,
    KICK_OFF_STRIKER,
    ATTACK_MOVE,
    ATTACK_PLAY,
    CAPTURE,
    DEFENCE,
    DEFENCE_MOVE,
    MINOR_FOUL,
    FREE_KICK_TAKER,
    FREE_KICK_CLEAR,
    GOAL_KICK_TAKER,
    KEEPER_PLACE,
    GOAL_KICK_CLEAR,
    CORNER_CLEAR,
    CORNER_PLACE,
    PENALTY_KICKER,
    PENALTY_PLACE,
    FINISHED,
) = range(19)
PHASES: Final = (
    "kick_off_keeper",
    "kick_off_kicker",
    "kick_off_striker",
    "attack_move",
    "attack_play",
    "capture",
    "defence",
    "defence_move",
    "minor_foul",
    "free_kick_taker",
    "free_kick_clear",
    "goal_kick_taker",
    "keeper_place",
    "goal_kick_clear",
    "corner_clear",
    "corner_place",
    "penalty_kicker",
    "penalty_place",
    "finished",
)
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
    """What never changes in a match: options and terms, complete, and what the rules read of them."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    wall: bool
    half: int
    extra: int
    bonus: tuple[int, ...]
    """By kind of piece, what it adds in a battle (ST-6.2)."""
    faces: int
    """Of the spinner or the shooting die."""
    compulsory: int


class Restart(NamedTuple):
    """A set piece in preparation."""

    kind: int
    seat: int
    cell: int = -1
    taker: int = -1
    why: int = -1
    left: tuple[int, int] | None = None


class State:
    """A position. Sides are 0 (home) and 1 (away), pieces and places as in ``board``."""

    __slots__ = (
        "acting",
        "after",
        "attacking",
        "ball",
        "carrier",
        "clock_turns",
        "dead",
        "extra_kick",
        "field",
        "first_kick",
        "frame",
        "kicker",
        "listed",
        "no_offside",
        "no_touch",
        "offer",
        "own",
        "passes",
        "pending",
        "period",
        "phase",
        "pieces",
        "restart",
        "result",
        "roll",
        "score",
        "sent_off",
        "shootout",
        "shootout_first",
        "time_up",
        "turn",
        "yellow",
    )
    frame: Frame
    phase: int
    acting: int
    period: int
    attacking: int
    score: tuple[int, int]
    shootout: tuple[tuple[bool, ...], tuple[bool, ...]] | None
    shootout_first: int
    pieces: list[int]
    """Place of each piece, -1 off the board."""
    own: list[int]
    """By side: the cells of all its pieces."""
    field: list[int]
    """By side: the cells of its field pieces."""
    ball: int
    carrier: int
    yellow: dict[int, int]
    """Piece -> 1; a side's defenders under its d1."""
    sent_off: tuple[int, ...]
    time_up: bool
    turn: int
    result: tuple[int, str] | None
    """(winner or -1, how)."""
    first_kick: int
    extra_kick: int
    clock_turns: int
    roll: int
    passes: int
    dead: int
    kicker: int
    no_touch: int
    no_offside: bool
    after: int
    pending: tuple[tuple[int, ...], tuple[int, ...]]
    restart: Restart | None
    offer: list[tuple[int, int]] | None
    """(shelf, cells) of every legal move, once asked for: no part of the position."""
    listed: tuple[Move, ...] | None
    """The legal moves, once asked for."""

    def copy(self) -> State:
        """The same position, to be changed by the rules."""
        new = _new(State)
        new.frame = self.frame
        new.phase = self.phase
        new.acting = self.acting
        new.period = self.period
        new.attacking = self.attacking
        new.score = self.score
        new.shootout = self.shootout
        new.shootout_first = self.shootout_first
        new.pieces = self.pieces[:]
        new.own = self.own[:]
        new.field = self.field[:]
        new.ball = self.ball
        new.carrier = self.carrier
        new.yellow = self.yellow
        new.sent_off = self.sent_off
        new.time_up = self.time_up
        new.turn = self.turn
        new.result = self.result
        new.first_kick = self.first_kick
        new.extra_kick = self.extra_kick
        new.clock_turns = self.clock_turns
        new.roll = self.roll
        new.passes = self.passes
        new.dead = self.dead
        new.kicker = self.kicker
        new.no_touch = self.no_touch
        new.no_offside = self.no_offside
        new.after = self.after
        new.pending = self.pending
        new.restart = self.restart
        new.offer = None
        new.listed = None
        return new

    def on(self, side: int, cell: int) -> int:
        """The piece of ``side`` on ``cell``, or -1."""
        if not self.own[side] >> cell & 1:
            return -1
        first = side * TEAM
        return self.pieces.index(cell, first, first + TEAM)

    def ask(self, phase: int, side: int) -> None:
        """The next decision is that of ``side``."""
        self.phase = phase
        self.acting = side


_new = State.__new__
NONE_PENDING: Final[tuple[tuple[int, ...], tuple[int, ...]]] = ((), ())


def count(s: State) -> None:
    """Find the sets of cells anew from the places of the pieces."""
    own, field = [0, 0], [0, 0]
    for piece, cell in enumerate(s.pieces):
        if 0 <= cell < 128:
            side = piece >= TEAM
            own[side] |= 1 << cell
            if KIND[piece]:
                field[side] |= 1 << cell
    s.own, s.field = own, field


def blank(frame: Frame) -> State:
    """Before the toss: nothing placed."""
    s = State()
    s.frame = frame
    s.phase, s.acting, s.period, s.attacking = FINISHED, -1, FIRST_HALF, -1
    s.score, s.shootout, s.shootout_first = (0, 0), None, -1
    s.pieces = [-1] * (2 * TEAM)
    s.own, s.field = [0, 0], [0, 0]
    s.ball = s.carrier = -1
    s.yellow, s.sent_off, s.time_up, s.turn, s.result = {}, (), False, 0, None
    s.first_kick = s.extra_kick = -1
    s.clock_turns = s.roll = s.passes = 0
    s.dead, s.kicker, s.no_touch, s.no_offside, s.after = NOT_DEAD, -1, -1, False, NOTHING
    s.pending, s.restart = NONE_PENDING, None
    s.offer, s.listed = None, None
    return s
