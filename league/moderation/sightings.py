"""Hints about double accounts: accounts that signed in with one browser, remembered for a short time.

Only a hint: families and bars share devices. The browser carries a random cookie of its own (``device``), no address
is kept, and a keyed hash of the cookie is stored. Two accounts of one browser become a case only if they also met, at
a table or in a competition; guests are left out, since every evening in a bar would be a hint. A browser of more than
``MOST`` accounts, such as a club's computer, is one case that lists them.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from league.competitions.models import Entrant
from league.moderation.models import Case, Sighting
from league.players.models import User
from matches.models import Seat

COOKIE: Final = "device"
KEPT: Final = timedelta(days=30)
MOST: Final = 8
"""Accounts of one browser that are compared in pairs, 28 at most; 300 would make 44,850."""


def mark_of(token: str) -> str:
    """Return the keyed hash under which a browser is remembered."""
    return hmac.new(settings.SECRET_KEY.encode(), b"device:" + token.encode(), hashlib.sha256).hexdigest()[:32]


class DeviceMiddleware:
    """Sets the browser's random cookie on the first sign-in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        fresh = getattr(request, "fresh_device", "")
        if fresh:
            response.set_cookie(
                COOKIE,
                fresh,
                max_age=int(KEPT.total_seconds()),
                httponly=True,
                samesite="Lax",
                secure=request.is_secure(),
            )
        return response


def listen() -> None:
    """Connect ``note`` to the sign-in signal."""
    user_logged_in.connect(note, dispatch_uid="moderation.sightings")


def note(sender: Any, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    """Remember the browser of an account that signed in."""
    if request is None or not isinstance(user, User) or user.kind != User.Kind.ACCOUNT:
        return
    token = request.COOKIES.get(COOKIE, "")
    if not 20 <= len(token) <= 64:
        token = secrets.token_urlsafe(24)
        request.fresh_device = token  # type: ignore[attr-defined]  # read by DeviceMiddleware when it answers
    Sighting.objects.update_or_create(user=user, mark=mark_of(token), defaults={"at": timezone.now()})


def hint() -> int:
    """Open a case for each pair of accounts of one browser that met, and for each browser of many; return how many.

    Also deletes old hints. Safe to repeat.
    """
    Sighting.objects.filter(at__lt=timezone.now() - KEPT).delete()
    by_mark: dict[str, set[Any]] = {}
    for mark, user_id in Sighting.objects.values_list("mark", "user_id"):
        by_mark.setdefault(mark, set()).add(user_id)
    _forget({UUID(mark) for mark in by_mark})
    opened = sum(_open_group(UUID(mark), users) for mark, users in by_mark.items() if len(users) > MOST)
    few = [users for users in by_mark.values() if len(users) <= MOST]
    pairs = {pair for users in few for pair in combinations(sorted(users), 2)}
    return opened + sum(_open(first, second) for first, second in pairs if _met(first, second))


def _forget(marks: set[UUID]) -> None:
    """Forget the browsers of cases in which nobody signs in any more: those not in ``marks``."""
    for case in Case.objects.filter(kind=Case.Kind.DEVICE, thing__isnull=False):
        if case.thing not in marks and case.closed_at is None:
            case.delete()
        elif case.thing not in marks:
            Case.objects.filter(pk=case.pk).update(thing=None)


def _open_group(mark: UUID, users: set[Any]) -> int:
    """Open a case for the browser ``mark`` of many ``users``, in place of the open ones for its pairs."""
    if Case.objects.filter(kind=Case.Kind.DEVICE, thing=mark).exists():
        return 0
    # The case needs one subject; nobody may decide about a moderator.
    newest = User.objects.filter(pk__in=users).order_by("is_moderator", "-date_joined").first()
    if newest is None:
        return 0
    try:
        with transaction.atomic():
            Case.objects.create(kind=Case.Kind.DEVICE, thing=mark, subject=newest)
            pairs = Case.objects.filter(kind=Case.Kind.DOUBLE, subject__in=users, other__in=users, closed_at=None)
            # A pair that shares another browser too comes back from there.
            pairs.delete()
    except IntegrityError:
        return 0  # another worker came first
    return 1


def _met(first: Any, second: Any) -> bool:
    tables = Seat.objects.filter(user_id=first, match__seats__user_id=second)
    return tables.exists() or Entrant.objects.filter(player_id=first, competition__entrants__player_id=second).exists()


def _open(first: Any, second: Any) -> int:
    if Case.objects.filter(kind=Case.Kind.DOUBLE, subject_id=first, other_id=second).exists():
        return 0
    try:
        with transaction.atomic():
            Case.objects.create(kind=Case.Kind.DOUBLE, subject_id=first, other_id=second)
    except IntegrityError:
        return 0  # another worker came first
    return 1
