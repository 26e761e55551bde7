"""Six-a-side behind the contract of a game: each method finds the rule, the wire or the words that answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engines.core.coaching import Coach
from engines.core.dice import Dice
from engines.core.drawing import LineUp
from engines.core.errors import BadRequest, IllegalMove
from engines.core.game import Drawing, Game, Telling, Words
from engines.core.moves import Move, find
from engines.core.options import Option
from engines.core.seats import SEATS, Event, Seat, Wire, side_of
from engines.six_a_side import (
    board,
    coach,
    commentary,
    drawing,
    options,
    play,
    presets,
    refusals,
    scenario,
    wire,
    words,
)
from engines.six_a_side.deciding import result
from engines.six_a_side.state import State

if TYPE_CHECKING:
    from engines.core.position import Positions

_ACTING: dict[tuple[int, ...], tuple[Seat, ...]] = {
    (): (),
    (0,): ("home",),
    (1,): ("away",),
    (0, 1): ("home", "away"),
}


class SixASide(Game[State]):
    """Pawns on a mat, six a side."""

    slug: ClassVar[str] = "six_a_side"
    name: ClassVar[str] = "Sei contro sei"
    rule_prefix: ClassVar[str] = "SX"
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = options.OPTIONS
    drawing: ClassVar[Drawing] = drawing
    words: ClassVar[Words] = words
    telling: ClassVar[Telling] = commentary
    coach: ClassVar[Coach | None] = coach
    move_seconds: ClassVar[int] = 30
    wall_minutes: ClassVar[int | None] = 40
    sharers: ClassVar[int] = 3

    def controller(self, state: State, seat: Seat) -> int | None:
        return state.controller[side_of(seat)]  # SX-11.1: they take the side's turns in rotation

    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[State, list[Event]]:
        return play.begin(_frame(options, terms))

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return play.legal(state, side_of(seat))

    def apply(self, state: State, seat: Seat | None, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        if seat is None:
            if not isinstance(move, Mapping):
                raise BadRequest("a move must be an object")
            return play.host(state, move, dice)
        side = side_of(seat)
        own = find(play.legal(state, side), move)
        if own is None:
            raise IllegalMove(refusals.reason(state, side, move))
        events: list[Event] = []
        return play.decide(state, side, own, dice, events), events

    def default_move(self, state: State, seat: Seat) -> Move:
        return play.default_move(state, side_of(seat))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return _ACTING[play.waiting(state)]

    def result(self, state: State) -> dict[str, Any] | None:
        return result(state)

    def mirror(self, value: Any) -> Any:
        return board.mirror(value)

    def mirrors(self, events: Sequence[Event]) -> bool:
        # a penalty's line-up and a new keeper's place are found from column A on (SX-6.8, SX-7.4)
        return not any(event["type"] == "placed" and event["to"] != "D6" for event in events)

    def view(self, state: State, seat: Seat | None) -> Wire:
        return wire.view(state, -1 if seat is None else side_of(seat))

    def to_wire(self, state: State) -> Wire:
        return wire.write(state)

    def from_wire(self, wire_: Mapping[str, Any]) -> State:
        return wire.read(wire_)

    def _positions(self) -> Positions:
        from engines.six_a_side.notation import POSITIONS

        return POSITIONS

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> State:
        return scenario.set_up(overrides, options, terms)

    def chosen(self, view: Wire) -> tuple[Seat, ...]:
        sealed = view["phase"] in ("setup", "penalty", "shootout") and len(view["to_act"]) == 1
        return tuple(seat for seat in SEATS if sealed and seat not in view["to_act"])

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        return presets.line_ups(view, seat)


_frame = options.frame
