"""One writer for a club: its row, locked before the check that relies on it, and the line that says what was done.

Lock order: the club, then competitions, then what hangs on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _

from engines.core.text import Text
from league.clubs.errors import ClubRefused
from league.clubs.models import Club, ClubEntry
from league.competitions.log.locks import LOCK_SECONDS
from league.players.models import User


@contextmanager
def held(club_id: UUID) -> Iterator[Club]:
    """A transaction that holds the club's row, freshly read. Raises Club.DoesNotExist, OperationalError."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{LOCK_SECONDS}s"])
        yield Club.objects.select_for_update().get(id=club_id)


def must_be_open(row: Club) -> None:
    """Raises ClubRefused where ``row`` is closed."""
    if row.closed_at is not None:
        raise ClubRefused(_("This club is closed."))


def record(club: Club, by: User | None, verb: str, message: Text) -> None:
    """Write one line of the audit; ``by`` None: the schedule did it."""
    ClubEntry.objects.create(club=club, actor=by, verb=verb, message=message)
