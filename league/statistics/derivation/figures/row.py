"""What a count reads and what it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engines.core.seats import SEATS, Event, Seat

Figures: TypeAlias = dict[Seat, dict[str, int]]
"""Numbers by seat and name of the figure. A name that is missing is nought."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a match's log: who decided (None: the host), what, and what happened."""

    seat: Seat | None = None
    move: dict[str, Any] = field(default_factory=dict)  # JSON of the game's own shape
    events: Sequence[Event] = ()


def nothing() -> Figures:
    """Both seats without a figure."""
    return {seat: {} for seat in SEATS}


def add(figures: Figures, seat: object, name: str, number: int = 1) -> None:
    """Count ``name`` for ``seat``; whoever is no seat (a host's event) is not counted."""
    if seat == "home" or seat == "away":
        figures[seat][name] = figures[seat].get(name, 0) + number
