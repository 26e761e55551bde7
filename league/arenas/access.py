"""The only doors to an arena: who may see, enter and run it. A missing right looks like a missing page.

An arena of a club for members is its members' alone; of any other club everybody may look on.
"""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from league.arenas.models import Arena
from league.clubs import circles
from league.clubs.models import Club

MEMBERS = Club.Visibility.MEMBERS


def by_address(user: Any) -> QuerySet[Arena]:  # User or AnonymousUser
    """Return the arenas that ``user`` may read by address."""
    open_to_all = ~Q(club__visibility=MEMBERS) | Q(club=None)
    if not user.is_authenticated:
        return Arena.objects.filter(open_to_all)
    if user.runs_site:
        return Arena.objects.all()
    return Arena.objects.filter(open_to_all | Q(owner=user) | Q(club__in=circles.clubs_with(user).values("pk")))


def listed(user: Any) -> QuerySet[Arena]:  # User or AnonymousUser
    """Return the arenas to list for ``user``: those of clubs that are public or their own, and those of nobody."""
    rows = by_address(user)
    public = Q(club=None) | Q(club__visibility=Club.Visibility.PUBLIC)
    if not user.is_authenticated:
        return rows.filter(public)
    if user.runs_site:
        return rows
    return rows.filter(public | Q(owner=user) | Q(club__in=circles.clubs_with(user).values("pk")))


def may_run(user: Any, arena: Arena) -> bool:  # User or AnonymousUser
    """Return whether ``user`` may end or cancel the arena: its owner, the staff of its club, who runs the site."""
    if not user.is_authenticated:
        return False
    if user.runs_site or arena.owner_id == user.pk:
        return True
    return arena.club_id is not None and circles.run_by(user).filter(pk=arena.club_id).exists()


def may_join(user: Any, arena: Arena) -> bool:  # User or AnonymousUser
    """Return whether ``user`` belongs to those for whom the arena is: everybody, or the people of its club."""
    if arena.club_id is None:
        return True
    return user.is_authenticated and circles.clubs_with(user).filter(pk=arena.club_id).exists()


def door(user: Any, key: UUID | str, *, run: bool = False) -> Arena:  # User or AnonymousUser
    """Return the arena with this id or slug; with ``run`` only if ``user`` runs it. Raises Http404."""
    rows = by_address(user).select_related("owner", "club")
    arena = (rows.filter(id=key) if isinstance(key, UUID) else rows.filter(slug=key)).first()
    if arena is None or (run and not may_run(user, arena)):
        raise Http404
    return arena
