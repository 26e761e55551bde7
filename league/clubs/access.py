"""The only doors to a club: who may see it, run it, own it. A missing right looks like a missing page.

Its competitions have their own door (``competitions.access``), which treats the club's staff as theirs.
"""

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from league.clubs import circles
from league.clubs.models import Club, Membership
from league.players.models import User


class Standing(StrEnum):
    """The reader's standing in a club; each may do all that those after it may."""

    OWNER = "owner"
    STAFF = "staff"
    MEMBER = "member"
    ASKED = "asked"
    NOBODY = "nobody"


def up_to(least: Standing) -> tuple[Standing, ...]:
    """Return ``least`` and the standings that may do all that it may."""
    standings = tuple(Standing)
    return standings[: standings.index(least) + 1]


RUNS = up_to(Standing.STAFF)
INSIDE = up_to(Standing.MEMBER)


def standing_of(user: Any, club: Club) -> Standing:  # User or AnonymousUser
    """Return the standing of ``user`` in ``club``; site administrators count as owner. One query."""
    if not user.is_authenticated:
        return Standing.NOBODY
    if club.owner_id == user.pk or user.runs_site:
        return Standing.OWNER
    membership = Membership.objects.filter(club=club, user=user).first()
    if membership is None:
        return Standing.NOBODY
    return Standing.STAFF if membership.staff else Standing.ASKED if membership.asked else Standing.MEMBER


def holds_office(user: User) -> bool:
    """Return whether ``user`` owns a club or is on the staff of one."""
    return user.clubs.exists() or user.memberships.filter(staff=True).exists()


def listed(user: Any) -> QuerySet[Club]:  # User or AnonymousUser
    """Return the clubs to list or find for ``user``; closed ones only for their own people."""
    public = Q(visibility=Club.Visibility.PUBLIC, closed_at__isnull=True)
    if user is None or not user.is_authenticated:
        return Club.objects.filter(public)
    if user.runs_site:
        return Club.objects.all()
    return Club.objects.filter(public | Q(pk__in=circles.clubs_with(user).values("pk")))


def door(
    user: Any, key: UUID | str, among: tuple[Standing, ...] = tuple(Standing), *, name_alone: bool = False
) -> tuple[Club, Standing]:  # User or AnonymousUser
    """Return the club with this id or slug and the standing of ``user``, if it is ``among`` the allowed ones.

    Only its members see a club for members. ``name_alone``: the caller shows an applicant no more than its name and
    the request, which waits there since before the club was for members. Raises Http404.
    """
    rows = Club.objects.select_related("owner")
    club = rows.filter(id=key).first() if isinstance(key, UUID) else rows.filter(slug=key).first()
    if club is None:
        raise Http404
    standing = standing_of(user, club)
    if is_closed_to(standing, club) and not (name_alone and standing == Standing.ASKED):
        raise Http404
    if standing not in among:
        raise Http404
    return club, standing


def is_closed_to(standing: Standing, club: Club) -> bool:
    return club.visibility == Club.Visibility.MEMBERS and standing not in INSIDE


def by_key(key: str) -> Club:
    """Return the club whose link holds ``key``. Raises Http404."""
    club = (
        Club.objects.filter(key=key, closed_at__isnull=True).exclude(key="").select_related("owner").first()
        if len(key) >= 20
        else None
    )
    if club is None:
        raise Http404
    return club


def name_by_key(key: str) -> Membership:
    """Return the name without account whose personal link holds ``key``. Raises Http404."""
    rows = Membership.objects.select_related("club", "user").exclude(key="").filter(user__is_active=True)
    membership = rows.filter(key=key, user__kind="guest").first() if len(key) >= 20 else None
    if membership is None:
        raise Http404
    return membership


def own(user: Any) -> list[Club]:  # User or AnonymousUser
    """Return the clubs to which ``user`` belongs."""
    return [] if not user.is_authenticated else list(circles.clubs_with(user).order_by("name"))
