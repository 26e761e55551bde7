"""State that the pages of an event depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence

from django.db.models import Count, Max, Sum
from django.http import HttpRequest

from league.events.models import Event


def event(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the position of an event and of its competitions. One query."""
    rows = Event.objects.filter(slug=slug).annotate(
        inside=Count("competitions"), stands=Sum("competitions__log_position")
    )
    return rows.values_list("pk", "position", "inside", "stands").first()


def listed(request: HttpRequest) -> Sequence[object]:
    state = Event.objects.filter(listed=True).aggregate(Count("pk"), Sum("position"), Max("created_at"))
    return tuple(state.values())
