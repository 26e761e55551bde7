"""The card of Super Goal!"""

from typing import Final

from engines.core.about import About
from engines.core.text import text
from engines.super_goal.figures import STATISTICS

ABOUT: Final = About(
    name=text("Super Goal!"),
    blurb=text("Dice football with a single ball. Easy to learn: pick a die, roll it, live with it."),
    board=text("5 × 11 cells"),
    length=text("10 to 15 minutes"),
    chance=text("eight dice, one of them your star"),
    pieces=text("one: the ball"),
    decisions=134,
    colour="red",
    statistics=STATISTICS,
    yardstick="SG-17: random 2.0 goals, 134 decisions, 33 % level; sensible bots 5.2 goals, 149 decisions, 22 %",
)
