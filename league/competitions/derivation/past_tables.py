"""Past tables, computed again from the same structure and log by the same code.

The result depends on the log alone, so it is cached for an hour under the log position (and the release): many people
open a season's table of one matchday, and it is derived once.
"""

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

import redis
from django.core.cache import cache

from league.competitions.derivation.derive import derive
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.derivation.tables import next_placed, rows_as_json, stored_table, venue_table
from league.competitions.models import Competition, Group, Stage
from league.standings.figures import Venue
from matches.pages.visitors import release

log = logging.getLogger("league.competitions.derivation.past_tables")

KEPT_SECONDS: Final = 3600
Stored = dict[str, Any]
"""``Group.table``: JSON."""
Known = TypeVar("Known")


def table_after(competition: Competition, group: Group, matchday: int) -> Stored:
    """Return ``Group.table`` after round ``matchday``."""
    snapshot = take_snapshot(competition)
    return stored_table(snapshot, derive(snapshot), group, matchday)


def tables_at(competition: Competition, number: int) -> list[tuple[Any, Stored]]:
    """Return ``(group id, table)`` of every table after round ``number``, in order."""

    def derive_now() -> list[tuple[Any, Stored]]:
        snapshot = take_snapshot(competition)
        derived = derive(snapshot)
        return [(group.pk, stored_table(snapshot, derived, group, number)) for group in snapshot.groups]

    return cached(competition, f"after:{number}", derive_now)


def tables_of_venue(competition: Competition, venue: Venue, number: int | None = None) -> list[tuple[Any, Stored]]:
    """Return ``(group id, table)`` of the matches at ``venue`` alone, now or after round ``number``, in order."""

    def derive_now() -> list[tuple[Any, Stored]]:
        snapshot = take_snapshot(competition)
        derived = derive(snapshot)
        return [(group.pk, venue_table(snapshot, derived, group, number, venue)) for group in snapshot.groups]

    return cached(competition, f"{venue}:{number}", derive_now)


def next_placed_now(competition: Competition, following: Stage) -> list[tuple[str, Stored]]:
    """Return ``(group, row)`` of the best entrants who just miss ``following``, best first."""

    def derive_now() -> list[tuple[str, Stored]]:
        snapshot = take_snapshot(competition)
        derived = derive(snapshot)
        at = next(at for at, part in enumerate(snapshot.stages) if part.stage.pk == following.pk)
        before = next(part for part in reversed(snapshot.stages[:at]) if part.groups)
        placed = next_placed(snapshot, derived, before, following.settings["through"] + 1)
        rows = rows_as_json([row for _group, row in placed], derived.log.closings.get(before.stage.number))
        return [(group, row) for (group, _row), row in zip(placed, rows, strict=True)]

    return cached(competition, f"next:{following.number}", derive_now)


def cached(competition: Competition, name: str, make: Callable[[], Known]) -> Known:
    """Return what ``make`` gives, cached until the log grows; without Valkey it is made each time."""
    key = f"tables:{competition.pk}:{competition.log_position}:{release()}:{name}"
    try:
        cached: Known | None = cache.get(key)
    except redis.RedisError as error:
        log.info("no table was found: %s", error)
        return make()
    if cached is not None:
        return cached
    fresh = make()
    try:
        cache.set(key, fresh, KEPT_SECONDS)
    except redis.RedisError as error:
        log.info("a table was not kept: %s", error)
    return fresh
