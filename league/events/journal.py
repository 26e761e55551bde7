"""The lock and the log of an event.

Lock order: the event, then its competitions by their ids, then their rows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from engines.core.text import Text
from league.competitions.log.locks import LOCK_SECONDS
from league.competitions.models import Competition
from league.events.models import Event, EventEntry
from league.players.models import User


@contextmanager
def locked(event_id: UUID) -> Iterator[Event]:
    """Open a transaction that holds the event's row, freshly read. Raises Event.DoesNotExist, OperationalError."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{LOCK_SECONDS}s"])
        yield Event.objects.select_for_update().get(id=event_id)


def hold(event: Event) -> dict[UUID, Competition]:
    """Lock the competitions of ``event``, which the caller holds, and return them by their ids."""
    rows = Competition.objects.select_for_update().filter(in_event__event=event).order_by("id")
    return {row.pk: row for row in rows}


def record(event: Event, by: User | None, verb: str, message: Text) -> None:
    """Append one line to the log and count the change."""
    EventEntry.objects.create(event=event, at=timezone.now(), actor=by, verb=verb, message=message)
    Event.objects.filter(pk=event.pk).update(position=F("position") + 1)
    event.position += 1
