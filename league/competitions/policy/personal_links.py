"""Personal links: the only access for a name without account."""

import re
import secrets
from collections.abc import Iterable
from typing import Final, TypeAlias

from django.http import Http404

from league.competitions.models import Entrant, Member
from league.players.models import User

Holder: TypeAlias = Entrant | Member
"""Whose row has the link: an entrant for its own player, a member for another of its side or squad."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,43}")


def new_key(player: User) -> str:
    """Return a new secret for the personal link of ``player``; empty for who needs none: accounts and bots."""
    return secrets.token_urlsafe(24) if player.kind == User.Kind.GUEST else ""


def player_of(holder: Holder) -> User:
    return holder.user if isinstance(holder, Member) else holder.player


def entrant_of(holder: Holder) -> Entrant:
    """Return the entrant that the person plays for."""
    return holder.entrant if isinstance(holder, Member) else holder


def name_of(holder: Holder) -> str:
    """Return the name of the person, which for a team is not that of the entrant."""
    entrant = entrant_of(holder)
    return player_of(holder).nickname if isinstance(holder, Member) or entrant.competition.of_teams else entrant.name


def holder_by_key(key: str) -> Holder:
    """Return who has this personal ``key``, with player, entrant and competition; else raise Http404."""
    if not _KEY.fullmatch(key):
        raise Http404
    entrants = Entrant.objects.select_related("player", "competition")
    members = Member.objects.select_related("user", "entrant__competition", "entrant__player")
    holder = entrants.filter(personal_key=key).first() or members.filter(personal_key=key).first()
    if holder is None:
        raise Http404
    player = player_of(holder)
    if player.kind != User.Kind.GUEST or not player.is_active:
        raise Http404
    return holder


def holders_of(entrants: Iterable[Entrant]) -> list[Holder]:
    """Return all who play for ``entrants`` by a personal link, entrant by entrant; none of who withdrew.

    The members must be read where several people play.
    """
    holders: list[Holder] = []
    for entrant in entrants:
        if entrant.status != Entrant.Status.WITHDRAWN:
            several = entrant.competition.most_people > 1
            people: list[Holder] = [entrant, *(entrant.members.all() if several else ())]
            holders += [holder for holder in people if holder.personal_key]
    return holders


def end_links_of(player: User) -> None:
    """Make every personal link of ``player`` invalid."""
    Entrant.objects.filter(player=player).update(personal_key="")
    Member.objects.filter(user=player).update(personal_key="")
