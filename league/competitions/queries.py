"""Queries of lists of competitions and of fixtures, for pages of any app."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.competitions.policy import access
from league.competitions.policy.parties import places_of
from league.players.policy.searching import best
from league.registry import Registry
from matches.models import Match
from matches.terms.time_controls import CLOCK

Row = TypeVar("Row", bound=Model)

HEAVY = ("snapshot", "opening", "options", "beside")
"""Columns of a match that a row does not show."""
ON_A_ROW = (
    "id", "slug", "name", "game", "owner", "club", "status", "places", "visibility", "previous", "time_zone",
    *CLOCK, "champion", "frozen_at", "official_at", "log_position", "changed_at",
    "boards", "hall", "demo", "created_at", "published_at", "started_at", "finished_at",
)  # fmt: skip
"""Columns of a competition that a fixture's row may need; the others only run it."""
BEHIND = [field.name for field in Competition._meta.concrete_fields if field.name not in ON_A_ROW]


held_places: Registry[Callable[[], Exists]] = Registry()
"""Conditions of upper apps: the entrant that is ``OuterRef("pk")`` still has to say that it takes its held place."""


def with_entrants(competitions: QuerySet[Competition], reader: Any) -> QuerySet[Competition]:  # User, AnonymousUser
    """Annotate each with ``entered``, the number of entrants that hold a place, and ``asked``.

    The latter is None if none of them is the reader's, True if the reader's is held until an answer, else False.
    """
    # Counted for the rows that are shown alone; grouped, the database would count those of the whole list.
    inside = Entrant.objects.filter(competition=OuterRef("pk"), status=Entrant.Status.ENTERED).order_by()
    entered = inside.annotate(whole=Value(1)).values("whole").annotate(count=Count("pk")).values("count")
    asked: Subquery | Value = Value(None, BooleanField())
    if reader.is_authenticated:
        held = reduce(or_, (Q(held()) for held in held_places), Q(pk=None))
        own = inside.filter(places_of(reader)).annotate(held=ExpressionWrapper(held, BooleanField()))
        asked = Subquery(own.order_by("held").values("held")[:1])
    return competitions.annotate(entered=Coalesce(Subquery(entered), 0), asked=asked)


def with_stages(competitions: Iterable[Competition]) -> list[Competition]:
    """Return ``competitions`` with their stages read, for the words of their formats. One query, or none."""
    by_id = {row.pk: row for row in competitions}
    stages: defaultdict[UUID, list[Stage]] = defaultdict(list)
    for stage in _STAGES.rows([*by_id]):
        stage.competition = by_id[stage.competition_id]
        stages[stage.competition_id].append(stage)
    for row in by_id.values():
        row.stages_read = stages[row.pk]  # type: ignore[attr-defined]
    return [*by_id.values()]


_STAGES = PreparedQuery(lambda ids: Stage.objects.filter(competition__in=ids).order_by("number"))


def named_like(text: str, reader: Any = None) -> list[Competition]:  # User, AnonymousUser or None: nobody
    """Return competitions listed for ``reader`` by a part of their name, newest first; none if it is empty."""
    rows = best(access.listed(reader), "name", text)
    return sorted(rows, key=lambda row: (row.created_at, row.pk), reverse=True)


def fixtures() -> QuerySet[Fixture]:
    """Return fixtures with all that a row shows."""
    rows = Fixture.objects.select_related("home", "away", "match", "tie__round__stage__competition")
    settings = (f"tie__round__stage__competition__{name}" for name in BEHIND)
    return rows.defer(*(f"match__{name}" for name in HEAVY), *settings)


