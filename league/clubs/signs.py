"""The last sign that somebody gave: a sign-in, an entry in an audit, a seat at a table. Reading alone leaves none."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from league.clubs.models import ClubEntry
from league.competitions.models import AuditEntry
from league.players.models import User
from matches.models import Seat


def last_sign(user: User) -> datetime:
    """When ``user`` was last heard of, at the earliest when the account was made. Three queries."""
    found: list[datetime | None] = [
        user.date_joined,
        user.last_login,
        AuditEntry.objects.filter(actor=user).aggregate(at=Max("at"))["at"],
        ClubEntry.objects.filter(actor=user).aggregate(at=Max("at"))["at"],
        Seat.objects.filter(user=user).aggregate(at=Max("seen_at"))["at"],
    ]
    return max(at for at in found if at is not None)
