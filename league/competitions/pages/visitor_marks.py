"""State that competition pages depend on, as tags for anonymous visitors.

A competition's pages change with its ``log_position``; they also show running matches, which raise their own
``version``, projections that a task makes after the table, and what upper apps add.
"""

import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Aggregate, Count, Func, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.http import HttpRequest

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Fixture, Outlook
from league.competitions.pages.registries import competition_marks
from league.competitions.policy import access
from matches.pages.visitor_marks import PLAYED


def subquery_of(rows: QuerySet[Any], aggregate: Aggregate | Func) -> Subquery:
    """Return ``aggregate`` of all ``rows``, as one column."""
    return Subquery(rows.order_by().annotate(whole=Value(1)).values("whole").annotate(mark=aggregate).values("mark"))


def competition(request: HttpRequest, slug: str, **kwargs: Any) -> Sequence[object] | None:
    """Return the mark of a published competition, None for drafts and those for members. One query."""
    return next(iter(_COMPETITION.rows(slug)), None)


def _competition(slug: str) -> QuerySet[Competition, tuple[Any, ...]]:
    live = Fixture.objects.filter(competition=OuterRef("pk"), match__status__in=PLAYED)
    outlooks = Outlook.objects.filter(group__stage__competition=OuterRef("pk"))
    rows = access.visible_by_address(None).filter(slug=slug)
    columns = {
        "live": subquery_of(live, Count("match")),
        "moves": subquery_of(live, Sum("match__version")),
        "looked": subquery_of(outlooks, Max("made_at")),
        "runs": subquery_of(outlooks, Sum("runs")),
        **{mark.name: mark.column() for mark in competition_marks},
    }
    return rows.annotate(**columns).values_list("pk", "log_position", "status", "name", *columns)


_COMPETITION = PreparedQuery(_competition)


def fixture(request: HttpRequest, slug: str, fixture_id: UUID) -> Sequence[object] | None:
    """Return the mark of its competition."""
    return competition(request, slug)


def published() -> Sequence[object]:
    """Return the mark of every list of competitions: the last change of one, and the minute. One query.

    The last change is one page of an index, however many competitions there are; to add up their positions read them
    all. The minute is for what it misses: a change that is committed after a later one, and a deletion.
    """
    last = Competition.objects.order_by("-changed_at").values_list("changed_at", "pk").first()
    return (last, int(time.time() // 60))


def listed(request: HttpRequest) -> Sequence[object]:
    return published()
