"""Plain forms of offers and claims; with a script the table sends the same over the socket."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engines.core.seats import Seat
from matches.live import rulings
from matches.live.calling import call
from matches.models import Match
from matches.policy import access
from matches.verbs import offers


def _seat(request: HttpRequest, match: Match) -> Seat:
    seat = access.seat_of(match, request.user)
    if seat is None:
        raise Http404
    return seat


@require_POST
def offer(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Make, accept, decline or withdraw an offer: ``kind`` and ``do``."""
    match = access.match_or_404(match_id, request.user)
    seat = _seat(request, match)
    kind, do = request.POST.get("kind", ""), request.POST.get("do", "make")
    try:
        answer = offers.act(match_id=match.id, seat=seat, kind=kind, do=do, client_id=uuid4())
    except offers.NoOffer as refused:
        messages.error(request, str(refused))
        return redirect("matches:live", match.id)
    return redirect("matches:live", answer.next_match or match.id)


@require_POST
def claim(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Claim the match because the other side has left."""
    match = access.match_or_404(match_id, request.user)
    outcome = call(rulings.claim_here(match.id, _seat(request, match), uuid4()))
    if not outcome.done:
        messages.error(request, outcome.reason or _("The match has moved on: check the board."))
    return redirect("matches:live", match.id)
