"""Claims of a typed name: the account that claims it takes over its rows in events."""

from league.events.models import Particulars, PlannedMatch, Presence
from league.players.verbs.claims import Holdings


class Presences(Holdings):
    """The check-ins of a typed name, what it told of itself, and the matches that it referees."""

    def hand_over(self) -> None:
        there = Presence.objects.filter(user=self.account).values("event")
        Presence.objects.filter(user=self.name).exclude(event__in=list(there.values_list("event", flat=True))).update(
            user=self.account
        )
        Presence.objects.filter(user=self.name).delete()
        told = Particulars.objects.filter(user=self.account).values("event")
        Particulars.objects.filter(user=self.name).exclude(event__in=list(told.values_list("event", flat=True))).update(
            user=self.account
        )
        Particulars.objects.filter(user=self.name).delete()
        PlannedMatch.objects.filter(referee=self.name).update(referee=self.account)
