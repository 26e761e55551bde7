"""Days on which a player cannot play, entered by the player: plans avoid them where they can."""

from datetime import date, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Absence
from league.players.models import User

MOST = 40
"""Current and future absences of one player."""
LONGEST = 180
"""Days of one absence."""


def of(user: User) -> QuerySet[Absence]:
    """Return the absences of ``user`` that are not over."""
    return Absence.objects.filter(user=user, last__gte=timezone.now().date() - timedelta(days=1))


def add(*, user: User, first: date, last: date) -> Absence:
    """Add an absence from ``first`` to ``last``, both included. Repeating it changes nothing. Raises BadSetting."""
    today = timezone.now().date()
    if last < first:
        raise BadSetting("last", _("The last day cannot be before the first."))
    if last < today - timedelta(days=1) or first > today + timedelta(days=730):
        raise BadSetting("first", _("An absence must be in the next two years."))
    if (last - first).days >= LONGEST:
        raise BadSetting("last", _("At most %(count)d days at once.") % {"count": LONGEST})
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if of(user).exclude(first=first, last=last).count() >= MOST:
            raise BadSetting("first", _("At most %(count)d absences.") % {"count": MOST})
        absence, _new = Absence.objects.get_or_create(user=user, first=first, last=last)
    return absence


def remove(*, user: User, absence_id: UUID) -> None:
    """Delete an absence of ``user``. Repeating it changes nothing."""
    Absence.objects.filter(user=user, id=absence_id).delete()
