"""The only doors to a player: by id for the profile, by personal key for a name without account."""

from __future__ import annotations

import re
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from league.competitions.models import Entrant
from league.players.models import User

_KEY = re.compile(r"[A-Za-z0-9_-]{20,43}")


def player_or_404(player_id: UUID) -> User:
    """The player of a public profile; a claimed name answers with the account that took it over."""
    player = User.objects.select_related("merged_into").filter(id=player_id).first()
    if player is None:
        raise Http404
    if player.merged_into is not None:
        return player.merged_into
    if not player.is_active:
        raise Http404
    return player


def entrant_by_key(key: str) -> Entrant:
    """The entrant whose personal link holds ``key``, with its player and competition; 404 for anything else."""
    if not _KEY.fullmatch(key):
        raise Http404
    entrant = Entrant.objects.select_related("player", "competition").filter(personal_key=key).first()
    if entrant is None:
        raise Http404
    if entrant.player.kind != User.Kind.GUEST or not entrant.player.is_active:
        raise Http404
    return entrant


def account_of(user: User | AnonymousUser) -> User | None:
    """``user`` if it is signed in with an account (a guest and a bot are not), else None."""
    if isinstance(user, AnonymousUser):
        return None
    if user.kind != User.Kind.ACCOUNT:
        return None
    return user
