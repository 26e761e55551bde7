"""Options and terms of six-a-side. Source: SX section 13."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, resolve_options, resolve_terms
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
        Option(
            "clock",
            "str",
            "turns",
            "Clock",
            "The end of a match without enough goals",
            ("turns", "wall"),
            words=("counted turns", "the wall clock"),
        ),
        Option("turn_limit", "int", 300, "Turns per match", "Both sides together", (), 20, 600),
        Option("extra_turns", "int", 100, "Turns of extra time", "Both sides together", (), 10, 200),
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
