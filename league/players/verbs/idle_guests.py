"""Deletion of guests who did nothing for ``settings.GUEST_DAYS`` days.

A guest stays if others' data names them: as an entrant, a member, a pupil, a side of a match that counts, the author of
a chat line, the subject of a case. Any row that names a user keeps its guest, unless its app lists its model in
``guest_models``.
"""

import logging
import time
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, Model, OuterRef, ProtectedError, Q, QuerySet

from league.players.models import Notification, User
from league.registry import Registry
from matches.models import Challenge, ChatMute, LineUp, Match, Seat, SeatController

log = logging.getLogger(__name__)

BATCH: Final = 200
"""Guests deleted in one run: a task has 30 seconds."""
SLICE: Final = 15
"""Guests looked at together: some thirty tables may name them, which is some 400 pages of 8 kB."""
SECONDS: Final = 10.0
"""Seconds after which a run begins no further slice."""
AFTER: Final = "idle_guests:after"
"""Cache key of the place where the last run stopped; if lost, the next run starts again with the oldest."""
guest_models: Registry[type[Model]] = Registry()
"""Models whose rows are deleted with their guest."""
for _model in (Challenge, ChatMute, LineUp, Notification, Seat, SeatController):
    guest_models.add(_model)
BETWEEN_TWO: Final = (Match.Status.LIVE, Match.Status.PAUSED, Match.Status.FINISHED)
"""Statuses in which a match belongs to the other player too."""


def idle(since: datetime) -> QuerySet[User]:
    """Select guests idle since ``since`` whom nothing that stays names."""
    guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True, sheltered=False, date_joined__lt=since)
    guests = guests.filter(Q(last_login=None) | Q(last_login__lt=since))
    for relation in User._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel) or relation.many_to_many:
            continue
        model, field = relation.related_model, relation.field
        if isinstance(model, type) and model not in guest_models:
            guests = guests.exclude(Exists(model._default_manager.filter(**{field.name: OuterRef("pk")})))
    seats = Seat.objects.filter(user=OuterRef("pk"))
    another = Seat.objects.filter(match=OuterRef("match")).exclude(Q(user=None) | Q(user=OuterRef("user")))
    counts = Q(match__rated=True) | ~Q(match__back_url="") | Q(match__origin__startswith="fixture:")
    lately = Q(match__created_at__gte=since) | Q(seen_at__gte=since) | Q(gone_at__gte=since)
    team_mate = SeatController.objects.filter(seat__match=OuterRef("match")).exclude(user=OuterRef("user"))
    shared = Q(Exists(another) | Exists(team_mate), match__status__in=BETWEEN_TWO)
    # Whoever came to somebody else's side leaves with that match.
    beside = SeatController.objects.filter(user=OuterRef("pk")).exclude(seat__user=OuterRef("pk"))
    return guests.exclude(Exists(seats.filter(counts | lately | shared))).exclude(Exists(beside))


def delete_idle(now: datetime) -> int:
    """Delete up to ``BATCH`` idle guests with the casual matches that nobody else played; return how many.

    Safe under concurrency, also with a guest who sits down at this moment: the row is locked, then checked again.
    Guests are looked at in slices, from where the last run stopped: most of them stay, and to ask of all of them at
    once whom some row names took longer than a task may.
    """
    since, end = now - timedelta(days=settings.GUEST_DAYS), time.monotonic() + SECONDS
    deleted = 0
    while deleted < BATCH and time.monotonic() < end:
        keys = _next_slice(since)
        for pk in list(idle(since).filter(pk__in=keys).order_by("pk").values_list("pk", flat=True)):
            if time.monotonic() > end:
                return deleted
            try:
                deleted += _delete(pk, since)
            except ProtectedError as error:  # a match of theirs is named elsewhere: the others go all the same
                log.warning("guest %s cannot be deleted: %s", pk, error)
        cache.set(AFTER, str(keys[-1]) if len(keys) == SLICE else None, None)
        if len(keys) < SLICE:
            break
    return deleted


def _next_slice(since: datetime) -> list[UUID]:
    """Return the next guests to look at, oldest first."""
    guests = User.objects.filter(kind=User.Kind.GUEST, is_active=True, date_joined__lt=since)
    after = cache.get(AFTER)
    guests = guests.filter(pk__gt=after) if after else guests
    return list(guests.order_by("pk").values_list("pk", flat=True)[:SLICE])


@transaction.atomic
def _delete(pk: UUID, since: datetime) -> bool:
    guest = User.objects.select_for_update().filter(pk=pk).first()
    if guest is None or not idle(since).filter(pk=pk).exists():
        return False
    matches = list(Match.objects.filter(seats__user=guest).distinct().values_list("pk", flat=True))
    for match in matches:
        Notification.objects.filter(url__startswith=f"/matches/{match}/").delete()
    Match.objects.filter(resumed_from__in=matches).update(resumed_from=None)
    Match.objects.filter(pk__in=matches).update(resumed_from=None)
    Match.objects.filter(pk__in=matches).delete()
    guest.delete()
    return True
