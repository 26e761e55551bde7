"""Entrants, ties, fixtures and entries of the log as plain values, for whoever reads all those of a competition.

To make a row of a model takes ten times as long as one of these, and a league of 20 has 920. Fields are columns, by
their names in the model.
"""

from datetime import datetime
from operator import attrgetter
from typing import Any, Self, TypeAlias
from uuid import UUID

from django.db.models import Model
from msgspec import Struct

from league.competitions.models.competition import Entrant
from league.competitions.models.log import ResultEntry
from league.competitions.models.structure import Fixture, Tie


class Plain(Struct, eq=False, array_like=True):
    """The columns of a row that was read, in JSON an array; ``==`` is ``is``, as two may hold a row of two moments."""

    @classmethod
    def of(cls, row: Model) -> Self:
        return cls(*attrgetter(*cls.__struct_fields__)(row))


class PlainEntrant(Plain, eq=False, array_like=True):
    id: UUID
    player_id: UUID
    name: str
    club: str
    code: str
    seed: int | None
    status: str
    strength: float | None
    first_round: int
    last_round: int | None
    here_round: int
    rests: dict[str, str]

    def has_gone(self, step: int) -> bool:
        """Return whether it went home before Swiss round ``step``."""
        return self.last_round is not None and self.last_round < step


class PlainTie(Plain, eq=False, array_like=True):
    id: UUID
    round_id: int
    group_id: int | None
    number: int
    kind: str
    home_slot: dict[str, Any]
    away_slot: dict[str, Any]
    home_id: UUID | None
    away_id: UUID | None
    winner_id: UUID | None
    decided: str
    reason: list[Any]
    home_points: float | None
    away_points: float | None
    leg_scores: list[dict[str, Any]]
    leg: int
    leg_since: datetime | None


class PlainFixture(Plain, eq=False, array_like=True):
    id: UUID
    tie_id: UUID
    leg: int
    board: int
    home_id: UUID | None
    away_id: UUID | None
    home_player_id: UUID | None
    away_player_id: UUID | None
    match_id: UUID | None
    status: str
    kick_off_at: datetime | None
    table: int | None
    fixed: str
    sequence: int
    home_goals: int | None
    away_goals: int | None
    shootout: dict[str, int] | None
    how: str
    reason: list[Any]

    @property
    def of_teams(self) -> bool:
        """Return whether it is a board of a tie of teams with the two people known."""
        return self.home_player_id is not None or self.away_player_id is not None


class PlainEntry(Plain, eq=False, array_like=True):
    position: int
    fixture_id: UUID | None
    entrant_id: UUID | None
    points: int | None
    kind: str
    home_goals: int | None
    away_goals: int | None
    shootout: dict[str, int] | None
    winner: str
    carry: dict[str, int] | None
    extra_time: bool
    how: str
    closing: dict[str, Any] | None
    cards: dict[str, list[str]] | None
    scorers: dict[str, list[str]] | None
    match_id: UUID | None
    reason: str
    forfeits: str
    why: list[Any]
    own: bool
    source: str
    at: datetime


AnyEntrant: TypeAlias = Entrant | PlainEntrant
AnyTie: TypeAlias = Tie | PlainTie
AnyFixture: TypeAlias = Fixture | PlainFixture
AnyEntry: TypeAlias = ResultEntry | PlainEntry
