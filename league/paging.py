"""Pages of lists that grow with the site: they are counted and read to a bound."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

PAGES: Final = 20
"""Pages that a list can be leafed through; further back leads a filter or the search."""


class Bounded(Paginator):  # type: ignore[type-arg]  # of any model's rows
    """Pages of which at most ``PAGES`` are counted: to count all rows would read them all."""

    object_list: QuerySet[Any]
    among: QuerySet[Any] | None = None
    """Rows that are counted in their place, where to tell those that are shown costs more than a page."""

    @cached_property
    def _counted(self) -> int:
        rows = self.object_list if self.among is None else self.among
        return rows.order_by()[: PAGES * self.per_page + 1].count()

    @cached_property
    def count(self) -> int:
        """Return the number of rows that can be leafed through."""
        return min(self._counted, PAGES * self.per_page)

    @property
    def more(self) -> bool:
        """Return whether there are rows behind the last page."""
        return self._counted > PAGES * self.per_page
