"""Users who held an entrant's place, one after the other, by positions of the log."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Protocol, TypeAlias
from uuid import UUID

from league.competitions.models import AnyEntrant, Competition
from league.registry import Registry


class Takeover(Protocol):
    """A user who took over another's place; results up to ``position`` belong to ``before_id``."""

    entrant_id: UUID
    before_id: UUID
    position: int
    at: datetime


TakeoverSource: TypeAlias = Callable[[Competition], Iterable[Takeover]]
"""Lists the takeovers in a competition, oldest first."""

takeover_sources: Registry[TakeoverSource] = Registry()


def holders(row: Competition) -> Callable[[AnyEntrant, int], UUID]:
    """Return a function that tells which user held an entrant at a position of the log."""
    takeovers: dict[UUID, list[Takeover]] = {}
    for source in takeover_sources:
        for takeover in source(row):
            takeovers.setdefault(takeover.entrant_id, []).append(takeover)

    def holder(entrant: AnyEntrant, position: int) -> UUID:
        later = [takeover for takeover in takeovers.get(entrant.id, []) if position <= takeover.position]
        return later[0].before_id if later else entrant.player_id

    return holder


def taken_over_since(row: Competition, entrants: Collection[UUID | None], at: datetime) -> bool:
    """Return whether another user has come to hold the place of one of ``entrants`` since ``at``."""
    takeovers = (takeover for source in takeover_sources for takeover in source(row))
    return any(takeover.entrant_id in entrants and takeover.at >= at for takeover in takeovers)
