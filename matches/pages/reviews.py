"""The review of a finished match: asked for when somebody opens it, shown when it is made."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_http_methods

import engines
from matches.limits import limited
from matches.models import Match, Review
from matches.pages import table, visitor_marks
from matches.pages.visitors import tagged
from matches.policy import access
from matches.replay.review import in_language
from matches.tasks import kick_review
from matches.verbs import reviews
from matches.verbs.resuming import beside_it
from matches.words.reviews import refusal_words


@require_http_methods(["GET", "POST"])
@limited("review")
@tagged(visitor_marks.reviewed)
def review(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the review of a match; ``POST`` asks for it."""
    match = access.match_or_404(match_id, request.user)
    if match.game not in engines.games():
        raise Http404
    refusal = reviews.refusal(match)
    if request.method == "POST" and not refusal:
        if reviews.ask(match).status == Review.Status.OPEN:
            kick_review(match.pk)
        if "HX-Request" not in request.headers:
            return redirect("matches:review", match.pk)
    frame = table.frame_of(match)
    context: dict[str, Any] = {**frame, **beside_it(match), "refused": refusal_words(refusal) if refusal else ""}
    row = None if refusal else reviews.current(match)
    if row is not None and row.status == Review.Status.DONE:
        names = table.names_of(frame)
        context |= {"review": in_language(match, row, table.language(), names), "analysis_url": _analysis_url(match)}
    elif row is not None:
        context |= {"row": row, "done": max(0, len(row.steps) - 1), "searching": len(row.steps) > match.version}
    part = "HX-Request" in request.headers and "review" not in context
    return TemplateResponse(request, "matches/_review_state.html" if part else "matches/review.html", context)


def _analysis_url(match: Match) -> str:
    """Return the address of the analysis board of ``match``, "" where the site has none."""
    try:
        return reverse("analysis:from_match", args=[match.pk])
    except NoReverseMatch:
        return ""
