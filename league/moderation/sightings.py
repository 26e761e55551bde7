"""Hints about double accounts: accounts that signed in with one browser, remembered for a short time.

Only a hint: families and bars share devices. The browser carries a random cookie of its own (``device``), no address
is kept, and a keyed hash of the cookie is stored. Two accounts of one browser become a case only if they also met, at
a table or in a competition; guests are left out, since every evening in a bar would be a hint.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any, Final

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
    """Open a case for each pair of accounts of one browser that met; return the number of cases.

    Also deletes old hints. Safe to repeat.
    """
    Sighting.objects.filter(at__lt=timezone.now() - KEPT).delete()
    by_mark: dict[str, set[Any]] = {}
    for mark, user_id in Sighting.objects.values_list("mark", "user_id"):
        by_mark.setdefault(mark, set()).add(user_id)
    pairs = {pair for users in by_mark.values() if len(users) > 1 for pair in combinations(sorted(users), 2)}
    return sum(_open(first, second) for first, second in pairs if _met(first, second))


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
