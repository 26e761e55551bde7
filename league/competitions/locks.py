"""One writer for a competition: its row, locked as late as possible and always before the check that relies on it.

Lock order everywhere: the competition, then whatever hangs on it. A writer waits at most ``LOCK_SECONDS``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction

from league.competitions.models import Competition

LOCK_SECONDS = 10


@contextmanager
def locked(competition_id: UUID) -> Iterator[Competition]:
    """A transaction that holds the competition's row, freshly read. Raises Competition.DoesNotExist."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{LOCK_SECONDS}s"])
        yield Competition.objects.select_for_update().get(id=competition_id)
