"""Lock of a competition: one writer, locked as late as possible but before the check that needs it.

Lock order everywhere: the competition, then what belongs to it. A writer waits at most ``LOCK_SECONDS``.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from psycopg.errors import LockNotAvailable

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition

LOCK_SECONDS = 10


@contextmanager
def locked(competition_id: UUID, wait: bool = True) -> Iterator[Competition]:
    """Open a transaction that holds the competition's row, freshly read.

    Raises Competition.DoesNotExist; OperationalError if the lock is not free within ``LOCK_SECONDS`` or, without
    ``wait``, at once (``is_held``).
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{LOCK_SECONDS}s"])
        rows = (_ROW if wait else _FREE_ROW).rows(competition_id)
        if not rows:
            raise Competition.DoesNotExist
        yield rows[0]


_ROW = PreparedQuery(lambda key: Competition.objects.select_for_update().filter(id=key))
_FREE_ROW = PreparedQuery(lambda key: Competition.objects.select_for_update(nowait=True).filter(id=key))


def is_held(error: Exception) -> bool:
    """Return whether ``error`` means that another transaction holds a row: try again later."""
    return isinstance(error.__cause__, LockNotAvailable)
