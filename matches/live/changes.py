"""A change of a match, ready to be written: the rows of its log, its columns, and the steps that are shown of it.

Pure, with what a decision reads of the match that it changes: the runtime's on the server, or that of a browser
(``matches.offline``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from engines.core.game import Game
from engines.core.seats import Seat
from matches.store.rows import MatchRow


class Around(Protocol):
    """The clock around a match."""

    @property
    def now(self) -> Callable[[], datetime]: ...

    @property
    def misses_beat(self) -> bool:
        """Return whether the clock has stood still: no time is called then."""


class Playing(Protocol):
    """A match in memory, as far as a decision reads it."""

    @property
    def row(self) -> MatchRow: ...

    @property
    def game(self) -> Game[Any]: ...

    @property
    def hall(self) -> Around: ...

    state: Any  # the game's own position type
    unread: Any  # JSON
    timeline: int
    other_rules: bool
    bot_decisions: int
    hurried: bool

    @property
    def lag_ms(self) -> Mapping[Seat, int]: ...

    def still_asked(self, seat: Seat | None, v: int) -> bool: ...


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
    """The values of ``rows.WRITTEN`` after it."""

    @property
    def over(self) -> bool:
        return self.status in ("finished", "void")
