"""The card of Soccer Tactics WORLD."""

from typing import Final

from engines.core.about import About, Example, Tournament
from engines.core.text import text
from engines.soccer_tactics.figures import STATISTICS
from engines.soccer_tactics.rulebook import RULEBOOK

ABOUT: Final = About(
    name=text("Soccer Tactics WORLD"),
    blurb=text("Eleven against eleven on squares: the dice say how far, you say who and where."),
    board=text("8 × 16 cells"),
    length=text("up to 90 minutes"),
    chance=text("two dice a turn"),
    pieces=text("eleven a side"),
    decisions=536,
    colour="green",
    chapters=(
        "minute",
        "pitch",
        "pieces",
        "kick_off",
        "turn",
        "ball",
        "capture",
        "defence",
        "shots",
        "battles",
        "cards",
        "offside",
        "free_kick",
        "minor_foul",
        "goal_kick",
        "corner",
        "penalty",
        "time",
        "shootout",
        "agreed",
        "tips",
    ),
    examples={
        "start": Example({"roll": 4}),
        "offside": Example(
            {"pieces": {"home.f1": "E14", "home.f2": "F13"}, "carrier": "home.m3", "roll": 3}, rows="6-16"
        ),
        "battle": Example(
            {"pieces": {"home.f1": "E10", "away.d3": "E10", "away.f1": "B8"}, "carrier": "home.f1", "roll": 3},
            rows="7-13",
        ),
        "penalty": Example(
            {
                "pieces": {"home.f1": "D13", "away.d2": "C13", "away.d3": "F13", "away.gk": "line16"},
                "ball": "spot16",
                "phase": "penalty_kicker",
                "restart": {"kind": "penalty", "taker": "home.f1"},
            },
            rows="11-16",
        ),
    },
    rulebook=RULEBOOK,
    statistics=STATISTICS,
    tournament=Tournament(draws="extra_time"),  # ST-13.9
)
