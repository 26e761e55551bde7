"""State that the pages of clubs depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

import time
from collections.abc import Sequence

from django.db.models import Count, Max, OuterRef, Sum
from django.http import HttpRequest

from league.clubs.models import Club, ClubEntry
from league.competitions.models import Competition, Fixture
from league.competitions.pages.visitor_marks import subquery_of
from league.statistics.models import Book
from matches.models import Match


def club(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the state of a club that is not for members only. One query.

    Its audit has every change of it; its competitions have their own positions.
    """
    competitions = Competition.objects.published().filter(club=OuterRef("pk"))
    playing = {"competition__club": OuterRef("pk"), "competition__status": Competition.Status.RUNNING}
    live = Fixture.objects.filter(**playing, match__status__in=Match.IN_PLAY)
    rows = Club.objects.filter(slug=slug).exclude(visibility=Club.Visibility.MEMBERS)
    state = {
        "done": subquery_of(ClubEntry.objects.filter(club=OuterRef("pk")), Sum("pk")),
        "competitions_in": subquery_of(competitions, Count("pk")),
        "stands": subquery_of(competitions, Sum("log_position")),
        "moves": subquery_of(live, Sum("match__version")),
    }
    return rows.annotate(**state).values_list("pk", "owner__nickname", *state).first()


def statistics(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the state of a club, and when the books of its competitions were made. Two queries."""
    facts = club(request, slug)
    if facts is None:
        return None
    return (*facts, *Book.objects.filter(competition__club__slug=slug).aggregate(Max("made_at"), Count("pk")).values())


def listed(request: HttpRequest) -> Sequence[object]:
    """Return the state of the list of clubs: its last change, and the minute (a deletion changes nothing else)."""
    return (ClubEntry.objects.order_by("-pk").values_list("pk", flat=True).first(), int(time.time() // 60))
