"""Pages of the guided first match: one button begins it, and the coach's words change with every move."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET, require_POST

from matches.limits import limited
from matches.pages import table
from matches.pages.visitors import on_shared_page
from matches.policy import access
from matches.refusals import refusals_shown
from matches.verbs import guided
from matches.verbs.guests import seat_user, suggested_name


@require_POST
@on_shared_page
@limited("play")
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the guided match of a game, or continue it; an anonymous visitor becomes a guest."""
    if slug not in guided.coached():
        raise Http404
    with refusals_shown(request, ValueError):
        user = seat_user(request, suggested_name())
        return redirect("matches:live", guided.start(user=user, game=slug, anew="anew" in request.POST).id)
    return redirect("matches:start", slug)


@require_GET
def coach(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the coach's current words to the learner at this table."""
    match = access.match_or_404(match_id, request.user)
    if guided.LEARNER not in access.seats_of(match, request.user) or match.mode != match.Mode.GUIDED:
        raise Http404
    return TemplateResponse(request, "matches/_coach.html", {"match": match, **table.coach_of(match)})
