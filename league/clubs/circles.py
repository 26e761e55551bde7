"""Conditions of belonging to a club, for other rooms' queries. Imports nothing of competitions."""

from typing import Any

from django.db.models import QuerySet

from league.clubs.models import Club, Membership


def run_by(user: Any) -> QuerySet[Club]:  # a user who is signed in
    """Return the clubs that ``user`` owns or is on the staff of."""
    staff = Membership.objects.filter(user=user, staff=True).order_by().values("club")
    return Club.objects.filter(pk__in=_owned_club_ids(user).union(staff))


def organises_for(user: Any) -> QuerySet[Club]:  # a user who is signed in
    """Return those of them that are open, so that something new may come under them."""
    return run_by(user).filter(closed_at__isnull=True)


def clubs_with(user: Any) -> QuerySet[Club]:  # a user who is signed in
    """Return the clubs to which ``user`` belongs in any capacity."""
    memberships = Membership.objects.inside().filter(user=user).order_by().values("club")
    return Club.objects.filter(pk__in=_owned_club_ids(user).union(memberships))


def _owned_club_ids(user: Any) -> QuerySet[Any, Any]:  # a user who is signed in
    """Return the ids of the clubs that ``user`` owns, for a union: an OR of both would read every club."""
    return Club.objects.filter(owner=user).order_by().values("pk")
