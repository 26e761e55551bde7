"""Personal links: the only access for an entrant without account."""

import re
from typing import Final

from django.http import Http404

from league.competitions.models import Entrant
from league.players.models import User

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,43}")


def entrant_by_key(key: str) -> Entrant:
    """Return the entrant with this personal ``key``, its player and competition; else raise Http404."""
    if not _KEY.fullmatch(key):
        raise Http404
    entrant = Entrant.objects.select_related("player", "competition").filter(personal_key=key).first()
    if entrant is None:
        raise Http404
    if entrant.player.kind != User.Kind.GUEST or not entrant.player.is_active:
        raise Http404
    return entrant


def end_links_of(player: User) -> None:
    """Make every personal link of ``player`` invalid."""
    Entrant.objects.filter(player=player).update(personal_key="")
