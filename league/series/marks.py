"""State that the pages of a series depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence

from django.db.models import Count, Max, Sum
from django.http import HttpRequest

from league.series import access


def series(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the position of a series and of its competitions. One query."""
    rows = (
        access.visible_by_address(None)
        .filter(slug=slug)
        .annotate(events_in=Count("competitions"), stands=Sum("competitions__log_position"))
    )
    return rows.values_list("pk", "position", "events_in", "stands").first()


def listed(request: HttpRequest) -> Sequence[object]:
    state = access.visible(None).aggregate(Count("pk"), Sum("position"), Max("created_at"))
    return tuple(state.values())
