"""Options, terms and formations of FUBA, shared by every position of a match (section 11)."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.options import Option, Options, resolve_options, resolve_terms
from engines.core.text import Text, text

OPTIONS: Final = Options(
    (
        Option(
            "formations",
            "str",
            "any",
            "Formations",
            "Any three numbers that sum to 10, or the eight cards only.",
            choices=("any", "cards"),
            words=("any numbers", "the eight cards"),
        ),
        Option("half_minutes", "int", 45, "Minutes per half", "Squares of the time track.", low=10, high=45),
        Option("extra_minutes", "int", 15, "Minutes per half of extra time", low=5, high=15),
    )
)

FORMATIONS: Final = tuple((d, m, 10 - d - m) for d in range(11) for m in range(11 - d))
"""(defence, midfield, forward): every triple that sums to 10 (FU-3.2)."""
FORMATION_NAMES: Final = tuple("-".join(map(str, numbers)) for numbers in FORMATIONS)
FORMATION: Final = {name: index for index, name in enumerate(FORMATION_NAMES)}
CARDS: Final = frozenset(
    FORMATION[card] for card in ("3-4-3", "3-5-2", "4-2-4", "4-3-3", "4-4-2", "4-5-1", "5-3-2", "5-4-1")
)
"""The eight cards (FU-3.2)."""
DEFAULT_FORMATION: Final = FORMATION["4-4-2"]

DIVE_SIDES: Final = ("left", "stay", "right")
"""Sides that a keeper may choose at a penalty."""


class Frame:
    """The constants of a match: options and terms, and what follows from them."""

    __slots__ = (
        "any_formation",
        "ends",
        "extra_time",
        "options",
        "starts",
        "terms",
    )

    def __init__(self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None) -> None:
        """Check options and terms. Raises BadOptions naming the key and what it allows."""
        self.options = resolve_options(OPTIONS, options)
        self.terms = resolve_terms(terms)
        half: int = self.options["half_minutes"]
        extra: int = self.options["extra_minutes"]
        self.any_formation: bool = self.options["formations"] == "any"
        self.starts = (1, half + 1, 2 * half + 1, 2 * half + extra + 1)
        """First minute of each half (section 11)."""
        self.ends = (half, 2 * half, 2 * half + extra, 2 * (half + extra))
        """Last minute of each half, before its stoppage squares."""
        self.extra_time: bool = self.terms["extra_time"]


def in_words(options: Mapping[str, Any], extra_time: bool) -> list[Text]:
    """Return what the options of a match settle, a sentence each."""
    told = [text("Two halves of {n} min.", n=options["half_minutes"])]
    if extra_time:
        told.append(text("Extra time: two halves of {n} min.", n=options["extra_minutes"]))
    if options["formations"] == "cards":
        told.append(text("Formations: only the eight cards."))
    return told
