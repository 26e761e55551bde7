"""Pages of the guided first match: one button begins it, and the coach's words change with every move."""

from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_GET, require_POST

from matches.limits import limited
from matches.pages import table
from matches.pages.visitors import is_from_this_site, surely_from_here
from matches.policy import access
from matches.refusals import refusals_shown
from matches.verbs import guided
from matches.verbs.guests import seat_user, suggested_name


@csrf_exempt
@require_POST
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the guided match of a game, or continue it; an anonymous visitor becomes a guest.

    Pages of anonymous visitors hold no CSRF token, so that they are the same for all: such a request is checked by its
    origin. Signed-in readers send the token, or press on such a page that is still open.

    A browser without any cookie gets one first, and sends the form once more by itself (307): so all taps on one button
    make one guest (``seat_user``). Taps before that answer are dropped by the browser itself, as it follows only the
    last answer.
    """
    if slug not in guided.coached():
        raise Http404
    if request.user.is_authenticated:
        return _learn(request, slug) if surely_from_here(request) else _learn_signed_in(request, slug)
    if not is_from_this_site(request):
        raise PermissionDenied
    if settings.CSRF_COOKIE_NAME not in request.COOKIES and "again" not in request.GET:
        get_token(request)
        return redirect(f"{request.path}?again=1", preserve_request=True)
    return _learn(request, slug)


@limited("play")
def _learn(request: HttpRequest, slug: str) -> HttpResponse:
    with refusals_shown(request, ValueError):
        user = seat_user(request, suggested_name())
        return redirect("matches:live", guided.start(user=user, game=slug, anew="anew" in request.POST).id)
    return redirect("matches:start", slug)


_learn_signed_in = csrf_protect(_learn)


@require_GET
def coach(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the coach's current words to the learner at this table."""
    match = access.match_or_404(match_id, request.user)
    if guided.LEARNER not in access.seats_of(match, request.user) or match.mode != match.Mode.GUIDED:
        raise Http404
    return TemplateResponse(request, "matches/_coach.html", {"match": match, **table.coach_of(match)})
