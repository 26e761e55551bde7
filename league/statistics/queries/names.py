"""Names of the people of a competition, as its statistics show them."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from league.competitions.models import Competition, Entrant
from league.players.models import User


def names_in(seasons: Sequence[Competition], people: Iterable[str | UUID]) -> dict[UUID, str]:
    """Return the names by which ``people`` played in ``seasons``: the last entered under, in a team their own.

    One query, two where teams and others play.
    """
    names: dict[UUID, str] = {}
    singles = [competition for competition in seasons if not competition.of_teams]
    if len(singles) < len(seasons):
        names.update(User.objects.filter(pk__in=list(people)).values_list("pk", "nickname"))
    if singles:
        entrants = Entrant.objects.filter(competition__in=singles).order_by("competition__season", "entered_at")
        names.update(entrants.values_list("player_id", "name"))
    return names
