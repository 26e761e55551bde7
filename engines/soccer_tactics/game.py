"""Soccer Tactics behind the contract of a game: each method finds the rule, the wire or the words that answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from engines.core.coaching import Coach
from engines.core.dice import Dice
from engines.core.drawing import LineUp
from engines.core.errors import BadRequest, IllegalMove
from engines.core.game import Drawing, Game, Telling, Words
from engines.core.moves import Move
from engines.core.options import Option
from engines.core.seats import Event, Seat, Wire, side_of
from engines.soccer_tactics import (
    board,
    coach,
    commentary,
    drawing,
    moves,
    offers,
    options,
    play,
    presets,
    refusals,
    scenario,
    wire,
    words,
)
from engines.soccer_tactics.periods import result
from engines.soccer_tactics.state import FINISHED, State

if TYPE_CHECKING:
    from engines.core.position import Positions

_SEATS: tuple[tuple[Seat, ...], tuple[Seat, ...]] = (("home",), ("away",))


class SoccerTactics(Game[State]):
    """Eleven a side, moved by dice."""

    slug: ClassVar[str] = "soccer_tactics"
    name: ClassVar[str] = "Soccer Tactics WORLD"
    rule_prefix: ClassVar[str] = "ST"
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = options.OPTIONS
    drawing: ClassVar[Drawing] = drawing
    words: ClassVar[Words] = words
    telling: ClassVar[Telling] = commentary
    coach: ClassVar[Coach | None] = coach
    move_seconds: ClassVar[int] = 60
    wall_minutes: ClassVar[int | None] = 90
    showcase: ClassVar[Mapping[str, Any]] = {"roll": 4}
    sharers: ClassVar[int] = 2  # ST-0.2: two for each side, who agree on its moves as they like

    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[State, list[Event]]:
        return play.begin(_frame(options, terms), dice)

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return offers.legal(state, side_of(seat))

    def apply(self, state: State, seat: Seat | None, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        if seat is None:
            if not isinstance(move, Mapping):
                raise BadRequest("a move must be an object")
            return play.host(state, move, dice)
        side = side_of(seat)
        if not isinstance(move, Mapping):
            raise BadRequest("a move must be an object")
        code = moves.code_of(move)
        if code < 0 or side != state.acting or not offers.allows(state, code):
            raise IllegalMove(refusals.reason(state, side, move))
        events: list[Event] = []
        return play.decide(state, code, dice, events), events

    def default_move(self, state: State, seat: Seat) -> Move:
        return play.default_move(state, side_of(seat))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.phase == FINISHED else _SEATS[state.acting]

    def result(self, state: State) -> dict[str, Any] | None:
        return result(state)

    def mirror(self, value: Any) -> Any:
        return board.mirror(value)

    def view(self, state: State, seat: Seat | None) -> Wire:
        if seat is not None:
            side_of(seat)
        return wire.write(state)  # nothing in this game is secret (ST-0)

    def to_wire(self, state: State) -> Wire:
        return wire.write(state)

    def from_wire(self, wire_: Mapping[str, Any]) -> State:
        return wire.read(wire_)

    def _positions(self) -> Positions:
        from engines.soccer_tactics.notation import POSITIONS

        return POSITIONS

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> State:
        return scenario.set_up(overrides, options, terms)

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        return presets.line_ups(view, seat)


_frame = options.frame
