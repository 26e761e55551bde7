"""Super Goal! as a ``Game``."""

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.coaching import Coach
from engines.core.game import Board, Drawing, Game, Highlights, Moves, Play, Refusals, Scenario, Telling, Words
from engines.core.text import Text
from engines.super_goal import (
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
from engines.super_goal.options import in_words
from engines.super_goal.state import State


class SuperGoal(Game[State]):
    slug = "super_goal"
    name = "Super Goal!"
    rules_version = 1
    options, winner = options.OPTIONS, options.WINNER
    move_seconds = 15
    wall_minutes = 15

    contract = wire.CONTRACT
    line = notation.POSITIONS
    open_keys: ClassVar[Mapping[str, Any]] = {"pending": wire.Pending | None}
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
