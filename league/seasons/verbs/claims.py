"""A typed name's substitutions, for the account that claims the name."""

from __future__ import annotations

from league.players.verbs.claims import Holdings
from league.seasons.models import Substitution


class Substitutions(Holdings):
    """The records that a name left to somebody or took over."""

    def hand_over(self) -> None:
        Substitution.objects.filter(before=self.name).update(before=self.account)
        Substitution.objects.filter(after=self.name).update(after=self.account)
