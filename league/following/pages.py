"""Pages of following: the bell of a player, club or competition, and the list of all that the reader follows."""

from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from league.clubs import access as clubs
from league.competitions.policy import access as competitions
from league.following import queries, verbs
from league.players.models import User
from league.players.pages.guests import safe_next
from league.players.policy import access as players
from matches.pages.table import card
from matches.refusals import refusals_shown


@require_GET
@login_required
def following(request: HttpRequest) -> HttpResponse:
    """Show what the reader follows: live now, next, last, and the list itself."""
    reader = cast(User, request.user)
    things = queries.followed(reader)
    entrants = queries.places(reader, things) if things.players else []
    context = {
        "things": things,
        "hidden": verbs.hides_results(reader),
        "live": [card(match) for match in queries.live(reader, things)] if things else [],
        "next": queries.ahead(things, entrants) if things else [],
        "results": queries.results(things, entrants) if things else [],
    }
    return render(request, "following/page.html", context)


@require_POST
@login_required
def results(request: HttpRequest) -> HttpResponse:
    """Hide results of what the reader follows until they tap, or show them again, by ``do``."""
    verbs.hide_results(cast(User, request.user), request.POST.get("do") == "hide")
    return HttpResponseRedirect(reverse("following:page"))


@require_POST
@login_required
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Follow or unfollow a player."""
    return _press(request, player=players.player_or_404(player_id, request.user))


@require_POST
@login_required
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow or unfollow a club."""
    return _press(request, club=clubs.door(request.user, slug)[0])


@require_POST
@login_required
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow or unfollow a competition."""
    return _press(request, competition=competitions.door(request.user, slug))


def _press(request: HttpRequest, **thing: Any) -> HttpResponse:
    """Follow or unfollow, by ``do``, and go back to the page that the form names, if it is one of ours."""
    reader = cast(User, request.user)
    with refusals_shown(request, verbs.CannotFollow):
        if request.POST.get("do") == "unfollow":
            verbs.unfollow(user=reader, **thing)
        else:
            verbs.follow(user=reader, **thing)
    return HttpResponseRedirect(safe_next(request, reverse("following:page")))
