"""Pages of the API's lists: by ``limit`` and ``offset`` or, in lists that grow with the site, by ``before``."""

import json
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from matches.api.questions import WHOLE, asked

EXACT: Final = 200
"""Rows up to which ``count`` is exact; above, it is the database's estimate, which reads nothing."""
DEEPEST: Final = 1000
"""Greatest ``offset`` of a list with ``before``: the database reads and drops every row before it."""

FURTHEST: Final = 2**31 - 1
"""Greatest ``offset`` of any list: the database counts rows to 2**63 - 1, and says so by an error."""

BEFORE = OpenApiParameter(
    "before", str, description="Id of the last row of the page before: rows after it. `next` has it."
)


class Pages(LimitOffsetPagination):
    """A page by ``limit`` and ``offset``. It reads one row more than it shows, and never counts a long list."""

    max_limit = 200
    more = False
    """True if another page follows."""

    def get_limit(self, request: Request) -> int:
        """Return the rows of a page, as many as usual where less than one is asked for. Raises ValidationError."""
        limit: int = asked(request, self.limit_query_param, WHOLE, 0)
        usual: int = self.default_limit or self.max_limit
        return min(limit, self.max_limit) if limit > 0 else usual

    def get_offset(self, request: Request) -> int:
        """Return the rows before the page. Raises ValidationError: no number, or over ``FURTHEST``."""
        offset: int = max(0, asked(request, self.offset_query_param, WHOLE, 0))
        if offset > FURTHEST:
            raise ValidationError({self.offset_query_param: f"offset is at most {FURTHEST}"})
        return offset

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of the page that ``request`` asks for. Raises ValidationError."""
        self.request, self.limit, self.offset = request, self.get_limit(request), self.get_offset(request)
        self.count = self.get_count(queryset)
        rows = list(queryset[self.offset : self.offset + self.limit + 1])
        self.more = len(rows) > self.limit
        return rows[: self.limit]

    def get_count(self, queryset: Any) -> int:
        """Return the number of rows, exact up to ``EXACT``."""
        if not isinstance(queryset, QuerySet):
            return len(queryset)
        bare = queryset.order_by()
        count = bare[: EXACT + 1].count()
        if count <= EXACT:
            return count
        (plan,) = json.loads(bare.explain(format="json"))
        return max(count, int(plan["Plan"]["Plan Rows"]))

    def get_next_link(self) -> str | None:
        if not self.more or self.request is None:
            return None
        url = replace_query_param(self.request.build_absolute_uri(), self.limit_query_param, self.limit)
        return replace_query_param(url, self.offset_query_param, (self.offset or 0) + (self.limit or 0))


class NewestFirst(Pages):
    """A page of a list in order of creation, newest first, which may be as long as the site is old."""

    last: Model | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows after ``before``. Raises ValidationError for an unknown row and a deep ``offset``."""
        if self.get_offset(request) > DEEPEST:
            said = f"offset is at most {DEEPEST}: follow next, or send before, the id of the last row"
            raise ValidationError({self.offset_query_param: said})
        rows = super().paginate_queryset(_rows_after(queryset, request.query_params.get("before", "")), request, view)
        self.last = rows[-1] if rows else None
        return rows

    def get_next_link(self) -> str | None:
        if not self.more or self.last is None or self.request is None:
            return None
        url = replace_query_param(self.request.build_absolute_uri(), self.limit_query_param, self.limit)
        return replace_query_param(remove_query_param(url, self.offset_query_param), "before", self.last.pk)


def _rows_after(rows: QuerySet[Any], before: str) -> QuerySet[Any]:
    """Return what comes after the row ``before`` in the order of ``-created_at, -id``."""
    rows = rows.order_by("-created_at", "-id")
    if not before:
        return rows
    try:
        at = rows.model._default_manager.filter(pk=UUID(before)).values_list("created_at", flat=True).first()
    except ValueError:
        at = None
    if at is None:
        raise ValidationError({"before": "before is the id of a row of this list"})
    # The first condition is the index's; the second leaves out what was made in the same moment and shown already.
    return rows.filter(created_at__lte=at).exclude(created_at=at, id__gte=UUID(before))
