"""Closing a club and reopening it: nothing of it is deleted.

A closed club keeps its page, roll of honour and audit at their address, and is listed only for its own people. Its
competitions go on, run by the same people and seen by the same members; nothing new comes under it, nobody joins, its
link and open applications and offers end.
"""

from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.clubs.errors import ClubRefused
from league.clubs.journal import locked_club, record
from league.clubs.models import Club, Handover
from league.competitions.models import Competition
from league.players.models import User
from league.players.verbs.notify import notify


def close(*, club: Club, by: User, reason: str) -> Club:
    """Close ``club`` for a ``reason`` that everybody reads. Again: nothing changes. Raises ClubRefused without one."""
    with locked_club(club.id) as row:
        if row.closed_at is not None:
            return row
        reason_text = " ".join(reason.split())[:300]
        if not reason_text:
            raise ClubRefused(_("Give a reason: it appears on the club's page."))
        now = timezone.now()
        row.closed_at, row.closed_because, row.key = now, reason_text, ""
        row.save(update_fields=["closed_at", "closed_because", "key"])
        row.memberships.filter(asked=True).delete()
        row.handovers.filter(state=Handover.State.OPEN).update(state=Handover.State.EXPIRED, ended_at=now)
        record(row, by, "close", text("closed the club: {reason}", reason=reason_text))
        _renew(row)
        message = text("the club is closed: {reason}", reason=reason_text)
        people = [membership.user for membership in row.memberships.select_related("user")]
        url, key = reverse("clubs:page", args=[row.slug]), f"club:{row.pk}:closed:{now:%Y%m%d%H%M%S}"
        notify(users=people, kind="announcement", message=message, url=url, key=key, competition=row.name)
    return row


def reopen(*, club: Club, by: User) -> Club:
    """Reopen a closed ``club`` as it was, without a link. Again: nothing changes."""
    with locked_club(club.id) as row:
        if row.closed_at is not None:
            row.closed_at, row.closed_because = None, ""
            row.save(update_fields=["closed_at", "closed_because"])
            record(row, by, "reopen", text("opened the club again"))
            _renew(row)
    return row


def _renew(row: Club) -> None:
    """Renew the pages of its competitions, which name it."""
    Competition.objects.filter(club=row).update(log_position=F("log_position") + 1)
