"""The card of six-a-side."""

from typing import Final

from engines.core.about import About
from engines.core.text import text
from engines.six_a_side.figures import STATISTICS

ABOUT: Final = About(
    name=text("Six-a-side"),
    blurb=text("Pawns on a mat, nothing hidden but the line-ups and the penalties; no dice at all."),
    board=text("7 × 11 spaces"),
    length=text("15 to 30 minutes"),
    chance=text("none"),
    pieces=text("six a side, one substitute"),
    decisions=138,
    colour="orange",
    examples={
        "start": {"ball": "D6"},
        "steal": {"pieces": {"home.p4": "D6", "away.p4": "D7"}, "carrier": "home.p4", "active": "away"},
        "shot": {"pieces": {"home.p5": "C10", "away.p3": "C8"}, "carrier": "home.p5"},
    },
    statistics=STATISTICS,
    yardstick="SX-16: the one-ply bot against itself 2 to 3.5 goals, about a quarter level",
)
