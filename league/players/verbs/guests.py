"""Guests: players without an account. The page signs the browser in."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from league.players.models import User
from league.players.policy import office_names
from league.players.policy.nicknames import clean_entrant_name, clean_nickname
from league.players.verbs.sessions import announce
from league.registry import Registry

AGAIN: Final = timedelta(minutes=1)
"""A form sent again within this time is a double click: it makes no second guest."""
sign_up_listeners: Registry[Callable[[User], None]] = Registry()
"""Called when a guest or a newcomer has become an account: from now on only the password opens this player."""


def guest(*, nickname: str, language: str = "", key: UUID | None = None) -> User:
    """Create a player without account called ``nickname``, with ``key`` as its id. Raises NicknameRefused.

    The same ``key`` again, at once or within a minute, returns the same player under the first name.
    """
    player = User(kind=User.Kind.GUEST, nickname=clean_nickname(nickname), language=language)
    office_names.must_be_free(player.nickname)
    player.set_unusable_password()
    if key is not None:
        user, new = User.objects.get_or_create(
            pk=key, defaults={name: getattr(player, name) for name in ("kind", "nickname", "language", "password")}
        )
        fresh = user.is_guest and user.is_active and user.date_joined > timezone.now() - AGAIN
        if new or fresh:
            return user
    player.save(force_insert=True)
    return player


def guests(*, nicknames: list[str]) -> list[User]:
    """Create a player without account for each of ``nicknames``, all or none: names of entrants and of members.

    Raises NicknameRefused.
    """
    players = [User(kind=User.Kind.GUEST, nickname=clean_entrant_name(nickname)) for nickname in nicknames]
    for player in players:
        player.set_unusable_password()
    User.objects.bulk_create(players)
    return players


def end_sessions_by_link(*, player_id: UUID) -> None:
    """End the sessions of a player that a personal link or a card opened; others stay."""
    User.objects.filter(pk=player_id).update(renewals=F("renewals") + 1)
    announce(player_id)
