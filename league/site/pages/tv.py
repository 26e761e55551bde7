"""TV: the best live match of each game, one after another.

Best is: of a competition, then with more people at the table, then longest under way. The table itself is the
spectator's own page; when its match is over, ``static/js/tv.js`` comes back here for the next.
"""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

import engines
from league.competitions.models import Fixture
from league.competitions.policy import access
from league.competitions.queries import fixtures
from matches import feed
from matches.models import Match
from matches.pages.table import card, result
from matches.policy.audience import listed_for
from matches.terms.clock import is_correspondence

LOOKED_AT: Final = 40
"""Live matches of one game that are compared, the newest."""
SHOWN: Final = 4
"""Last results, and next kick-offs, while nothing is live."""


@require_safe
def channels(request: HttpRequest) -> HttpResponse:
    """Show the best live match of each game as a card, and the way to its channel."""
    drawn_at = feed.drawn_at("lobby")  # before the page's data is read
    best = [(slug, _best(request.user, slug)) for slug in engines.games()]
    channels_shown = [
        (slug, card(match) if match else None) for slug, match in sorted(best, key=lambda pair: pair[1] is None)
    ]
    return render(request, "home/tv.html", {"feed": drawn_at, "channels": channels_shown})


@require_safe
def channel(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the best live match of a game, but for the one just seen (``?after=``); else show results and fixtures."""
    if slug not in engines.games():
        raise Http404
    drawn_at = feed.drawn_at("lobby")
    match = _best(request.user, slug, request.GET.get("after", ""))
    if match is not None:
        target = f"{reverse('matches:live', args=[match.pk])}?tv={slug}"
        return HttpResponseClientRedirect(target) if request.htmx else redirect(target)  # type: ignore[attr-defined]
    over = Match.objects.finished().filter(listed_for(request.user), listed=True, game=slug)
    competitions = access.listed(request.user).filter(game=slug).values("pk")
    ahead = fixtures().filter(tie__round__stage__competition__in=competitions, kick_off_at__gte=timezone.now())
    context = {
        "feed": drawn_at,
        "slug": slug,
        "over": [result(each) for each in over.prefetch_related("seats").order_by("-finished_at")[:SHOWN]],
        "ahead": ahead.exclude(status=Fixture.Status.PLAYED).order_by("kick_off_at")[:SHOWN],
    }
    return render(request, "home/tv_pause.html", context)


def _best(reader: Any, slug: str, current: str = "") -> Match | None:  # User or AnonymousUser
    """Return the best live match of a game that ``reader`` finds in lists. Two queries."""
    rows = Match.objects.live().filter(listed_for(reader), listed=True, game=slug, mode=Match.Mode.ORDINARY)
    newest = rows.prefetch_related("seats").order_by("-created_at")[:LOOKED_AT]
    live = [match for match in newest if not is_correspondence(match.move_seconds) and str(match.pk) != current]
    return max(live, key=_rank, default=None)


def _rank(match: Match) -> tuple[bool, int, float]:
    people = sum(not seat.bot for seat in match.seats.all())
    begun = match.started_at or match.created_at
    return match.origin.startswith("fixture:"), people, -begun.timestamp()
