"""Soccer Tactics as a ``Game``."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.coaching import Coach
from engines.core.drawing import LineUp
from engines.core.game import Board, Drawing, Game, Highlights, Moves, Play, Refusals, Scenario, Telling, Words
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.core.text import Text
from engines.soccer_tactics import (
    board,
    coach,
    commentary,
    drawing,
    highlights,
    moves,
    notation,
    offers,
    options,
    play,
    presets,
    refusals,
    scenario,
    terms,
    wire,
    words,
)
from engines.soccer_tactics.options import in_words
from engines.soccer_tactics.state import RESTARTS, State


class SoccerTactics(Game[State]):
    slug = "soccer_tactics"
    name = "Soccer Tactics WORLD"
    rules_version = 2
    continues = (1,)
    options = options.OPTIONS
    move_seconds = 60
    wall_minutes = 90
    showcase = {"roll": 4}
    sharers = 2  # ST-0.2: two for each side, who agree on its moves freely

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
        # sets of cells decide what is legal; the list of moves is made only on request
        code = moves.code_of(move)
        return offers.allowed(state, code) if code >= 0 and side == state.acting else None

    def set_piece(self, state: State) -> str:  # ST-13.1: one limit for all pieces that are placed
        return "" if state.restart is None else RESTARTS[state.restart.kind] or ""

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        return presets.line_ups(view, seat)
