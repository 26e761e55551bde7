"""Options and terms of Dom Jim. Source: DJ-14.4; ``first_move`` is a house rule of competitions."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, clock_option, resolve_options, resolve_terms
from engines.core.text import Text, text
from engines.dom_jim.state import Frame

MINUTES: Final = 30
"""Usual minutes of a leg on the wall clock."""

OPTIONS: Final = Options(
    (
        Option(
            "length",
            "str",
            "goals",
            "Length",
            "Agreed goals or agreed time ends a leg",
            ("goals", "time"),
            words=("agreed goals", "agreed time"),
        ),
        Option("goals", "int", 2, "Goals per leg", "Both sides together", (), 1, 2),
        Option(
            "no_goal_limit",
            "int",
            120,
            "Turns without a goal",
            "Then the leg ends with its score; 0: never",
            (),
            20,
            1000,
            also=(0,),
        ),
        clock_option("With agreed time: turns, or the wall clock"),
        Option(
            "leg_turns",
            "int",
            120,
            "Turns per leg",
            "With agreed time, both sides together",
            (),
            20,
            1000,
            clock="turns",
        ),
        Option(
            "leg_minutes",
            "int",
            MINUTES,
            "Minutes per leg",
            "With agreed time on the wall clock",
            (),
            5,
            90,
            since=2,
            clock="wall",
        ),
        Option(
            "offside_return",
            "str",
            "may",
            "One figure offside",
            "Two or more are always put back",
            ("may", "must"),
            words=("the opponent can leave it", "the opponent puts it back"),
            since=2,
            before="must",
        ),
        Option(
            "first_move",
            "str",
            "dice",
            "First move of a leg",
            "A house rule of competitions: the home side moves first, and the other one in the return leg",
            ("dice", "home"),
            words=("the dice decide", "the home side"),
            house=True,
        ),
    )
)
WINNER: Final = Option(
    "winner",
    "str",
    "none",
    "If the score is level",
    "",
    ("none", "extra_time", "shootout"),
    words=("a draw stands", "the flag race, then penalties", "penalties"),
)
"""Its extra time is the flag race (DJ-11)."""


def frame(options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None) -> Frame:
    """Check and complete options and terms. Raises BadOptions."""
    ready = resolve_options(OPTIONS, options)
    by_goals = ready["length"] == "goals"
    return Frame(
        options=ready,
        terms=resolve_terms(terms),
        goals=ready["goals"] if by_goals else 0,
        no_goal_limit=ready["no_goal_limit"] if by_goals else 0,
        leg_turns=0 if by_goals or ready["clock"] == "wall" else ready["leg_turns"],
        wall=not by_goals and ready["clock"] == "wall",
        may_leave=ready["offside_return"] == "may",
    )


def in_words(options: Mapping[str, Any], extra_time: bool) -> list[Text]:
    """Return what the options of a match settle, a sentence each. Its extra time has a length of its own (DJ-11)."""
    goals, limit = options["goals"], options["no_goal_limit"]
    if options["length"] == "time":
        if options["clock"] == "wall":
            ends = text("It ends after {n} min.", n=options["leg_minutes"])
        else:
            ends = text("It ends after {n} turns.", n=options["leg_turns"])
    elif limit:
        ends = (
            text("It ends with the first goal, or after {turns} turns.", turns=limit)
            if goals == 1
            else text("It ends with {n} goals in all, or {turns} turns without one.", n=goals, turns=limit)
        )
    else:
        ends = text("It ends with the first goal.") if goals == 1 else text("It ends with {n} goals in all.", n=goals)
    told = [ends]
    if options["offside_return"] == "may":
        told.append(text("One figure offside: the opponent can leave it."))
    else:
        told.append(text("One figure offside: the opponent puts it back."))
    if options["first_move"] == "home":
        told.append(text("The home side moves first."))
    return told
