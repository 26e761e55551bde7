"""Pages of lists that grow with the site: they are counted and read to a bound, or go on from a row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Self
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

PAGES: Final = 20
"""Pages that a list can be leafed through; further back leads a filter or the search."""


class Bounded(Paginator):  # type: ignore[type-arg]  # of any model's rows
    """Pages of which at most ``PAGES`` are counted: to count all rows would read them all."""

    object_list: QuerySet[Any] | list[Any]
    """Rows, or all that are counted of them (``first_of``), where one query reads both the count and the page."""

    @cached_property
    def _counted(self) -> int:
        if isinstance(self.object_list, list):
            return len(self.object_list)
        return self.object_list.order_by()[: PAGES * self.per_page + 1].count()

    @cached_property
    def count(self) -> int:
        """Return the number of rows that can be leafed through."""
        return min(self._counted, PAGES * self.per_page)

    @property
    def more(self) -> bool:
        """Return whether there are rows behind the last page."""
        return self._counted > PAGES * self.per_page


def first_of(rows: QuerySet[Any, Any], per_page: int) -> list[Any]:
    """Return the rows that ``Bounded`` counts, for lists of which the index alone is read."""
    return list(rows[: PAGES * per_page + 1])


@dataclass(frozen=True, order=True)
class Place:
    """The place of a row in a list in the order of time: a page begins behind it or ends before it."""

    at: datetime
    key: UUID

    def __str__(self) -> str:
        return f"{self.at.astimezone(UTC).replace(tzinfo=None).isoformat()}_{self.key}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the place that an address names; None if it names none."""
        at, _line, key = text.partition("_")
        try:
            return cls(datetime.fromisoformat(at).replace(tzinfo=UTC), UUID(key))
        except ValueError:
            return None


@dataclass(frozen=True)
class Stretch:
    """A page of a list in the order of time: at most ``most`` rows behind ``after``, or the last before ``before``.

    It reads no row before its first one, however far down the list it is.
    """

    most: int
    after: Place | None = None
    before: Place | None = None

    @property
    def bounds(self) -> tuple[datetime | None, UUID | None, datetime | None, UUID | None]:
        """Return the values that ``cut`` asks about: those of ``after``, else of ``before``."""
        if self.after is not None:
            return self.after.at, self.after.key, None, None
        return (None, None, self.before.at, self.before.key) if self.before is not None else (None, None, None, None)

    @classmethod
    def of(
        cls, most: int, after_at: datetime | None, after: UUID | None, before_at: datetime | None, before: UUID | None
    ) -> Self:
        """Return the stretch with these ``bounds``."""
        return cls(
            most,
            Place(after_at, after) if after_at is not None and after is not None else None,
            Place(before_at, before) if before_at is not None and before is not None else None,
        )

    def page(self, rows: Iterable[tuple[datetime, UUID]]) -> Taken:
        """Return the page of the ``rows`` that ``cut`` left."""
        places = [Place(*row) for row in rows]
        back = self.after is None and self.before is not None
        page, more = places[: self.most], len(places) > self.most
        return Taken(
            page[::-1] if back else page,
            earlier=more if back else self.after is not None,
            later=back or more,
        )

    def cut(self, rows: QuerySet[Any]) -> QuerySet[Any, tuple[datetime, UUID]]:
        """Select ``at`` and ``key``, which they are annotated with, of the ``rows`` of the page and of one more."""
        if self.after is not None:
            rows = rows.filter(at__gte=self.after.at).exclude(at=self.after.at, key__lte=self.after.key)
        elif self.before is not None:
            rows = rows.filter(at__lte=self.before.at).exclude(at=self.before.at, key__gte=self.before.key)
            return rows.order_by("-at", "-key").values_list("at", "key")[: self.most + 1]
        return rows.order_by("at", "key").values_list("at", "key")[: self.most + 1]


@dataclass(frozen=True)
class Taken:
    """The rows of one page, and whether there are others on either side."""

    places: list[Place]
    earlier: bool
    later: bool

    @property
    def keys(self) -> list[UUID]:
        return [place.key for place in self.places]

    @property
    def first(self) -> Place | None:
        return self.places[0] if self.places else None

    @property
    def last(self) -> Place | None:
        return self.places[-1] if self.places else None
