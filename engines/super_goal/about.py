"""The card of Super Goal!"""

from typing import Final

from engines.core.about import About, Example, Tournament
from engines.core.text import text
from engines.super_goal.figures import STATISTICS
from engines.super_goal.rulebook import RULEBOOK

ABOUT: Final = About(
    name=text("Super Goal!"),
    blurb=text("Dice football with a single ball. Easy to learn: pick a die, roll it, live with it."),
    board=text("5 × 11 cells"),
    length=text("10 to 15 minutes"),
    chance=text("eight dice, one of them your star"),
    pieces=text("one: the ball"),
    decisions=134,
    colour="red",
    chapters=(
        "minute",
        "pitch",
        "start",
        "arrows",
        "out",
        "turn",
        "shots",
        "defence",
        "keeper",
        "corner",
        "fouls",
        "penalty",
        "free_kick",
        "star",
        "time",
        "shootout",
        "agreed",
        "tips",
    ),
    examples={
        "kick_off": Example(),
        "out": Example({"ball": "C3"}, rows="2-6", path="C3 B4 A5 out"),
        "turned": Example({"ball": "A10"}, rows="8-11", path="A10 B10"),
        "shot": Example({"ball": "C9"}, rows="8-11", path="C9 C10"),
        "corner": Example({"ball": "A11"}, rows="8-11", path="A11 B11"),
        "penalty": Example({"ball": "C10", "phase": "penalty"}, rows="8-11"),
    },
    rulebook=RULEBOOK,
    statistics=STATISTICS,
    tournament=Tournament(options={"length": "tournament"}, draws="shootout"),  # SG-12.1, SG-12.5
    yardstick="SG-17: random 2.0 goals, 134 decisions, 33 % level; sensible bots 5.2 goals, 149 decisions, 22 %",
)
