"""Play without an account: a nickname, and the browser is signed in as a guest.

Settings name the verb that creates the row (``GUEST_VERB``, ``HOUSE_BOTS``), because players live above matches.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches import limits
from matches.errors import SeatTaken

_NAMES = ("Libero", "Mezzala", "Ala", "Regista", "Stopper", "Mediano", "Terzino", "Fantasista", "Bomber", "Portiere")


def suggested_name() -> str:
    """Return a suggested nickname, so that nobody has to think of one."""
    return f"{secrets.choice(_NAMES)} {secrets.randbelow(900) + 100}"


def seat_user(request: HttpRequest, nickname: str) -> AbstractBaseUser:
    """Return the signed-in user, else a new guest called ``nickname``, signed in with this browser.

    The same form sent twice before its first answer has come is the same guest: both bring the same CSRF cookie, which
    changes with that answer. Raises ValueError with a sentence when the nickname is refused, TooManyRequests.
    """
    if request.user.is_authenticated:
        must_be_welcome(request.user)
        return request.user
    limits.check(request, "guest")
    make: Callable[..., AbstractBaseUser] = import_string(settings.GUEST_VERB)
    guest = make(nickname=nickname, language=get_language() or "", key=_key_of(request))
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]  # our user
    return guest


def _key_of(request: HttpRequest) -> UUID | None:
    """Return the guest id that a browser's CSRF cookie gives, None without one.

    The id does not reveal the cookie.
    """
    carried = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not carried:
        return None
    return UUID(bytes=salted_hmac("matches.verbs.guests", carried, algorithm="sha256").digest()[:16], version=5)


def must_be_welcome(user: Any) -> None:  # a row of the user model, which lives above matches
    """Raise SeatTaken with the reason if ``user`` may not play casual matches now.

    These are the banned, and pupils, who play in their class alone.
    """
    if getattr(user, "is_banned", False):
        raise SeatTaken(_("You cannot play here now: %(reason)s") % {"reason": user.banned_because})
    if getattr(user, "sheltered", False):
        raise SeatTaken(_("Your class card only works in the class."))


def house_bots() -> Sequence[Any]:  # rows of the user model, each with ``bot`` and ``nickname``
    make: Callable[[], Sequence[Any]] = import_string(settings.HOUSE_BOTS)
    return make()
