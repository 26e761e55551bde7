"""Options and terms of Super Goal!. Source: SG section 15."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, clock_option, resolve_options, resolve_terms
from engines.core.text import Text, text
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
        Option(
            "half_turns",
            "int",
            None,
            "Turns per half",
            "Empty: 45, in a tournament 30",
            (),
            5,
            300,
            True,
            clock="turns",
        ),
        Option(
            "half_seconds",
            "int",
            None,
            "Seconds per half",
            "Empty: 450, in a tournament 300",
            (),
            60,
            1800,
            True,
            clock="wall",
        ),
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
    ready["half_turns"], ready["half_seconds"] = _half_turns(ready), _half_seconds(ready)
    return Frame(ready, resolve_terms(terms), ready["half_turns"], ready["clock"] == "turns")


def _half_turns(options: Mapping[str, Any]) -> int:
    turns: int | None = options["half_turns"]
    return HALF_TURNS[options["length"]] if turns is None else turns


def _half_seconds(options: Mapping[str, Any]) -> int:
    seconds: int | None = options["half_seconds"]
    return HALF_SECONDS[options["length"]] if seconds is None else seconds


def in_words(options: Mapping[str, Any], extra_time: bool) -> list[Text]:
    """Return what the options of a match settle, a sentence. There is no extra time (SG-12.5)."""
    if options["clock"] == "turns":
        return [text("Two halves of {n} turns.", n=_half_turns(options))]
    minutes, seconds = divmod(_half_seconds(options), 60)
    return [text("Two halves of {n} min.", n=f"{minutes}:{seconds:02}" if seconds else minutes)]
