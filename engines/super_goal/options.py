"""Options and terms of Super Goal!. Source: SG section 15."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, clock_option, resolve_options, resolve_terms
from engines.super_goal.state import Frame

OPTIONS: Final = Options(
    (
        Option(
            "length",
            "str",
            "standard",
            "Length",
            "15 minutes, or 10 in a tournament",
            ("standard", "tournament"),
            words=("standard", "tournament"),
        ),
        clock_option("Counted turns or the wall clock ends a half"),
        Option("half_turns", "int", None, "Turns per half", "Empty: 45, in a tournament 30", (), 5, 300, True),
        Option("half_seconds", "int", None, "Seconds per half", "Empty: 450, in a tournament 300", (), 60, 1800, True),
    )
)
WINNER: Final = Option(
    "winner",
    "str",
    "none",
    "If the score is level",
    "",
    ("none", "shootout"),
    words=("a draw stands", "penalties"),
)
"""There is no extra time (SG-12.5)."""
HALF_TURNS: Final = {"standard": 45, "tournament": 30}
HALF_SECONDS: Final = {"standard": 450, "tournament": 300}


def frame(options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None) -> Frame:
    """Check and complete options and terms. Raises BadOptions."""
    ready = resolve_options(OPTIONS, options)
    for name, by_length in (("half_turns", HALF_TURNS), ("half_seconds", HALF_SECONDS)):
        if ready[name] is None:
            ready[name] = by_length[ready["length"]]
    return Frame(ready, resolve_terms(terms), ready["half_turns"], ready["clock"] == "turns")
