"""FUBA behind the contract of a game: names at the edge, numbers inside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engines.core.coaching import Coach
from engines.core.dice import Dice
from engines.core.drawing import LineUp
from engines.core.errors import BadRequest, show
from engines.core.game import Drawing, Game, Telling, Words
from engines.core.moves import Move
from engines.core.seats import SEATS, Event, Seat, Wire, side_of
from engines.fuba import board, coach, commentary, deciding, drawing, play, presets, reading, scenario, wire, words
from engines.fuba.moves import MOVES
from engines.fuba.options import OPTIONS, Settings
from engines.fuba.state import ACTING, NOBODY, TO_ACT, State, first

if TYPE_CHECKING:
    from engines.core.position import Positions


class Fuba(Game[State]):
    """FUBA, tactical football game by Hannu Uusitalo."""

    slug = "fuba"
    name = "FUBA"
    rule_prefix = "FU"
    rules_version = 1
    options = OPTIONS
    drawing: ClassVar[Drawing] = drawing
    words: ClassVar[Words] = words
    telling: ClassVar[Telling] = commentary
    coach: ClassVar[Coach | None] = coach
    move_seconds = 60
    wall_minutes = None
    # the sheet allows any numbers, but a lopsided formation beats an even one (FU-3.2)
    house_options = {"formations": "cards"}

    # ── play ──
    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[State, list[Event]]:
        return first(Settings(options, terms)), []

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if not state.acting & ACTING[side_of(seat)]:
            return ()
        return [MOVES[code] for code in play.legal_codes(state)]

    def apply(self, state: State, seat: Seat | None, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        if not isinstance(move, Mapping):
            raise BadRequest(f"a move is an object, not {show(move)}")
        if seat is None:
            return play.host_move(state, move, dice)
        return play.apply(state, side_of(seat), move, dice)

    def default_move(self, state: State, seat: Seat) -> Move:
        return play.default_move(state, side_of(seat))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return TO_ACT[state.acting]

    def result(self, state: State) -> dict[str, Any] | None:
        return deciding.result_of(state)

    def mirror(self, value: Any) -> Any:
        return board.mirror(value)

    # ── the wire ──
    def view(self, state: State, seat: Seat | None) -> Wire:
        return wire.view(state, NOBODY if seat is None else side_of(seat))

    def to_wire(self, state: State) -> Wire:
        return wire.to_wire(state)

    def from_wire(self, wire_state: Mapping[str, Any]) -> State:
        return play.playable(reading.from_wire(wire_state))

    def _positions(self) -> Positions:
        from engines.fuba.notation import POSITIONS

        return POSITIONS

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> State:
        return play.playable(scenario.build(overrides, options, terms))

    # ── showing it ──
    def chosen(self, view: Wire) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if view["sealed"][seat] is not None)

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        return presets.line_ups(view, seat)
