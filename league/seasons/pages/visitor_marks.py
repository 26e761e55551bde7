"""State that the pages of a season's end depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Count, Max
from django.http import HttpRequest

from league.competitions.pages import visitor_marks as of_competitions
from league.competitions.policy import access


def end(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the competition, its archived editions and the next season. Two queries."""
    competition = of_competitions.competition(request, slug)
    if competition is None:
        return None
    rows = access.visible_by_address(None).filter(slug=slug).order_by()
    counts = {"kept": Count("archives", distinct=True), "after": Count("following", distinct=True)}
    counted = rows.annotate(**counts, how=Max("following__status")).values_list("kept", "after", "how", "official_at")
    return (*competition, *(counted.first() or ()))


def archive(request: HttpRequest, competition_id: UUID) -> Sequence[object] | None:
    """Return the archived editions of a competition, and whether it is open again. One query."""
    rows = access.visible_by_address(None).filter(pk=competition_id).order_by().annotate(kept=Count("archives"))
    return rows.values_list("pk", "slug", "official_at", "kept").first()
