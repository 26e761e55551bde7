"""One writer for a competition: its row, locked as late as possible and always before the check that relies on it.

Lock order everywhere: the competition, then whatever hangs on it. A writer waits at most ``LOCK_SECONDS``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from psycopg.errors import LockNotAvailable

from league.competitions.models import Competition

LOCK_SECONDS = 10


@contextmanager
def locked(competition_id: UUID, wait: bool = True) -> Iterator[Competition]:
    """A transaction that holds the competition's row, freshly read. Raises Competition.DoesNotExist; OperationalError
    if it is not given within ``LOCK_SECONDS``, or, without ``wait``, if somebody else holds it now (``is_held``).
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{LOCK_SECONDS}s"])
        yield Competition.objects.select_for_update(nowait=not wait).get(id=competition_id)


def is_held(error: Exception) -> bool:
    """Whether ``error`` says that somebody else holds a row: nothing is wrong, it is tried again later."""
    return isinstance(error.__cause__, LockNotAvailable)
