"""A position of Dom Jim, compact: integers inside, names only at the wire. Source: DJ-14.5.

Immutable to callers: the rules change only the copy that ``apply`` makes. ``-1`` stands for null in an integer field.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engines.core.moves import Move
from engines.dom_jim.board import CENTRE, START, WALL

TURN, BALL, TRIANGLE, CORNER, OFFSIDE, PENALTY, SHOOTOUT, FINISHED = range(8)
PHASES: Final = ("turn", "ball", "triangle", "corner", "offside", "penalty", "shootout", "finished")
REGULATION, EXTRA_FIRST, EXTRA_SECOND, KICKS, OVER = range(5)
PERIODS: Final = ("regulation", "extra_first", "extra_second", "shootout", "finished")


class Frame(NamedTuple):
    """What never changes in a leg: options and terms, complete, and what ends it (0: not by this)."""

    options: dict[str, Any]  # JSON values, as resolved
    terms: dict[str, Any]  # JSON values, as resolved
    goals: int
    no_goal_limit: int
    leg_turns: int
    wall: bool


class Race(NamedTuple):
    """One flag race (DJ-11)."""

    first: int
    winner: int
    home: int
    away: int


class State:
    """A position. Sides are 0 (home) and 1 (away), figures and cells as in ``board``."""

    __slots__ = (
        "attacking",
        "ball",
        "cards",
        "carrier",
        "frame",
        "kicks",
        "lost",
        "occupied",
        "offered",
        "offside",
        "passer",
        "period",
        "phase",
        "pieces",
        "possession",
        "quiet",
        "races",
        "result",
        "score",
        "sent_off",
        "shootout_first",
        "time_up",
        "turn",
        "turns",
        "watch",
        "yellow",
    )
    frame: Frame
    phase: int
    period: int
    attacking: int
    score: list[int]
    kicks: tuple[tuple[bool, ...], tuple[bool, ...]] | None
    shootout_first: int
    pieces: list[int]
    """Cell of each figure, -1 off the board."""
    occupied: bytearray
    """By cell: 1 + a figure that stands there, 0 for none; WALL is always taken."""
    ball: int
    carrier: int
    possession: int
    yellow: dict[int, int]
    cards: list[int]
    sent_off: list[int]
    time_up: bool
    turn: int
    turns: int
    quiet: int
    lost: list[int]
    watch: tuple[int, ...]
    offside: tuple[int, ...]
    passer: int
    races: tuple[Race, ...]
    result: tuple[int, str] | None
    """(winner or -1, how)."""
    offered: tuple[Move, ...] | None
    """The legal moves, once they have been asked for: no part of the position."""

    def copy(self) -> State:
        """The same position, to be changed by the rules."""
        new = _new(State)
        new.frame = self.frame
        new.phase = self.phase
        new.period = self.period
        new.attacking = self.attacking
        new.score = self.score[:]
        new.kicks = self.kicks
        new.shootout_first = self.shootout_first
        new.pieces = self.pieces[:]
        new.occupied = self.occupied[:]
        new.ball = self.ball
        new.carrier = self.carrier
        new.possession = self.possession
        new.yellow = self.yellow
        new.cards = self.cards
        new.sent_off = self.sent_off
        new.time_up = self.time_up
        new.turn = self.turn
        new.turns = self.turns
        new.quiet = self.quiet
        new.lost = self.lost[:]
        new.watch = self.watch
        new.offside = self.offside
        new.passer = self.passer
        new.races = self.races
        new.result = self.result
        new.offered = None
        return new

    def put(self, piece: int, cell: int) -> None:
        """Move a figure to ``cell`` (-1: off the board). The cell it leaves is free, unless another shares it."""
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
    for piece, cell in enumerate(pieces):
        if cell >= 0:
            table[cell] = piece + 1
    return table


def starting(frame: Frame) -> State:
    """Home to move, every figure on its starting cell, the ball free on the centre."""
    state = State()
    state.frame = frame
    state.phase, state.period, state.attacking = TURN, REGULATION, 0
    state.score, state.kicks, state.shootout_first = [0, 0], None, -1
    state.pieces = list(START)
    state.occupied = occupy(state.pieces)
    state.ball, state.carrier, state.possession = CENTRE, -1, -1
    state.yellow, state.cards, state.sent_off = {}, [2, 2], []
    state.time_up, state.turn, state.turns, state.quiet = False, 0, 0, 0
    state.lost, state.watch, state.offside, state.passer = [0, 0], (), (), -1
    state.races, state.result, state.offered = (), None, None
    return state
