"""The only doors to a club: who may see it, run it, own it. No right looks like no page.

Its competitions have their own door (``competitions.access``), which knows the staff of their club as theirs.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from league.clubs import circles
from league.clubs.models import Club, Membership
from league.players.models import User


class Standing(StrEnum):
    """What somebody is in a club; each may do what those after it may."""

    OWNER = "owner"
    STAFF = "staff"
    MEMBER = "member"
    ASKED = "asked"
    NOBODY = "nobody"


RUNS = (Standing.OWNER, Standing.STAFF)
INSIDE = (*RUNS, Standing.MEMBER)


def standing_of(user: Any, club: Club) -> Standing:  # User or AnonymousUser
    """What ``user`` is in ``club``; who runs the site is as its owner. One query."""
    if not user.is_authenticated:
        return Standing.NOBODY
    if club.owner_id == user.pk or user.is_staff:
        return Standing.OWNER
    mine = Membership.objects.filter(club=club, user=user).first()
    if mine is None:
        return Standing.NOBODY
    return Standing.STAFF if mine.staff else Standing.ASKED if mine.asked else Standing.MEMBER


def holds_office(user: User) -> bool:
    """Return whether ``user`` owns a club or is of the staff of one."""
    return user.clubs.exists() or user.memberships.filter(staff=True).exists()


def listed(user: Any) -> QuerySet[Club]:  # User or AnonymousUser
    """The clubs that may stand in a list or a search of ``user``; a closed one in those of its own people alone."""
    public = Q(visibility=Club.Visibility.PUBLIC, closed_at__isnull=True)
    if user is None or not user.is_authenticated:
        return Club.objects.filter(public)
    if user.is_staff:
        return Club.objects.all()
    return Club.objects.filter(public | Q(pk__in=circles.inside(user).values("pk")))


def door(
    user: Any, key: UUID | str, among: tuple[Standing, ...] = tuple(Standing)
) -> tuple[Club, Standing]:  # User or AnonymousUser
    """The club with this id or slug, and what ``user`` is in it, if that is ``among`` what is asked for; else Http404.

    A club for members is seen by them alone; who has asked to be one has been shown it by its link.
    """
    rows = Club.objects.select_related("owner")
    found = rows.filter(id=key).first() if isinstance(key, UUID) else rows.filter(slug=key).first()
    if found is None:
        raise Http404
    mine = standing_of(user, found)
    if found.visibility == Club.Visibility.MEMBERS and mine not in INSIDE:
        raise Http404
    if mine not in among:
        raise Http404
    return found, mine


def by_key(key: str) -> Club:
    """The club whose link holds ``key``; 404 for anything else."""
    found = (
        Club.objects.filter(key=key, closed_at__isnull=True).exclude(key="").select_related("owner").first()
        if len(key) >= 20
        else None
    )
    if found is None:
        raise Http404
    return found


def name_by_key(key: str) -> Membership:
    """The name without account whose personal link holds ``key``; 404 for anything else."""
    rows = Membership.objects.select_related("club", "user").exclude(key="").filter(user__is_active=True)
    found = rows.filter(key=key, user__kind="guest").first() if len(key) >= 20 else None
    if found is None:
        raise Http404
    return found


def own(user: Any) -> list[Club]:  # User or AnonymousUser
    """The clubs that ``user`` is of."""
    return [] if not user.is_authenticated else list(circles.inside(user).order_by("name"))
