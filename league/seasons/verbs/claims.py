"""Substitutions of a typed name, for the account that claims the name."""

from league.players.verbs.claims import Holdings
from league.seasons.models import Substitution


class Substitutions(Holdings):
    """Substitutions in which the name left an entrant or took one over."""

    def hand_over(self) -> None:
        Substitution.objects.filter(before=self.name).update(before=self.account)
        Substitution.objects.filter(after=self.name).update(after=self.account)
