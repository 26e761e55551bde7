"""The queue of what must be derived again: which targets there are, and taking one.

A change of a line leaves its rows in one transaction with itself (triggers of migration 0005), so whoever sees such a
row sees the change. ``take`` lets one worker at a time derive a target, and removes only the rows that were there when
it began: a change that comes meanwhile is taken next time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from league.statistics.models import Outdated

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def targets(kind: Outdated.Kind, *columns: str) -> list[tuple[Any, ...]]:
    """Return the ``columns`` of every outdated target of ``kind``, each once, in their order."""
    return list(Outdated.objects.filter(kind=kind).order_by(*columns).values_list(*columns).distinct())


@contextmanager
def take(kind: Outdated.Kind, **target: Any) -> Iterator[list[Outdated]]:
    """Yield the rows of ``target`` within a transaction that holds it, and remove them at the end."""
    with transaction.atomic():
        name = " ".join(["statistics", kind, *(str(value) for value in target.values())])
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [name])
        rows = list(Outdated.objects.filter(kind=kind, **target))
        yield rows
        Outdated.objects.filter(pk__in=[row.pk for row in rows]).delete()


def add(kind: Outdated.Kind, **target: Any) -> None:
    Outdated.objects.create(kind=kind, **target)
