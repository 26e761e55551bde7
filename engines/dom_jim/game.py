"""Dom Jim behind the contract of a game: each method finds the rule, the wire or the words that answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engines.core.coaching import Coach
from engines.core.dice import Dice
from engines.core.errors import BadRequest, IllegalMove
from engines.core.game import Drawing, Game, Telling, Words
from engines.core.moves import Move, find
from engines.core.options import Option
from engines.core.seats import Event, Seat, Wire, side_of
from engines.dom_jim import board, coach, commentary, drawing, options, play, refusals, scenario, wire, words
from engines.dom_jim.deciding import result
from engines.dom_jim.state import FINISHED, State

if TYPE_CHECKING:
    from engines.core.position import Positions

_SEATS: tuple[tuple[Seat, ...], tuple[Seat, ...]] = (("home",), ("away",))


class DomJim(Game[State]):
    """Football as a chess-like game."""

    slug: ClassVar[str] = "dom_jim"
    name: ClassVar[str] = "Dom Jim"
    rule_prefix: ClassVar[str] = "DJ"
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = options.OPTIONS
    drawing: ClassVar[Drawing] = drawing
    words: ClassVar[Words] = words
    telling: ClassVar[Telling] = commentary
    coach: ClassVar[Coach | None] = coach
    move_seconds: ClassVar[int] = 60
    wall_minutes: ClassVar[int | None] = 30

    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[State, list[Event]]:
        return play.begin(_frame(options, terms), dice)

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
        return play.decide(state, own, dice, events), events

    def default_move(self, state: State, seat: Seat) -> Move:
        return play.default_move(state, side_of(seat))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.phase == FINISHED else _SEATS[play.deciding_side(state)]

    def result(self, state: State) -> dict[str, Any] | None:
        return result(state)

    def mirror(self, value: Any) -> Any:
        return board.mirror(value)

    def view(self, state: State, seat: Seat | None) -> Wire:
        if seat is not None:
            side_of(seat)
        return wire.write(state)  # nothing in this game is secret (DJ-14.6)

    def to_wire(self, state: State) -> Wire:
        return wire.write(state)

    def from_wire(self, wire_: Mapping[str, Any]) -> State:
        return wire.read(wire_)

    def _positions(self) -> Positions:
        from engines.dom_jim.notation import POSITIONS

        return POSITIONS

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> State:
        return scenario.set_up(overrides, options, terms)


_frame = options.frame
