"""Memberships of a typed name, for the account that claims the name."""

from __future__ import annotations

from league.clubs.models import Membership
from league.players.verbs.claims import Holdings


class Memberships(Holdings):
    """The clubs of a name, without those that the account is already in."""

    def hand_over(self) -> None:
        clubs = Membership.objects.filter(user=self.account).values("club")
        memberships = Membership.objects.filter(user=self.name)
        memberships.exclude(club__in=list(clubs)).update(user=self.account, key="", asked=False)
        Membership.objects.filter(user=self.name).delete()
