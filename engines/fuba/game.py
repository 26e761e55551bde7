"""FUBA as a ``Game``."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.coaching import Coach
from engines.core.drawing import LineUp
from engines.core.errors import BadRequest
from engines.core.game import Board, Drawing, Game, Highlights, Moves, Play, Refusals, Scenario, Telling, Words
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire, side_of
from engines.core.text import Text
from engines.fuba import (
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
from engines.fuba.options import in_words
from engines.fuba.state import ACTING, NOBODY, State


class Fuba(Game[State]):
    """FUBA, tactical football game by Hannu Uusitalo."""

    slug = "fuba"
    name = "FUBA"
    rules_version = 1
    options = options.OPTIONS
    move_seconds = 60
    wall_minutes = None
    # the sheet allows any numbers, but a lopsided formation beats an even one (FU-3.2)
    house_options = {"formations": "cards"}

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

    def find(self, state: State, side: int, move: Mapping[str, Any]) -> Move | None:
        # numbers decide what is legal; the list of moves is made only on request
        if not isinstance(move, Mapping):
            raise BadRequest("a move must be an object")
        if not state.acting & ACTING[side]:
            return None
        code = moves.number_of(move)
        return moves.MOVES[code] if code in play.legal_codes(state) else None

    def view(self, state: State, seat: Seat | None) -> Wire:
        return wire.view(state, NOBODY if seat is None else side_of(seat))

    def chosen(self, view: Wire) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if view["sealed"][seat] is not None)

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        return presets.line_ups(view, seat)
