"""State behind the pages of players, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence

from django.db.models import Count, Sum
from django.http import HttpRequest

from league.players.models import LadderMatch, LadderPlace
from matches.pages.visitor_marks import played_now


def ladder(request: HttpRequest) -> Sequence[object]:
    """Return the number of counted ladder matches, the last one, and who plays now. Three queries."""
    totals = LadderPlace.objects.aggregate(Count("pk"), Sum("played")).values()
    return (*totals, LadderMatch.objects.order_by("-pk").values_list("pk", flat=True).first(), *played_now())
