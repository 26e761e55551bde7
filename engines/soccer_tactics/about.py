"""The card of Soccer Tactics WORLD."""

from typing import Final

from engines.core.about import About, Example, Tournament
from engines.core.text import text
from engines.soccer_tactics.figures import STATISTICS

ABOUT: Final = About(
    name=text("Soccer Tactics WORLD"),
    blurb=text("Eleven against eleven on squares: the dice say how far, you say who and where."),
    board=text("8 × 16 cells"),
    length=text("up to 90 minutes"),
    chance=text("two dice a turn"),
    pieces=text("eleven a side"),
    decisions=536,
    colour="green",
    chapters=("minute", "pitch", "pieces", "turn", "ball", "shots", "defence", "offside", "restarts", "time", "tips"),
    examples={
        "start": Example({"roll": 4}),
        "offside": Example(
            {"pieces": {"home.f1": "E14", "home.f2": "F13"}, "carrier": "home.m3", "roll": 3}, rows="6-16"
        ),
    },
    statistics=STATISTICS,
    tournament=Tournament(draws="extra_time"),  # ST-13.9
)
