"""Queries of matches for programs: lists, one match, its log, its events.

During play a move of the other seat is never shown: a choice may be sealed. Its events are public.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import DurationField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Now

import engines
from engines.core.drawing import Clock
from engines.core.errors import EngineError
from engines.core.seats import Seat as SeatName
from engines.core.seats import Wire
from matches.log import moves_of, rows_of
from matches.models import Match, MatchEvent
from matches.policy.audience import listed_for
from matches.terms.clock import CORRESPONDENCE_FROM
from matches.terms.results import NO_SCORE

OPEN = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)


def listed_matches(reader: Any, *, status: str = "", game: str = "") -> QuerySet[Match]:  # a user or anonymous
    """Return the matches in the lists of ``reader``, newest first, with their seats."""
    matches = Match.objects.filter(listed_for(reader), listed=True).prefetch_related("seats")
    matches = matches.order_by("-created_at", "-id")
    if status:
        matches = matches.filter(status=status)
    if game:
        matches = matches.filter(game=game)
    return matches


def minute_of(match: Match) -> int | None:
    """Return the minute of the game's own clock; None where a game counts turns."""
    view = view_of(match, None)
    return None if view is None else engines.get(match.game).clock(view)["minute"]


IDLE: Final = "5 minutes"
"""After as long without a move nobody is thought to be playing, and the board stands on no page of live matches."""


def moving(reader: Any) -> QuerySet[Any]:  # a user or anonymous; matches with ``moved_at``
    """Return the live matches in the lists of ``reader`` that are being played, each with ``moved_at``: its last move.

    Matches by days are not among them, nor are those that somebody left open.
    """
    at_a_table = Q(move_seconds=None) | Q(move_seconds__lt=CORRESPONDENCE_FROM)
    last = MatchEvent.objects.filter(match=OuterRef("pk")).order_by("-seq").values("at")[:1]
    rows = Match.objects.live().filter(at_a_table, listed_for(reader), listed=True, mode=Match.Mode.ORDINARY)
    moved: QuerySet[Any] = rows.annotate(moved_at=Coalesce(Subquery(last), "started_at"))
    return moved.filter(moved_at__gte=Now() - Cast(Value(IDLE), DurationField()))


@dataclass(frozen=True, slots=True)
class HowFar:
    """Progress of a match, for those who wait for it (the other semi-final, say). All of it is public."""

    match_id: UUID
    status: str
    score: dict[str, int]
    clock: Clock | None
    """The game's own clock: period, minute or turn; None before the kick-off."""
    started_at: datetime | None
    result: dict[str, Any] | None


def progress_of(match_ids: Iterable[UUID]) -> dict[UUID, HowFar]:
    """Return the progress of each of these matches, in one query."""
    progress = {}
    for match in Match.objects.filter(pk__in=list(match_ids)):
        view = view_of(match, None)
        progress[match.id] = HowFar(
            match.id,
            match.status,
            score_of(match),
            None if view is None else engines.get(match.game).clock(view),
            match.started_at,
            match.result,
        )
    return progress


def feed_positions(topics: Iterable[str]) -> dict[str, int]:
    """Return the positions (``Match.feed_position``) of matches among the feed's ``topics``. One query."""
    ids = {UUID(topic.partition(":")[2]): topic for topic in topics if topic.startswith("match:")}
    matches = Match.objects.filter(pk__in=ids).only("version", "status", "second_leg") if ids else ()
    return {ids[match.id]: match.feed_position for match in matches}


def view_of(match: Match, seat: SeatName | None) -> Wire | None:
    """Return the position as ``seat`` (None: the public) may see it; None before the kick-off.

    A finished match that its game can no longer read (an option that is gone, say) is shown as it was stored: nothing
    of it is a secret any longer. None for such a match in play, and for what cannot be drawn.
    """
    if match.snapshot is None:
        return None
    game = engines.get(match.game)
    try:
        return game.view(game.from_wire(match.snapshot), seat)
    except EngineError:
        if match.status in OPEN:
            return None
        defaults = {option.name: option.default for option in game.options}
        stored = {**match.snapshot, "options": {**defaults, **match.snapshot.get("options", {})}}
        try:
            game.scene(stored)
        except Exception:  # it is no position at all
            return None
        return stored


def legal_moves(match: Match, seat: SeatName | None) -> list[dict[str, Any]]:
    """Return the legal moves of ``seat``; empty if it is not to act."""
    if seat is None or match.snapshot is None or match.status != Match.Status.LIVE:
        return []
    game = engines.get(match.game)
    try:
        return [dict(move) for move in game.legal(game.from_wire(match.snapshot), seat)]
    except EngineError:  # it cannot be read, and so not played
        return []


def score_of(match: Match) -> dict[str, int]:
    """Return the goals: an award's own, else those played so far. They are public in every game."""
    if match.result is not None and match.result.get("score"):
        return dict(match.result["score"])
    return dict((match.snapshot or {}).get("score") or NO_SCORE)


def log_of(match: Match, *, after: int = 0, most: int | None = None) -> Sequence[MatchEvent]:
    """Return the log after version ``after``, at most ``most`` rows; ``shown_move`` tells what a reader may see."""
    return rows_of(match, after=after, most=most)


def shown_move(match: Match, row: MatchEvent, viewer: SeatName | None) -> dict[str, Any] | None:
    """Return the move of a row, or None if it may still be a secret."""
    public = row.kind == "ruling" or not row.seat or match.status not in OPEN
    return row.move if public or row.seat == viewer else None


@dataclass(frozen=True, slots=True)
class Happened:
    v: int
    seat: str
    events: list[dict[str, Any]]
    rolls: list[int]


def events_of(match_id: UUID) -> Iterator[Happened]:
    """Yield the events of a match, decision by decision from the kick-off (v 0), for statistics."""
    match = Match.objects.only("opening", "version").get(pk=match_id)
    if match.opening:
        yield Happened(0, "", match.opening.get("events", []), match.opening.get("rolls", []))
    for row in moves_of(match):
        yield Happened(row.seq, row.seat, row.events, row.rolls)
