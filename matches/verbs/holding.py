"""Held matches: those of a paused competition stop in one step, and resume with all their times moved.

A waiting match does not begin while it is held, and nobody is late for it. A running one is paused by a command, as an
official would pause it; only the release ends that pause, and one that both sides agreed on before. What an official
paused before is left alone.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from matches import feed
from matches.live.commands import command
from matches.models import Match

_GOING = Q(status__in=(Match.Status.WAITING, Match.Status.LIVE)) | Q(
    status=Match.Status.PAUSED, resume_at__isnull=False
)


def hold(match_ids: Collection[UUID], reason: str) -> None:
    """Hold the matches among ``match_ids`` that wait, run or rest by agreement. Safe to repeat.

    In the caller's transaction. A match already held is left as it is, so that its pause is asked for once.
    """
    rows = Match.objects.select_for_update().filter(_GOING, id__in=match_ids, held=False).order_by("id")
    statuses = list(rows.values_list("id", "status"))
    Match.objects.filter(id__in=[match_id for match_id, _status in statuses]).update(held=True)
    for match_id, status in statuses:
        if status == Match.Status.LIVE:
            command(match_id, "pause", {"reason": reason})
        else:
            transaction.on_commit(partial(feed.publish_poke, match_id))


def release(match_ids: Collection[UUID], since: datetime, gap: timedelta) -> None:
    """Release the held matches among ``match_ids``, their times moved by ``gap``.

    In the caller's transaction. A start before ``since``, when they were held, had already come and stays.
    """
    rows = Match.objects.select_for_update().filter(id__in=match_ids, held=True).order_by("id")
    statuses = list(rows.values_list("id", "status"))
    matches = Match.objects.filter(id__in=[match_id for match_id, _status in statuses])
    matches.filter(status=Match.Status.WAITING, starts_at__gt=since).update(starts_at=F("starts_at") + gap)
    matches.filter(status=Match.Status.WAITING, no_show_at__isnull=False).update(no_show_at=F("no_show_at") + gap)
    matches.update(held=False)
    for match_id, status in statuses:
        # A requested pause that is not yet applied comes first: commands are applied in order.
        if status in (Match.Status.LIVE, Match.Status.PAUSED):
            command(match_id, "resume", {"reason": "the competition goes on"})
        else:
            transaction.on_commit(partial(feed.publish_poke, match_id))
