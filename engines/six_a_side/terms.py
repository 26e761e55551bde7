"""Words that a player meets first at the table: the steal that is a foul. A line for each, shown once.

A word is the sentence, or the part of one, by which the table names it.
"""

from collections.abc import Mapping
from typing import Final

from engines.core.text import Text, text

TERMS: Final[Mapping[str, Text]] = {
    "A diagonal steal: yellow card": text(
        "Diagonal steal: a foul that brings a card, and a penalty before your own goal."
    ),
    "Long pass to {pawn} at {cell}": text(
        "Long pass: from a marked corner space the ball reaches any space of that half."
    ),
}
