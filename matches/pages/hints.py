"""The answer to the button "Show a hint" at the table."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from matches.limits import limited
from matches.policy import access
from matches.verbs import hints


@require_GET
@limited("advice", methods=("GET",))
def hint(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Answer the move that a bot would make for the reader now, as JSON; 409 with the reason where there is none."""
    match = access.match_or_404(match_id, request.user)
    seats = access.seats_of(match, request.user)
    if not seats:
        raise Http404
    try:
        answer = JsonResponse(hints.hint(match, seats))
    except hints.NoHint as refused:
        answer = JsonResponse({"detail": str(refused)}, status=409)
    answer["Cache-Control"] = "no-store"
    return answer
