"""State that the pages of clubs depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Max, OuterRef, Sum
from django.http import HttpRequest

from league.clubs import access
from league.clubs.models import Club, ClubEntry
from league.competitions.models import Competition, Fixture
from league.competitions.pages.visitor_marks import one
from matches.models import Match


def club(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """One club that is not for its members alone: its audit tells every change of it, and its competitions have their
    own positions. One query."""
    mine = Competition.objects.published().filter(club=OuterRef("pk"))
    live = Fixture.objects.filter(tie__round__stage__competition__club=OuterRef("pk"), match__status__in=Match.IN_PLAY)
    rows = Club.objects.filter(slug=slug).exclude(visibility=Club.Visibility.MEMBERS)
    said = {
        "done": one(ClubEntry.objects.filter(club=OuterRef("pk")), Sum("pk")),
        "competitions_in": one(mine, Count("pk")),
        "stands": one(mine, Sum("log_position")),
        "moves": one(live, Sum("match__version")),
    }
    return rows.annotate(**said).values_list("pk", "owner__nickname", *said).first()


def listed(request: HttpRequest) -> Sequence[object]:
    """The list of clubs. One query."""
    rows = access.listed(None).order_by()
    return tuple(rows.aggregate(Count("pk", distinct=True), Max("audit__pk")).values())
