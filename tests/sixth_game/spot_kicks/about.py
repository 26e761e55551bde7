"""The card of spot kicks."""

from engines.core.about import About
from engines.core.figures import CONVERSION, GOALS, SHOTS, Figure, Statistics, Topic
from engines.core.text import text

ABOUT = About(
    name=text("Spot kicks"),
    blurb=text("Penalties and nothing else: choose a corner, and hope."),
    board=text("one spot"),
    length=text("two minutes"),
    chance=text("a die of three"),
    pieces=text("none"),
    decisions=10,
    rules=(text("Kick in turn, five each."), text("A die of three says where the keeper dives.")),
    statistics=Statistics(
        listed=(GOALS, SHOTS, CONVERSION, Figure("time_kept", text("Kicks not taken in time"), Topic.REST)),
        events={"timeout": "time_kept"},
        chances=lambda events: (
            (event["seat"], 24, event["outcome"] == "goal") for event in events if event["type"] == "shot"
        ),
    ),
)
