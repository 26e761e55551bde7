"""Archiving of logs: the rows of a match that has been over for a while become one packed row.

In slices, the oldest first, each match in a transaction of its own: safe to kill, to repeat, and beside itself.
"""

import logging
import time
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from matches.models import Match, MatchArchive, MatchEvent, Offer, Outbox
from matches.store.packing import pack, unpack

log = logging.getLogger("matches.archiving")

SLICE = 500
"""Matches of one run."""
SECONDS = 20.0
"""Seconds after which a run begins no further match."""


def due() -> QuerySet[Match]:
    """Select the matches whose log is to be archived, the oldest first; none if ``LOG_DAYS`` is 0."""
    if not settings.LOG_DAYS:
        return Match.objects.none()
    since = timezone.now() - timedelta(days=settings.LOG_DAYS)
    untaken = Outbox.objects.filter(match=OuterRef("pk"), taken_at=None)  # whoever takes the result reads the rows
    return Match.objects.unarchived().filter(~Exists(untaken), finished_at__lt=since).order_by("finished_at")


def archive_due() -> int:
    """Archive the logs that are due, at most ``SLICE``; return how many."""
    began, archived = time.monotonic(), 0
    for match_id in list(due().values_list("pk", flat=True)[:SLICE]):
        if time.monotonic() - began > SECONDS:
            break
        try:
            archived += archive(match_id)
        except ValueError:  # a log with a gap stays as it is; it is looked at again when somebody mends it
            log.exception("match %s: its log could not be archived", match_id)
            Match.objects.filter(pk=match_id).update(archived_at=timezone.now())
    return archived


def archive(match_id: UUID) -> bool:
    """Archive the log of one match that is over; return whether this call did.

    Raises ValueError for a log that does not come back as it was: it stays.
    """
    with transaction.atomic():
        match = Match.objects.unarchived().select_for_update(skip_locked=True).defer("snapshot").filter(pk=match_id)
        row = match.first()
        if row is None:
            return False
        rows = list(row.log.order_by("seq"))
        if rows:
            _lapse(row)
            packed = pack(rows)
            if [tuple(entry) for entry in unpack(packed)] != [_entry(each) for each in rows]:
                raise ValueError("the packed log differs from its rows")
            MatchArchive.objects.update_or_create(match=row, defaults={"packed": packed})
            row.log.all().delete()
        Match.objects.filter(pk=match_id).update(archived_at=timezone.now())
    return True


def _lapse(match: Match) -> None:
    """Close offers that a later decision answered (draw) or overtook (undo): without the rows nobody could tell."""
    later = MatchEvent.objects.filter(match=match, seq__gt=OuterRef("version"), kind="move")
    answered = Exists(later.exclude(seat__in=("", OuterRef("seat"))))
    overtaken = (Q(kind=Offer.Kind.DRAW) & answered) | (Q(kind=Offer.Kind.UNDO) & Exists(later))
    offers = Offer.objects.filter(overtaken, match=match, status=Offer.Status.OPEN)
    offers.update(status=Offer.Status.LAPSED)


def _entry(row: MatchEvent) -> tuple[object, ...]:
    return (row.seq, row.client_id, row.part, row.seat, row.move, row.rolls, row.events, row.kind, row.at)
