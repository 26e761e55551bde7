"""Editions of the rules of a Swiss round, and who made it: stored with each round."""

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Final, Literal, TypeAlias

Edition: TypeAlias = Literal["2017", "2026"]
"""A text of FIDE C.04.3, named after the year it came into force."""

EDITIONS: Final[Mapping[str, str]] = {
    "2017": "FIDE C.04.3 (Dutch), in force until 31 January 2026",
    "2026": "FIDE C.04.3 (Dutch), in force since 1 February 2026",
}
CURRENT: Final[Edition] = "2026"


def engine(system: Literal["dutch", "monrad"], edition: Edition = CURRENT) -> dict[str, str]:
    """Describe the maker of a round, to be stored with it: engine, its version, the rules and their edition."""
    if system == "monrad":
        return {"engine": "tabellone", "version": "monrad/1", "rules": "Monrad"}
    rules = {"rules": EDITIONS[edition], "edition": edition}
    if edition == "2017":
        return {"engine": "py4swiss", "version": version("py4swiss"), **rules}
    return {"engine": "tabellone", "version": "dutch/1", **rules}


def edition_of(engines: Iterable[Mapping[str, str]]) -> Edition:
    """Return the edition of the next Dutch round: that of the first round, or the current one before it.

    ``engines``: the results of ``engine`` for each earlier round; the oldest name no edition.
    """
    first = next((engine for engine in engines if engine and engine.get("rules") != "Monrad"), None)
    if first is None:
        return CURRENT
    return "2017" if first.get("edition", "2017") == "2017" else CURRENT
