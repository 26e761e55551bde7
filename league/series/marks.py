"""State that the pages of a series depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence

from django.db.models import Count, Max, Sum
from django.http import HttpRequest

from league.series import access
from league.series.reading import today
from league.statistics.models import Book


def series(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the day, on which a window depends, and the position of a series and of its competitions. One query."""
    rows = (
        access.visible_by_address(None)
        .filter(slug=slug)
        .annotate(events_in=Count("competitions"), stands=Sum("competitions__log_position"))
    )
    facts = rows.values_list("pk", "position", "events_in", "stands").first()
    return None if facts is None else (*facts, today())


def statistics(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the position of a series, and when the books of its competitions were made. Two queries."""
    facts = series(request, slug)
    if facts is None:
        return None
    books = Book.objects.filter(competition__series__slug=slug).order_by()
    return (*facts, *books.aggregate(Max("made_at"), Count("pk")).values())


def listed(request: HttpRequest) -> Sequence[object]:
    state = access.visible(None).aggregate(Count("pk"), Sum("position"), Max("created_at"))
    return tuple(state.values())
