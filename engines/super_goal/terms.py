"""Words that a player meets first at the table: the star die and its six faces. A line for each, shown once.

A word is the sentence, or the part of one, by which the table names it.
"""

from collections.abc import Mapping
from typing import Final

from engines.core.text import Text, text

TERMS: Final[Mapping[str, Text]] = {
    "Star die: {team}, {face}": text(
        "The star die: whoever holds it can play its face once; then the other side rolls it again."
    ),
    "long shot": text("Long shot: from its sixth row on, the attack shoots on target without a roll."),
    "assist": text("Assist: the attack takes the ball straight to the penalty spot."),
    "unstoppable shot": text(
        "Unstoppable shot: a goal from the shooting zone, unless a new face of the star die stops it."
    ),
    "super save": text("Super save: the defence stops a shot on goal for certain."),
    "miraculous recovery": text(
        "Miraculous recovery: the defence takes the ball before a roll, or at a question mark."
    ),
    "whistle": text("Whistle: a foul is given, for a free kick or a penalty."),
}
