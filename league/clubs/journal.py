"""The lock and the audit of a club: its row, locked before a dependent check, and the line that records the act.

Lock order: the club, then competitions, then their rows.
"""

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
def locked_club(club_id: UUID) -> Iterator[Club]:
    """Open a transaction that holds the club's row, freshly read. Raises Club.DoesNotExist, OperationalError."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{LOCK_SECONDS}s"])
        yield Club.objects.select_for_update().get(id=club_id)


def must_be_open(row: Club) -> None:
    """Raise ClubRefused if ``row`` is closed."""
    if row.closed_at is not None:
        raise ClubRefused(_("This club is closed."))


def record(club: Club, by: User | None, verb: str, message: Text) -> None:
    """Write one line of the audit; ``by`` None: the schedule."""
    ClubEntry.objects.create(club=club, actor=by, verb=verb, message=message)
