"""The buttons of following; the list itself stands on the page of matches (``league.site``)."""

from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from league.clubs import access as clubs
from league.competitions.policy import access as competitions
from league.following import verbs
from league.players.models import User
from league.players.pages.guests import safe_next
from league.players.policy import access as players
from matches.refusals import refusals_shown


@require_POST
@login_required
def results(request: HttpRequest) -> HttpResponse:
    """Hide results of what the reader follows until they tap, or show them again, by ``do``."""
    verbs.hide_results(cast(User, request.user), request.POST.get("do") == "hide")
    return HttpResponseRedirect(_page())


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
    return HttpResponseRedirect(safe_next(request, _page()))


def _page() -> str:
    return reverse("matches", query={"show": "followed"})
