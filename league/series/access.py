"""The only doors to a series, for pages and API alike. A missing right looks like a missing page.

An order of merit tells of every competition in it: a reader who may not see one of them does not see the series.
"""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition
from league.competitions.policy.access import hidden_from
from league.players.models import User
from league.series.models import Series, SeriesEvent


def visible(user: Any) -> QuerySet[Series]:  # User or AnonymousUser
    """Return the series to list for ``user``: the listed ones and their own."""
    public = Q(listed=True) & ~Q(pk__in=_with(hidden_from(user, address=False)))
    own = Q(owner=user) if user is not None and user.is_authenticated else Q(pk__in=[])
    return Series.objects.filter(public | own)


def visible_by_address(user: Any) -> QuerySet[Series]:  # User or AnonymousUser
    """Return the series that ``user`` may read by address."""
    own = Q(owner=user) if user is not None and user.is_authenticated else Q(pk__in=[])
    return Series.objects.filter(own | ~Q(pk__in=_with(hidden_from(user, address=True))))


def _with(competitions: QuerySet[Competition]) -> QuerySet[SeriesEvent, Any]:  # one column
    return SeriesEvent.objects.filter(competition__in=competitions.values("pk")).values("series")


def owns_any(user: User) -> bool:
    return user.series.exists()


def may_run(user: Any, series: Series) -> bool:  # User or AnonymousUser
    return bool(user.is_authenticated and (series.owner_id == user.pk or user.runs_site))


def door(user: Any, key: UUID | str, run: bool = False) -> Series:  # User or AnonymousUser
    """Return the series with this id or slug; with ``run``, only if ``user`` runs it. Raises Http404."""
    rows = _BEHIND.rows(user, key)
    if not rows or (run and not may_run(user, rows[0])):
        raise Http404
    return rows[0]


def _behind(user: Any, key: UUID | str) -> QuerySet[Series]:  # User or AnonymousUser
    rows = visible_by_address(user).select_related("owner")
    return rows.filter(id=key) if isinstance(key, UUID) else rows.filter(slug=key)


_BEHIND = PreparedQuery(_behind)
