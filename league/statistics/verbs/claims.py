"""The finished matches of a typed name, for the account that claims it."""

from league.players.verbs.claims import Holdings
from league.statistics.models import Line


class Lines(Holdings):
    """The lines of a name's matches, its own and its opponents'."""

    def hand_over(self) -> None:
        Line.objects.filter(player=self.name).update(player=self.account)
        Line.objects.filter(opponent=self.name).update(opponent=self.account)
