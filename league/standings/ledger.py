"""The ledger of a stored table: points that no match of it gave: of byes, carried from a stage before, by decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

BYES: Final = ("bye", "half_bye", "full_bye", "absent", "house")
"""Kinds of byes. ``house``: the round against the player of the house, which pays the points of its result."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Points of ``entrant`` outside of its matches, taken if negative."""

    entrant: str
    points: float
    reason: str
    """The organiser's reason, the kind of a bye, or what counts of points carried."""
    bye: bool
    round: int
    """The round of a bye; 0 in tables stored before it was kept."""
    carried: float | None = None
    """All points of the stage before, of an entry that is carried from there."""


class Sums(NamedTuple):
    """Points of one entrant outside of its matches, by where they come from."""

    byes: float = 0
    deductions: float = 0
    """Taken (negative) or given back by decision."""
    carried: float = 0
    """Of the stage before; below zero: what halving takes from its matches, where these count too."""


def entries_of(stored: Mapping[str, Any]) -> list[Entry]:  # JSON of ``Table.as_json``
    """Return the ledger of a stored table, as it stands there.

    ``ledger_rounds`` has the round of each entry, 0 of those that are no byes; an older Swiss table knows its byes by
    their kinds alone.
    """
    entries = stored.get("ledger", [])
    older = any("swiss" in row for row in stored.get("rows", [])) and "ledger_rounds" not in stored
    rounds = stored.get("ledger_rounds") or [0] * len(entries)
    carried = stored.get("ledger_carried") or [None] * len(entries)
    return [
        Entry(entrant, points, reason, bool(round) or (older and reason in BYES), round, before)
        for (entrant, points, reason), round, before in zip(entries, rounds, carried, strict=True)
    ]


def sums_of(stored: Mapping[str, Any]) -> dict[str, Sums]:  # JSON of ``Table.as_json``
    """Return entrant -> its points outside of its matches. With those of the matches they add up to the table's."""
    sums = {row["entrant"]: Sums() for row in stored.get("rows", [])}
    for entry in entries_of(stored):
        so_far = sums.get(entry.entrant, Sums())
        if entry.carried is not None:
            sums[entry.entrant] = so_far._replace(carried=so_far.carried + entry.points)
        elif entry.bye:
            sums[entry.entrant] = so_far._replace(byes=so_far.byes + entry.points)
        else:
            sums[entry.entrant] = so_far._replace(deductions=so_far.deductions + entry.points)
    return sums
