"""Dom Jim as a ``Game``."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.core.coaching import Coach
from engines.core.game import Board, Drawing, Game, Highlights, Moves, Play, Refusals, Scenario, Telling, Words
from engines.core.seats import Event
from engines.core.text import Text
from engines.dom_jim import (
    board,
    coach,
    commentary,
    drawing,
    highlights,
    moves,
    notation,
    options,
    play,
    refusals,
    scenario,
    terms,
    wire,
    words,
)
from engines.dom_jim.options import MINUTES, in_words
from engines.dom_jim.state import State


class DomJim(Game[State]):
    slug = "dom_jim"
    name = "Dom Jim"
    rules_version = 2
    continues = (1,)
    options, winner = options.OPTIONS, options.WINNER
    move_seconds = 60
    wall_minutes = MINUTES

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

    def mirrors(self, events: Sequence[Event]) -> bool:
        # a long throw counts the cells of either half from row 1 and column A on (DJ-7.6)
        return not any(event["type"] == "roll" and event["for"] == "long_throw" for event in events)
