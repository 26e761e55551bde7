"""Sessions without a password: opened by a personal link or by the card of a school class.

Each of these sessions stores the path of this module: moving it would end them all.
"""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import login
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest
from django.utils import timezone

from league.players.accounts.sessions import WITH_BROWSER
from league.players.models import User

LESSON: Final = timedelta(hours=8)
"""Lifetime of a pupil's session, which also ends with the browser: the next child uses the same computer."""


class LinkBackend(ModelBackend):
    """Backend of sessions opened by a link or a card; a renewed one ends them (``User.renewals``)."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:  # type: ignore[override]
        """Refuse every password: this backend opens sessions by links alone."""

    def get_user(self, user_id: UUID) -> User | None:
        """Return the player of a session, whose hash covers the number of renewals."""
        return _by_link(super().get_user(user_id))

    async def aget_user(self, user_id: UUID) -> User | None:
        """Return the same for asynchronous views: Django asks for it by a query of its own."""
        return _by_link(await super().aget_user(user_id))


def _by_link(user: Any) -> User | None:  # what Django's backend found
    if not isinstance(user, User):
        return None
    user.by_link = True
    return user


def open_session(request: HttpRequest, player: User, *, shared: bool = False) -> None:
    """Sign this browser in as ``player`` by a link or a card; ``shared``: on a shared computer."""
    player.by_link = True
    login(request, player, backend="league.players.backends.LinkBackend")
    if shared:
        request.session[WITH_BROWSER] = True
        request.session.set_expiry(timezone.now() + LESSON)
