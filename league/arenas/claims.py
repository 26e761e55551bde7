"""Places of a typed name in arenas, for the account that claims the name."""

from league.arenas.models import Arena, ArenaPlayer
from league.arenas.waking import changed
from league.players.verbs.claims import Holdings


class Places(Holdings):
    """The lines of a name; in an arena where the account has a line of its own, both stay and the name leaves."""

    def hand_over(self) -> None:
        # First the people, then the arenas, as when somebody joins: a turn in between would seat the emptied name.
        arenas = Arena.objects.filter(players__user=self.name).order_by("id").values_list("id", flat=True)
        list(Arena.objects.select_for_update().filter(id__in=list(arenas)).order_by("id"))
        own = ArenaPlayer.objects.filter(user=self.account).values_list("arena", flat=True)
        of_name = ArenaPlayer.objects.filter(user=self.name)
        of_name.filter(arena__in=list(own)).update(status=ArenaPlayer.Status.LEFT)
        of_name.exclude(arena__in=list(own)).update(user=self.account)
        for arena in arenas:
            changed(arena)
