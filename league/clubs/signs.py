"""The last sign of a person: a sign-in, an entry in an audit, a seat at a table. Reading alone leaves none."""

from datetime import datetime

from django.db.models import Max

from league.clubs.models import ClubEntry
from league.competitions.models import AuditEntry
from league.players.models import User
from matches.models import Seat


def last_sign(user: User) -> datetime:
    """Return the last sign of ``user``, at the earliest the account's creation. Three queries."""
    signs: list[datetime | None] = [
        user.date_joined,
        user.last_login,
        AuditEntry.objects.filter(actor=user).aggregate(at=Max("at"))["at"],
        ClubEntry.objects.filter(actor=user).aggregate(at=Max("at"))["at"],
        Seat.objects.filter(user=user).aggregate(at=Max("seen_at"))["at"],
    ]
    return max(at for at in signs if at is not None)
