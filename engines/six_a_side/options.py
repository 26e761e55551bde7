"""Options and terms of six-a-side. Source: SX section 13."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, clock_option, resolve_options, resolve_terms
from engines.core.text import Text, text
from engines.six_a_side.state import Frame

OPTIONS: Final = Options(
    (
        Option(
            "mode",
            "str",
            "goal_limit",
            "How it ends",
            "By a golden goal, or by a number of goals",
            ("goal_limit", "golden_goal"),
            words=("a number of goals", "the golden goal"),
        ),
        Option("goals_to_win", "int", 3, "Goals to win", "", (), 1, 9),
        clock_option("The end of a match without enough goals"),
        Option("turn_limit", "int", 300, "Turns per match", "Both sides together", (), 20, 600, clock="turns"),
        Option("extra_turns", "int", 100, "Turns of extra time", "Both sides together", (), 10, 200, clock="turns"),
        Option(
            "possession_limit",
            "int",
            40,
            "Turns in possession",
            "Then the ball is given to the opponents; 0: never",
            (),
            5,
            100,
            also=(0,),
        ),
        Option(
            "sub_window",
            "str",
            "both",
            "Substitution",
            "Only before your action, or after it too",
            ("both", "before"),
            words=("before or after the action", "only before the action"),
        ),
        Option(
            "players", "seats", {"home": 1, "away": 1}, "Players per side", "They take its turns in rotation", (), 1, 3
        ),
    )
)


def frame(options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None) -> Frame:
    """Check and complete options and terms. Raises BadOptions."""
    ready = resolve_options(OPTIONS, options)
    ready["players"] = dict(ready["players"])
    golden = ready["mode"] == "golden_goal"
    return Frame(
        options=ready,
        terms=resolve_terms(terms),
        goals_to_win=1 if golden else ready["goals_to_win"],
        golden=golden,
        by_turns=ready["clock"] == "turns",
        turn_limit=ready["turn_limit"],
        extra_turns=ready["extra_turns"],
        possession_limit=ready["possession_limit"],
        window_after=ready["sub_window"] == "both",
        players=(ready["players"]["home"], ready["players"]["away"]),
    )


def in_words(options: Mapping[str, Any], extra_time: bool) -> list[Text]:
    """Return what the options of a match settle, a sentence each."""
    goals, turns, kept = options["goals_to_win"], options["turn_limit"], options["possession_limit"]
    first_wins, by_turns = options["mode"] == "golden_goal" or goals == 1, options["clock"] == "turns"
    if first_wins:
        ends = text("The first goal within {n} turns wins.", n=turns) if by_turns else text("The first goal wins.")
    elif by_turns:
        ends = text("First to {n} goals, or {turns} turns.", n=goals, turns=turns)
    else:
        ends = text("First to {n} goals, or until the clock stops.", n=goals)
    told = [ends]
    if kept:
        told.append(text("Lose the ball after {n} turns.", n=kept))
    if extra_time:
        told.append(text("Extra time: {n} turns.", n=options["extra_turns"]))
    if options["sub_window"] == "before":
        told.append(text("Substitutes come in only before the action."))
    return told
