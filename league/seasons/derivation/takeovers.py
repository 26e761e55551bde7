"""Players of matches whose entrant was taken over since, by the log positions of the substitutions."""

from django.db.models import QuerySet

from league.competitions.log.verdicts import entries_of, first_told, fold
from league.competitions.models import Competition, Fixture
from league.seasons.models import Substitution


def takeovers(row: Competition) -> QuerySet[Substitution]:
    """Return the substitutions of ``row``, oldest first."""
    return Substitution.objects.filter(competition=row).order_by("at", "id")


def played_by(fixture: Fixture) -> list[tuple[str, str]]:
    """Return ``(player then, holder now)`` of each side of a decided ``fixture`` taken over since.

    No query if there were no substitutions.
    """
    sides = [entrant for entrant in (fixture.home, fixture.away) if entrant is not None and entrant.stands_in_for]
    if not sides:
        return []
    entries = entries_of(fixture)
    if fixture.pk not in fold(entries).verdicts:
        return []
    position = first_told(entries)[fixture.pk].position
    pairs = []
    for side in sides:
        later = side.substitutions.filter(position__gte=position).order_by("at", "id").first()
        if later is not None:
            pairs.append((later.name_before, side.name))
    return pairs
