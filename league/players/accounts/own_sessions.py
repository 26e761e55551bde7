"""List an account's own sessions: device, shortened address, last use (django-allauth's rows)."""

import time
from collections.abc import Callable
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.players.models import User
from league.players.policy.access import account_of
from league.players.policy.sessions import shortened
from league.players.verbs.sessions import announce

EVERY: Final = 900.0
"""Seconds between two notes of one session's use in a process: writing it each time would cost three queries a page."""
KEPT: Final = 10_000
"""Sessions that a process remembers before it starts afresh."""
_noted: dict[str, float] = {}


class SeenMiddleware:
    """Middleware that notes the use of an account's session, at most every ``EVERY`` seconds in each process."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if key and time.monotonic() - _noted.get(key, float("-inf")) > EVERY:
            remember(key)
            if request.session.session_key == key and account_of(request.user) is not None:
                UserSession.objects.create_from_request(request)
        return response


def remember(key: str) -> None:
    """Note that a session was seen now."""
    if len(_noted) >= KEPT:
        _noted.clear()
    _noted[key] = time.monotonic()


def note_sign_in(sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Remember a session that allauth has just noted. A receiver of ``user_logged_in``."""
    if request.session.session_key:
        remember(request.session.session_key)


def shorten(sender: type[UserSession], instance: UserSession, **kwargs: Any) -> None:
    """Store the network instead of the address. A receiver of ``pre_save``."""
    instance.ip = shortened(instance.ip.partition("%")[0])


def close_connections(sender: Any, user: Any, **kwargs: Any) -> None:
    """Close what an ended session holds open. A receiver of signals that end sessions of ``user``."""
    if isinstance(user, User):
        announce(user.pk)


def close_after_sign_out(sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Close what the session holds open. A receiver of ``user_logged_out``.

    Django deletes the session only after this signal: a process that looked meanwhile let its sockets stay for 30 s.
    """
    if isinstance(user, User):
        request.session.delete()
        announce(user.pk)
