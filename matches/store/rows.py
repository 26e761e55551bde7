"""Rows of a running match in memory, and the columns that a decision changes. Pure.

The statements that read and write them are in ``matches.store.database``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from engines.core.seats import Seat, Wire, other


@dataclass(slots=True)
class SeatRow:
    """One side of a match for the runtime."""

    user: str | None
    bot: str
    name: str
    dice_seed: str
    default_seed: bool
    seen_at: datetime | None
    gone_at: datetime | None
    robot: bool = False
    devices: dict[str, str] = field(default_factory=dict)
    places: int = 1
    shared: list[dict[str, str]] = field(default_factory=list)
    """``{"user", "name"}`` of the people who share the seat, in order; empty for one person."""

    @property
    def is_taken(self) -> bool:
        """Return whether somebody (or a bot) sits here, and nobody is missing."""
        return bool(self.user or self.bot) and (self.places == 1 or len(self.shared) == self.places)

    def belongs_to(self, user: str) -> bool:
        """Return whether ``user`` sits here, alone or with others."""
        return user == self.user or any(person["user"] == user for person in self.shared)


@dataclass(slots=True)
class MatchRow:
    """A match for the runtime: its row, both seats, the secret of its dice."""

    id: UUID
    game: str
    mode: str
    rules_version: int
    options: dict[str, Any]
    terms: dict[str, Any]
    title: str
    back_url: str
    status: str
    version: int
    snapshot: Wire | None
    rolls: int
    opening: dict[str, Any]
    result: dict[str, Any] | None
    move_seconds: int | None
    budget_seconds: int | None
    home_used_ms: int
    away_used_ms: int
    bot_seconds: float
    home_since: datetime | None
    away_since: datetime | None
    home_timeouts: int
    away_timeouts: int
    home_quota_ms: int
    away_quota_ms: int
    set_piece: str
    home_placing_ms: int
    away_placing_ms: int
    absence_seconds: int | None
    absence_claimed: bool
    resume_at: datetime | None
    period: str
    time_up_at: datetime | None
    time_left_ms: int | None
    deadline_at: datetime | None
    bot_due_at: datetime | None
    starts_at: datetime | None
    no_show_at: datetime | None
    held: bool
    listed: bool
    audience: UUID | None
    closed: bool
    chat: str
    chat_spectators: str
    chat_hidden: bool
    secret: str
    offers: list[dict[str, Any]]
    """The open offers, as frames show them."""
    seats: dict[Seat, SeatRow] = field(default_factory=dict)

    def apply(self, columns: Mapping[str, Any], seat: Seat | None, *, moved: bool = True) -> None:
        """Apply the columns ``columns`` by a commit.

        Another status ends all offers; a decision of ``seat`` the other's draw offer and its own call for coaching;
        whatever ``moved`` on an offer to undo.
        """
        if columns["status"] != self.status:
            self.offers = []
        for name in KEPT:
            setattr(self, name, columns[name])
        if self.offers and seat is not None:
            ended = (("draw", other(seat)), ("coaching", seat))
            self.offers = [offer for offer in self.offers if (offer["kind"], offer["seat"]) not in ended]
        if self.offers and moved:
            self.offers = [offer for offer in self.offers if offer["kind"] != "undo"]


@dataclass(frozen=True, slots=True)
class LogRow:
    seq: int
    client_id: UUID
    seat: str
    move: dict[str, Any]
    rolls: list[int]
    events: list[dict[str, Any]]
    kind: str
    at: datetime


WRITTEN: Final = {
    "version": "int",
    "snapshot": "jsonb",
    "rolls": "int",
    "status": "text",
    "result": "jsonb",
    "finished_at": "timestamptz",
    **dict.fromkeys(("home_used_ms", "away_used_ms"), "bigint"),
    **dict.fromkeys(("home_since", "away_since"), "timestamptz"),
    **dict.fromkeys(("home_timeouts", "away_timeouts", "home_quota_ms", "away_quota_ms"), "int"),
    "set_piece": "text",
    **dict.fromkeys(("home_placing_ms", "away_placing_ms"), "bigint"),
    "resume_at": "timestamptz",
    "period": "text",
    "time_up_at": "timestamptz",
    "time_left_ms": "int",
    "deadline_at": "timestamptz",
    "bot_due_at": "timestamptz",
}
"""Columns of a match that a commit writes, with their types: the only list of them."""
KEPT: Final = tuple(name for name in WRITTEN if name in MatchRow.__slots__ and name != "snapshot")
"""Written columns that stay in memory: the position is held as the game's own state, and nobody asks when it ended."""
