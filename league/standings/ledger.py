"""The ledger of a stored table: points that no match gave, of byes or by decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

BYES: Final = ("bye", "half_bye", "full_bye", "absent", "house")
"""Kinds of byes. ``house``: the round against the player of the house, which pays the points of its result."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Points of ``entrant`` outside of its matches, taken if negative."""

    entrant: str
    points: float
    reason: str
    """The organiser's reason, or the kind of a bye."""
    bye: bool
    round: int
    """The round of a bye; 0 in tables stored before it was kept."""


def entries_of(stored: Mapping[str, Any]) -> list[Entry]:  # JSON of ``Table.as_json``
    """Return the ledger of a stored table, as it stands there.

    ``ledger_rounds`` has the round of each entry, 0 of those that are no byes; an older Swiss table knows its byes by
    their kinds alone.
    """
    entries = stored.get("ledger", [])
    older = any("swiss" in row for row in stored.get("rows", [])) and "ledger_rounds" not in stored
    rounds = stored.get("ledger_rounds") or [0] * len(entries)
    return [
        Entry(entrant, points, reason, bool(round) or (older and reason in BYES), round)
        for (entrant, points, reason), round in zip(entries, rounds, strict=True)
    ]


def sums_of(stored: Mapping[str, Any]) -> dict[str, tuple[float, float]]:  # JSON of ``Table.as_json``
    """Return entrant -> its points of byes, and those taken (negative) or given back by decision.

    With the points of the matches they add up to those of the table.
    """
    sums: dict[str, tuple[float, float]] = {row["entrant"]: (0, 0) for row in stored.get("rows", [])}
    for entry in entries_of(stored):
        byes, decided = sums.get(entry.entrant, (0, 0))
        sums[entry.entrant] = (byes + entry.points, decided) if entry.bye else (byes, decided + entry.points)
    return sums
