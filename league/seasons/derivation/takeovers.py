"""Who played what, where somebody has taken over an entrant: read from the substitutions, by positions of the log."""

from __future__ import annotations

from django.db.models import QuerySet

from league.competitions.models import Competition, Fixture, ResultEntry
from league.seasons.models import Substitution


def takeovers(row: Competition) -> QuerySet[Substitution]:
    """Return the substitutions of ``row``, oldest first."""
    return Substitution.objects.filter(competition=row).order_by("at", "id")


def played_by(fixture: Fixture) -> list[tuple[str, str]]:
    """``(who played, whose place it is now)`` of the sides of a decided ``fixture`` that somebody else has taken over
    since. No query where nobody has.
    """
    sides = [one for one in (fixture.home, fixture.away) if one is not None and one.stands_in_for]
    if not sides:
        return []
    last = fixture.entries.exclude(kind__in=(ResultEntry.Kind.CLAIMED, ResultEntry.Kind.DISPUTED))
    position = last.order_by("position").values_list("position", flat=True).first()
    if position is None:
        return []
    found = []
    for side in sides:
        later = side.substitutions.filter(position__gte=position).order_by("at", "id").first()
        if later is not None:
            found.append((later.name_before, side.name))
    return found
