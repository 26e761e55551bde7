"""Words that a player meets first at the table: cards, ringed cells and the flag race. A line for each, shown once.

A word is the sentence, or the part of one, by which the table names it.
"""

from collections.abc import Mapping
from typing import Final

from engines.core.text import Text, text

TERMS: Final[Mapping[str, Text]] = {
    "Yellow cards left, {team}: {n}": text(
        "Cards: a figure that loses the ball gets one and waits off the pitch; with none left, it is sent off."
    ),
    "{figure} must leave the ringed cells this turn": text(
        "Ringed cells: a figure that stays on them before their goal is offside, unless an opponent stands on one."
    ),
    "Flag race: {team} from {start} to {end}": text(
        "Flag race: after a level match the reserves race by dice to the flag, twice; cells of referees send them back."
    ),
}
