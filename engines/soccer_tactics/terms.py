"""Words that a player meets first at the table: battles and off-side. A line for each, shown once.

A word is the sentence, or the part of one, by which the table names it.
"""

from collections.abc import Mapping
from typing import Final

from engines.core.text import Text, text

TERMS: Final[Mapping[str, Text]] = {
    "{piece} to {cell}: battle for the ball": text(
        "Battle: a die each, keepers and defenders add to theirs; a six against a one is a foul."
    ),
    "This piece is off-side: free kick to the opponents": text(
        "Off-side: nearer to their goal than all their field pieces."
    ),
}
