"""The card of six-a-side."""

from typing import Final

from engines.core.about import About, Example
from engines.core.text import text
from engines.six_a_side.figures import STATISTICS
from engines.six_a_side.rulebook import RULEBOOK

ABOUT: Final = About(
    name=text("Six-a-side"),
    blurb=text("Pawns on a mat, nothing hidden but the line-ups and the penalties; no dice at all."),
    board=text("7 × 11 spaces"),
    length=text("15 to 30 minutes"),
    chance=text("none"),
    pieces=text("six a side, one substitute"),
    decisions=138,
    colour="orange",
    chapters=(
        "minute",
        "pitch",
        "setup",
        "turn",
        "ball",
        "shots",
        "steal",
        "cards",
        "penalty",
        "substitute",
        "time",
        "shootout",
        "teams",
        "agreed",
        "tips",
    ),
    examples={
        "start": Example({"ball": "D6"}),
        "shot": Example(
            {"pieces": {"home.p5": "C10", "away.p3": "C8"}, "carrier": "home.p5"}, rows="7-12", path="C10 C12"
        ),
        "steal": Example(
            {"pieces": {"home.p4": "D6", "away.p4": "D7"}, "carrier": "home.p4", "active": "away"}, rows="4-9"
        ),
        "penalty": Example(
            {
                "pieces": {"home.p5": "D9", "away.p2": "F9", "away.p4": "B8"},
                "carrier": "home.p5",
                "phase": "penalty",
                "penalty": {"awarded": "home", "reason": "foul", "kicker": "home.p5", "keeper": "away.p1"},
            },
            rows="7-12",
        ),
    },
    rulebook=RULEBOOK,
    statistics=STATISTICS,
    yardstick="SX-16: the one-ply bot against itself 2 to 3.5 goals, about a quarter level",
)
