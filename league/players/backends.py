"""How a session is opened without a password: by a personal link or by the card of a school class."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import login
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest
from django.utils import timezone

from league.players.models import User
from league.players.sessions import WITH_BROWSER

LESSON: Final = timedelta(hours=8)
"""A pupil's session ends after so long, or with the browser: the next child sits down at the same computer."""


class LinkBackend(ModelBackend):
    """Sessions that a link or a card opened: they end as soon as another link or PIN is made (``User.renewals``)."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:  # type: ignore[override]
        """Nobody signs in with a password here."""

    def get_user(self, user_id: UUID) -> User | None:
        """The player of a session, whose hash covers the number of renewals."""
        user = super().get_user(user_id)
        if isinstance(user, User):
            user.by_link = True
            return user
        return None


def open_session(request: HttpRequest, player: User, *, shared: bool = False) -> None:
    """Sign this browser in as ``player`` by a link or a card; ``shared``: at a computer that others use too."""
    player.by_link = True
    login(request, player, backend="league.players.backends.LinkBackend")
    if shared:
        request.session[WITH_BROWSER] = True
        request.session.set_expiry(timezone.now() + LESSON)
