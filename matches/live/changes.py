"""A change of a match, ready to be written: the rows of its log, its columns, and the steps that are shown of it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from engines.core.seats import Seat


@dataclass(slots=True)
class Step:
    """One committed decision: the position after it, and its lines."""

    v: int
    state: Any  # the game's own position type
    lines: list[dict[str, Any]]
    seat: Seat | None = None
    """The seat that decided; None: a host move or a ruling."""


@dataclass(slots=True)
class Change:
    """The values of the one statement, beside the version check."""

    rows: list[dict[str, Any]]
    client_id: UUID
    at: datetime
    kind: Literal["move", "ruling"] = "move"
    seat: Seat | None = None
    state: Any = None  # the game's own position type, after the rows
    status: str = "live"
    result: dict[str, Any] | None = None
    steps: list[Step] = field(default_factory=list)
    command: UUID | None = None
    columns: dict[str, Any] = field(default_factory=dict)
    """The values of ``database.WRITTEN`` after it."""

    @property
    def over(self) -> bool:
        return self.status in ("finished", "void")
