"""Memberships of a typed name, for the account that claims the name."""

from league.clubs.models import Membership
from league.players.verbs.claims import Holdings


class Memberships(Holdings):
    """The clubs of a name, without those that the account owns or is already in."""

    def hand_over(self) -> None:
        memberships = Membership.objects.filter(user=self.name)
        Membership.objects.filter(user=self.account, asked=True, club__in=memberships.inside().values("club")).delete()
        clubs = Membership.objects.filter(user=self.account).values("club")
        new = memberships.exclude(club__in=list(clubs)).exclude(club__owner=self.account)
        new.update(user=self.account, key="")
        Membership.objects.filter(user=self.name).delete()
