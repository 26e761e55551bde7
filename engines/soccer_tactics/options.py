"""Options and terms of Soccer Tactics. Source: ST-15.1."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, clock_option, resolve_options, resolve_terms
from engines.core.text import Text, text
from engines.soccer_tactics.state import Frame

OPTIONS: Final = Options(
    (
        clock_option("Counted turns or the timer ends a half"),
        Option(
            "half_turns",
            "int",
            45,
            "Turns per half",
            "Counted turns; one counts as a minute",
            (),
            5,
            120,
            clock="turns",
        ),
        Option("extra_turns", "int", 15, "Turns per extra period", "Counted turns", (), 2, 60, clock="turns"),
        Option("half_minutes", "int", 45, "Minutes per half", "On the wall clock", (), 1, 60, clock="wall"),
        Option("extra_minutes", "int", 15, "Minutes per extra period", "On the wall clock", (), 1, 30, clock="wall"),
        Option("move_seconds", "int", 60, "Seconds per move", "From the roll of the die", (), 10, 300),
        Option("advanced", "bool", False, "Advanced rule", "Defenders add 2 in battles, not 1"),
        Option(
            "shot",
            "str",
            "spinner",
            "Shots",
            "By the spinner or by the shooting die",
            ("spinner", "die"),
            words=("the spinner", "the shooting die"),
        ),
        Option(
            "compulsory_capture",
            "str",
            "all",
            "Going to the ball",
            "A piece that can reach the ball must go to it: always, only when loose, never",
            ("all", "loose", "none"),
            words=("always", "only a loose ball", "never"),
        ),
        Option(
            "blocked",
            "str",
            "exact",
            "Opponent in the way",
            "A piece that meets an opponent before its roll is used up",
            ("exact", "stops"),
            words=("must go another way", "may stop there"),
            since=2,
        ),
    )
)
COMPULSORY: Final = ("all", "loose", "none")


def frame(options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None) -> Frame:
    """Check and complete options and terms. Raises BadOptions."""
    ready = resolve_options(OPTIONS, options)
    wall = ready["clock"] == "wall"
    return Frame(
        options=ready,
        terms=resolve_terms(terms),
        wall=wall,
        half=0 if wall else ready["half_turns"],
        extra=0 if wall else ready["extra_turns"],
        bonus=(2, *([2 if ready["advanced"] else 1] * 4), *([0] * 6)),
        faces=8 if ready["shot"] == "spinner" else 6,
        compulsory=COMPULSORY.index(ready["compulsory_capture"]),
        stops=ready["blocked"] == "stops",
    )


def in_words(options: Mapping[str, Any], extra_time: bool) -> list[Text]:
    """Return what the options of a match settle, a sentence each."""
    if options["clock"] == "turns":
        told = [text("Two halves of {n} turns.", n=options["half_turns"])]
        longer = text("Extra time: two halves of {n} turns.", n=options["extra_turns"])
    else:
        told = [text("Two halves of {n} min.", n=options["half_minutes"])]
        longer = text("Extra time: two halves of {n} min.", n=options["extra_minutes"])
    if extra_time:
        told.append(longer)
    told.append(text("{n} seconds to move, from the roll of the die.", n=options["move_seconds"]))
    if options["advanced"]:
        told.append(text("Defenders add 2 in battles, not 1."))
    told.append(text("Shots by the spinner.") if options["shot"] == "spinner" else text("Shots by the shooting die."))
    match options["compulsory_capture"]:
        case "all":
            told.append(text("A piece that can reach the ball must go to it."))
        case "loose":
            told.append(text("A piece that can reach a loose ball must go to it."))
        case _:
            told.append(text("No piece must go to the ball."))
    if options["blocked"] == "stops":
        told.append(text("A piece may stop on an opponent in its way."))
    return told
