"""A position of six-a-side, compact: integers inside, names only at the wire. Source: SX section 14.

Immutable to callers: the rules change only the copy that ``apply`` makes. ``-1`` stands for null in an integer field.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.core.moves import Move
from engines.six_a_side.board import BLOCKED, WALL

SETUP, KICKOFF, TURN, CHAIN, AFTER_TURN, KEEPER, KICKER, PENALTY, SHOOTOUT, FINISHED = range(10)
PHASES: Final = (
    "setup",
    "kickoff",
    "turn",
    "chain",
    "after_turn",
    "keeper",
    "kicker",
    "penalty",
    "shootout",
    "finished",
)
REGULATION, EXTRA, KICKS, OVER = range(4)
PERIODS: Final = ("regulation", "extra", "shootout", "finished")


class Frame(NamedTuple):
    """What never changes in a match: options and terms, complete, and what the rules ask of them."""

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


class State:
    """A position. Sides are 0 (home) and 1 (away), pawns and spaces as in ``board``."""

    __slots__ = (
        "active",
        "attacking",
        "ball",
        "bench",
        "carrier",
        "chain",
        "coaching",
        "controller",
        "formation",
        "frame",
        "keeper",
        "kicks",
        "no_steal",
        "occupied",
        "offered",
        "penalty",
        "period",
        "phase",
        "picks",
        "pieces",
        "possession_turns",
        "result",
        "score",
        "sent_off",
        "subs_left",
        "time_up",
        "turn",
        "turns_played",
        "yellow",
    )
    frame: Frame
    phase: int
    period: int
    active: int
    attacking: int
    score: list[int]
    kicks: tuple[tuple[bool, ...], tuple[bool, ...]] | None
    pieces: list[int]
    occupied: bytearray
    """By space: 1 + the pawn on it, 0 for none; blocked spaces and WALL are always taken."""
    ball: int
    carrier: int
    formation: list[int]
    bench: tuple[tuple[int, ...], tuple[int, ...]]
    subs_left: list[int]
    keeper: list[int]
    no_steal: list[int]
    chain: tuple[int, ...]
    yellow: dict[int, int]
    sent_off: tuple[int, ...]
    turns_played: int
    possession_turns: int
    controller: list[int]
    coaching: list[int]
    penalty: Kick | None
    picks: list[int]
    """1 to 3, 0 for none."""
    time_up: bool
    turn: int
    result: tuple[int, str] | None
    """(winner or -1, how)."""
    offered: tuple[Move, ...] | None
    """The legal moves of the side on turn, once they have been asked for: no part of the position."""

    def copy(self) -> State:
        """The same position, to be changed by the rules."""
        new = _new(State)
        new.frame = self.frame
        new.phase = self.phase
        new.period = self.period
        new.active = self.active
        new.attacking = self.attacking
        new.score = self.score[:]
        new.kicks = self.kicks
        new.pieces = self.pieces[:]
        new.occupied = self.occupied[:]
        new.ball = self.ball
        new.carrier = self.carrier
        new.formation = self.formation
        new.bench = self.bench
        new.subs_left = self.subs_left
        new.keeper = self.keeper[:]
        new.no_steal = self.no_steal[:]
        new.chain = self.chain
        new.yellow = self.yellow
        new.sent_off = self.sent_off
        new.turns_played = self.turns_played
        new.possession_turns = self.possession_turns
        new.controller = self.controller[:]
        new.coaching = self.coaching[:]
        new.penalty = self.penalty
        new.picks = self.picks[:]
        new.time_up = self.time_up
        new.turn = self.turn
        new.result = self.result
        new.offered = None
        return new

    def put(self, piece: int, cell: int) -> None:
        """Move a pawn to ``cell`` (-1: off the board)."""
        old = self.pieces[piece]
        if old >= 0 and self.occupied[old] == piece + 1:
            self.occupied[old] = 0
        self.pieces[piece] = cell
        if cell >= 0:
            self.occupied[cell] = piece + 1


_new = State.__new__


def occupy(pieces: list[int]) -> bytearray:
    """The table of who stands where."""
    table = bytearray(WALL + 1)
    table[WALL] = 255
    for cell in BLOCKED:
        table[cell] = 255
    for piece, cell in enumerate(pieces):
        if cell >= 0:
            table[cell] = piece + 1
    return table


def starting(frame: Frame) -> State:
    """Before the first pawn is placed."""
    state = State()
    state.frame = frame
    state.phase, state.period, state.active, state.attacking = SETUP, REGULATION, -1, -1
    state.score, state.kicks = [0, 0], None
    state.pieces, state.formation = [-1] * 14, [-1] * 14
    state.occupied = occupy(state.pieces)
    state.ball = state.carrier = -1
    state.bench, state.subs_left = ((6,), (13,)), [1, 1]
    state.keeper, state.no_steal, state.chain = [-1, -1], [-1, -1], ()
    state.yellow, state.sent_off = {}, ()
    state.turns_played, state.possession_turns = 0, 0
    state.controller, state.coaching = [0, 0], [0, 0]
    state.penalty, state.picks, state.time_up, state.turn, state.result = None, [0, 0], False, 0, None
    state.offered = None
    return state
