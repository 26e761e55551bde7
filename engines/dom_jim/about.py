"""The card of Dom Jim."""

from typing import Final

from engines.core.about import About, Example, TwoLegs
from engines.core.text import text
from engines.dom_jim.drawing import REFEREES, track_place
from engines.dom_jim.figures import STATISTICS
from engines.dom_jim.rulebook import RULEBOOK

SHOWN_OF_THE_TRACK: Final = (0, 9, *REFEREES, 25)

ABOUT: Final = About(
    name=text("Dom Jim"),
    blurb=text("Football played as chess: light and dark figures, alternate moves, hardly a die."),
    board=text("light and dark cells"),
    length=text("one or two hours"),
    chance=text("almost none"),
    pieces=text("ten a side, two reserves"),
    decisions=115,
    colour="violet",
    chapters=(
        "minute",
        "pitch",
        "pieces",
        "start",
        "turn",
        "ball",
        "goal",
        "defence",
        "keeper",
        "penalty",
        "corner",
        "throw_in",
        "offside",
        "time",
        "race",
        "shootout",
        "agreed",
        "tips",
    ),
    examples={
        "kick_off": Example(),
        "shot": Example(
            {"pieces": {"home.d3": "F11", "away.gk": "E14"}, "carrier": "home.d3"}, rows="8-14", path="F11 F14"
        ),
        "interception": Example(
            {"pieces": {"away.d3": "E6"}, "carrier": "away.d3"}, rows="2-9", path="D5 E6, F5 E6, E2 E6"
        ),
        "penalty": Example({"pieces": {"away.gk": "D13"}, "ball": "F13"}, rows="9-14", path="D13 E13 F13"),
        "throw_in": Example(
            {"pieces": {"home.l2": "B4", "away.l2": "C5"}, "ball": "D6"}, rows="2-8", path="B4 C5, D6 A6"
        ),
        "offside": Example({"pieces": {"home.l3": "F12", "away.c": "E9"}}, rows="6-14", path="F12 G7"),
        "race": Example(path="9 12", places={str(number): track_place(number) for number in SHOWN_OF_THE_TRACK}),
    },
    rulebook=RULEBOOK,
    statistics=STATISTICS,
    # of 42 goals between two bots that look ahead, 36 were of the side that moved first after a kick-off
    two_legs=TwoLegs(
        why=text("In Dom Jim the side that moves first scores most goals: in two legs each side moves first once."),
        official=text("Official match: two legs, then the flag race and penalties"),
        draws="extra_time",  # DJ-10.6, DJ-10.7
        options={"first_move": "home"},
    ),
    yardstick="DJ-15: two careful one-ply bots draw about half of their legs 0-0; random play hardly touches the ball",
)
