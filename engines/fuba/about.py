"""The card of FUBA."""

from typing import Final

from engines.core.about import About, Example
from engines.core.text import text
from engines.fuba.figures import STATISTICS
from engines.fuba.rulebook import RULEBOOK

ABOUT: Final = About(
    name=text("FUBA"),
    blurb=text("A team’s shape in big zones; the ball is a die that tells how well it is controlled."),
    board=text("13 zones"),
    length=text("60 to 90 minutes"),
    chance=text("ball die and two dice"),
    pieces=text("eleven a side"),
    decisions=886,
    colour="blue",
    chapters=(
        "minute",
        "pitch",
        "team",
        "kick_off",
        "turn",
        "ball",
        "events",
        "shots",
        "movement",
        "offside",
        "cards",
        "free_kick",
        "corner",
        "goal_kick",
        "penalty",
        "time",
        "shootout",
        "agreed",
        "tips",
    ),
    examples={
        "favourites": Example(),
        "check": Example({"pieces": {"home.p5": "L3", "home.p6": "L3"}}, path="C3 L3"),
        "shot": Example({"pieces": {"home.p9": "C5", "home.p10": "C5"}, "ball": "C5", "ball_die": 2, "phase": "shot"}),
        "offside": Example(
            {"pieces": {"home.p10": "C5", "away.p1": "L3", "away.p2": "C4", "away.p3": "C4", "away.p4": "R3"}}
        ),
        "penalty": Example(
            {
                "pieces": {"home.p10": "C5", "away.p2": "C4", "away.p3": "C4"},
                "ball": "C5",
                "ball_die": 2,
                "phase": "penalty_dive",
            }
        ),
    },
    rulebook=RULEBOOK,
    statistics=STATISTICS,
)
