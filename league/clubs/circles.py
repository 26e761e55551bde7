"""Who is of which club, as conditions that other rooms put into their own queries. Imports nothing of competitions."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from league.clubs.models import Club, Membership


def run_by(user: Any) -> QuerySet[Club]:  # a user who is signed in
    """The clubs that ``user`` owns or is of the staff of."""
    staff = Membership.objects.filter(user=user, staff=True).values("club")
    return Club.objects.filter(Q(owner=user) | Q(pk__in=staff))


def organises_for(user: Any) -> QuerySet[Club]:  # a user who is signed in
    """Those of them that something new may come under: not closed."""
    return run_by(user).filter(closed_at__isnull=True)


def inside(user: Any) -> QuerySet[Club]:  # a user who is signed in
    """The clubs that ``user`` is of, in whatever capacity."""
    mine = Membership.objects.inside().filter(user=user).values("club")
    return Club.objects.filter(Q(owner=user) | Q(pk__in=mine))
