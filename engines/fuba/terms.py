"""Words that a player meets first at the table: the ball die and what the dice bring. A line for each, shown once.

A word is the sentence, or the part of one, by which the table names it.
"""

from collections.abc import Mapping
from typing import Final

from engines.core.text import Text, text

TERMS: Final[Mapping[str, Text]] = {
    "Ball in {zone}, ball die {n}: choose the target zone": text(
        "Ball die: your roll, with more players in a zone adding to it, must be higher to keep the ball."
    ),
    "Shoot: two sixes score": text("Difficult shot: where no single roll is enough, two sixes running score."),
    "Quick moves: one zone each, at most {n}": text(
        "Quick moves: equal dice let each team move as many players as they show."
    ),
    "Free play: bring players away from the goal lines": text(
        "Free play: after moving, players can step away from a goal line."
    ),
}
