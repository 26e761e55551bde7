"""Six-a-side as a ``Game``."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.core.coaching import Coach
from engines.core.drawing import LineUp
from engines.core.game import Board, Drawing, Game, Highlights, Moves, Play, Refusals, Scenario, Telling, Words
from engines.core.seats import SEATS, Event, Seat, Wire, side_of
from engines.core.text import Text
from engines.six_a_side import (
    board,
    coach,
    commentary,
    drawing,
    highlights,
    moves,
    notation,
    options,
    play,
    presets,
    refusals,
    scenario,
    terms,
    wire,
    words,
)
from engines.six_a_side.options import in_words
from engines.six_a_side.state import State


class SixASide(Game[State]):
    slug = "six_a_side"
    name = "Sei contro sei"
    rules_version = 1
    options = options.OPTIONS
    move_seconds = 30
    wall_minutes = 40
    sharers = 3

    contract = wire.CONTRACT
    line = notation.POSITIONS
    rules: ClassVar[Play] = play
    moves: ClassVar[Moves] = moves
    refusals: ClassVar[Refusals] = refusals
    board: ClassVar[Board] = board
    scenario: ClassVar[Scenario] = scenario
    drawing: ClassVar[Drawing] = drawing
    words: ClassVar[Words] = words
    telling: ClassVar[Telling] = commentary
    highlights: ClassVar[Highlights] = highlights
    coach: ClassVar[Coach | None] = coach
    terms = terms.TERMS

    def options_in_words(self, options: Mapping[str, Any], extra_time: bool) -> list[Text]:
        return in_words(options, extra_time)

    def controller(self, state: State, seat: Seat) -> int | None:
        return state.controller[side_of(seat)]  # SX-11.1: sharers take the side's turns in rotation

    def coachable(self, state: State, seat: Seat) -> bool:
        return play.coachable(state, side_of(seat))

    def mirrors(self, events: Sequence[Event]) -> bool:
        # a penalty's line-up and a new keeper's place are searched from column A on (SX-6.8, SX-7.4)
        return not any(event["type"] == "placed" and event["to"] != "D6" for event in events)

    def view(self, state: State, seat: Seat | None) -> Wire:
        return wire.view(state, -1 if seat is None else side_of(seat))

    def chosen(self, view: Wire) -> tuple[Seat, ...]:
        sealed = view["phase"] in ("setup", "penalty", "shootout") and len(view["to_act"]) == 1
        return tuple(seat for seat in SEATS if sealed and seat not in view["to_act"])

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        return presets.line_ups(view, seat)
