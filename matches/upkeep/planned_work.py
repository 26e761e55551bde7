"""Announce, begin and end planned work on the site (``manage.py maintenance``)."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Greatest

from matches.live.surroundings import OUTAGE
from matches.models import Heartbeat, Maintenance, Match


def announce(sentence: str, begins_at: datetime, until: datetime | None) -> Maintenance:
    """Announce work, or change what is announced: there is one at a time. Safe to repeat."""
    with transaction.atomic():
        values = {"sentence": sentence, "begins_at": begins_at, "until": until}
        work = Maintenance.objects.select_for_update().filter(ended_at=None).first()
        if work is None:
            return Maintenance.objects.create(**values)
        for name, value in values.items():
            setattr(work, name, value)
        work.save()
        return work


def end(now: datetime) -> Maintenance | None:
    """End the present work and give matches that wait the time back. None: there was none."""
    with transaction.atomic():
        work = Maintenance.objects.select_for_update().filter(ended_at=None).first()
        if work is None:
            return None
        work.ended_at = now
        work.save()
        beat = Heartbeat.objects.first()
        # While nobody sweeps, whoever does so next gives back the time since the last beat.
        until = now if beat is None or now - beat.at <= OUTAGE else beat.at
        if work.begins_at < until:
            begins = Q(starts_at=None) | Q(starts_at__lt=until)  # one that is to begin only later has lost nothing
            late = Q(status=Match.Status.WAITING, held=False, no_show_at__gt=work.begins_at)
            waiting = Match.objects.filter(begins, late)
            waiting.update(no_show_at=F("no_show_at") + (Value(until) - Greatest("starts_at", Value(work.begins_at))))
    return work


def holds_deadlines(now: datetime) -> bool:
    """Return whether deadlines wait: while the site is closed, and as long again afterwards."""
    last = Maintenance.objects.filter(begins_at__lte=now).first()
    if last is None or last.ended_at is None:
        return last is not None
    return last.ended_at > last.begins_at and now < last.ended_at + (last.ended_at - last.begins_at)


def is_closed(now: datetime) -> bool:
    """Return whether the site is closed for work, by the rows: for processes without a sweep."""
    return Maintenance.objects.filter(ended_at=None, begins_at__lte=now).exists()
