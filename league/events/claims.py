"""What an event knows of a typed name, for the account that claims the name."""

from league.events.models import PlannedMatch, Presence
from league.players.verbs.claims import Holdings


class Presences(Holdings):
    """That the name has come to the desk, and what it referees."""

    def hand_over(self) -> None:
        there = Presence.objects.filter(user=self.account).values("event")
        Presence.objects.filter(user=self.name).exclude(event__in=list(there.values_list("event", flat=True))).update(
            user=self.account
        )
        Presence.objects.filter(user=self.name).delete()
        PlannedMatch.objects.filter(referee=self.name).update(referee=self.account)