def fixtures_in_order(ids: Sequence[UUID]) -> list[Fixture]:
    """Return the fixtures of ``ids`` in that order with all that a row shows, without those deleted meanwhile.

    A match has its status alone, one in play all that its score and minute need.

    Five queries, and one while a match is played, each by the ids of one table: joined, 60 rows read 1,390 pages, since
    each looks up seven others alone. Prefetched instead, they are compiled anew for each page.
    """
    rows = {row.pk: row for row in _FIXTURES.rows(ids)}
    entrants = _by_id(_ENTRANTS, (key for row in rows.values() for key in (row.home_id, row.away_id)))
    matches = _by_id(_MATCHES, (row.match_id for row in rows.values()))
    matches |= _by_id(_LIVE, (key for key, match in matches.items() if match.status in Match.IN_PLAY))
    ties = _by_id(_TIES, (row.tie_id for row in rows.values()))
    rounds = _by_id(_ROUNDS, (tie.round_id for tie in ties.values()))
    found = []
    for row in (rows[pk] for pk in ids if pk in rows):
        tie = ties.get(row.tie_id)
        if tie is None or tie.round_id not in rounds:
            continue
        row.home, row.away = entrants.get(row.home_id), entrants.get(row.away_id)
        row.tie, row.match, tie.round = tie, matches.get(row.match_id), rounds[tie.round_id]
        row.competition = tie.round.stage.competition
        found.append(row)
    return found


def _by_id(query: PreparedQuery[Row], keys: Iterable[Any]) -> dict[Any, Row]:  # ids of its model, or None
    """Return the rows of ``keys`` by their ids; each once."""
    known = {key for key in keys if key is not None}
    return {row.pk: row for row in query.rows([*known])} if known else {}


_FIXTURES = PreparedQuery(lambda ids: Fixture.objects.filter(pk__in=ids).order_by())
_ENTRANTS = PreparedQuery(lambda ids: Entrant.objects.filter(pk__in=ids).order_by())
_MATCHES = PreparedQuery(lambda ids: Match.objects.only("status").filter(pk__in=ids).order_by())
_LIVE = PreparedQuery(lambda ids: Match.objects.filter(pk__in=ids).order_by())
_TIES = PreparedQuery(lambda ids: Tie.objects.filter(pk__in=ids).order_by())
_ROUNDS = PreparedQuery(
    lambda ids: (
        Round.objects.select_related("stage__competition")
        .defer(*(f"stage__competition__{name}" for name in BEHIND))
        .filter(pk__in=ids)
        .order_by()
    )
)


_BOARDS = PreparedQuery(
    lambda ties: (
        Fixture.objects.select_related("match")
        .defer(*(f"match__{name}" for name in HEAVY))
        .filter(tie__in=ties)
        .order_by("leg", "board")
    )
)


def once_a_tie(found: Iterable[tuple[UUID, UUID, int]]) -> list[UUID]:
    """Return the first of the fixtures ``(id, tie, leg)`` of each leg of a tie: one of teams is one row of a list."""
    first: dict[tuple[UUID, int], UUID] = {}
    for key, tie, leg in found:
        first.setdefault((tie, leg), key)
    return list(first.values())


def first_boards(rows: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Select of each tie of teams among ``rows`` the first board: a tie is one row of a list."""
    before = rows.filter(tie=OuterRef("tie"), leg=OuterRef("leg"), board__lt=OuterRef("board")).order_by()
    return rows.filter(Q(board=1) | ~Exists(before))


def with_boards(rows: Iterable[Fixture]) -> list[Fixture]:
    """Return ``rows`` with each tie of teams once, by its first fixture among them, and with all its boards read.

    A second leg has both legs read, for its aggregate, and a match of a best of n all of them, which give it a number.
    One query, or none where nothing of these stands. The competitions of ``rows`` must be read.
    """
    kept: dict[UUID, Fixture] = {}
    for row in rows:
        kept.setdefault(row.tie_id if row.tie.of_teams else row.pk, row)
    ties = [
        row.tie
        for row in kept.values()
        if row.tie.of_teams or row.leg == 2 or row.tie.round.stage.settings.get("best_of")
    ]
    boards: defaultdict[UUID, list[Fixture]] = defaultdict(list)
    if ties:
        for board in _BOARDS.rows([*{tie.pk for tie in ties}]):
            boards[board.tie_id].append(board)
    for tie in ties:
        tie.legs = boards[tie.pk]
        for board in tie.legs:
            board.tie = tie
    return list(kept.values())


def results_among(rows: Iterable[Fixture]) -> list[Fixture]:
    """Return ``rows`` that have a result, each tie of teams once and only when it is decided."""
    return [row for row in rows if not row.tie.of_teams or row.tie.decided]
