"""The card of FUBA."""

from typing import Final

from engines.core.about import About, Example
from engines.core.text import text
from engines.fuba.figures import STATISTICS

ABOUT: Final = About(
    name=text("FUBA"),
    blurb=text("A team’s shape in big zones; the ball is a die that tells how well it is controlled."),
    board=text("13 zones"),
    length=text("60 to 90 minutes"),
    chance=text("ball die and two dice"),
    pieces=text("eleven a side"),
    decisions=886,
    colour="blue",
    chapters=("minute", "pitch", "team", "turn", "ball", "shots", "movement", "defence", "restarts", "time", "tips"),
    examples={
        "favourites": Example(),
        "check": Example({"pieces": {"home.p5": "L3", "home.p6": "L3"}}, path="C3 L3"),
        "shot": Example({"pieces": {"home.p9": "C5", "home.p10": "C5"}, "ball": "C5", "ball_die": 2, "phase": "shot"}),
    },
    statistics=STATISTICS,
)
