"""The officials' strip at the table: decisions possible now, each with a reason."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop
from django.views.decorators.http import require_http_methods

from engines.core.seats import SEATS
from matches.ids import uuid7
from matches.models import Match
from matches.pages.table import names_of, seats_of
from matches.policy import access
from matches.refusals import refusals_shown
from matches.verbs import officials

BUTTONS = {
    "pause": _noop("Pause the match"),
    "resume": _noop("Resume the match"),
    "message": _noop("Announce"),
    "coaching": _noop("Call for coaching"),
    "award": _noop("Award the match"),
    "void": _noop("Void the match"),
}


def strip(match: Match, role: str, by: Any) -> dict[str, Any]:  # a template's context
    """Return the decisions that ``role`` may take on ``match`` now; empty for everybody else."""
    if not role:
        return {}
    names = names_of(seats_of(match))
    return {
        "match": match,
        "role": role,
        "offered": [(kind, _(BUTTONS[kind])) for kind in officials.decisions_offered(match)],
        "coached": [(seat, names[seat]) for seat in SEATS if seat in officials.coached(match)],
        "sides": [(seat, names[seat]) for seat in SEATS],
        "longest": officials.REASON[1],
        "ruling_url": ruling_url(match, by),
        "command_id": uuid7(),
    }


def ruling_url(match: Match, user: Any) -> str:  # a user or anonymous
    """Return the page on which an official rules on the whole match, ``v`` to be filled in; "" for others."""
    if match.snapshot is None or not match.version or not match.origin or not access.official_role(match, user):
        return ""
    return str(settings.MATCH_RULING_URL).format(origin=match.origin.rpartition(":")[2], v=match.version)


@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the strip as a fragment, and take decisions by its form; ending the match needs a confirmation."""
    match = access.match_or_404(match_id, request.user)
    role = access.official_role(match, request.user)
    if not role:
        raise Http404
    context: dict[str, Any] = {"strip": strip(match, role, request.user)}
    if request.method == "GET":
        return TemplateResponse(request, "matches/_officials.html", context)
    posted = request.POST
    kind = posted.get("do", "")
    if kind in officials.FINAL and posted.get("confirmed") != "yes":
        context |= {"asked": kind, "button": _(BUTTONS[kind]), "given": _fields(posted), "match": match}
        context["winner"] = next((name for seat, name in context["strip"]["sides"] if seat == posted.get("winner")), "")
        return TemplateResponse(request, "matches/confirm_ruling.html", context)
    with refusals_shown(request, ValueError):
        officials.decide(
            match=match,
            by=request.user,  # type: ignore[arg-type]  # an official is signed in
            role=role,
            kind=kind,
            command_id=UUID(posted.get("command_id", "")),
            fields=_decision(posted),
        )
        messages.success(request, _("Everyone at the match can read it now."))
    return redirect("matches:live", match.id)


def _fields(posted: Any) -> list[tuple[str, str]]:  # a QueryDict
    """Return the fields that the confirmation passes on."""
    names = ("do", "reason", "winner", "home", "away", "command_id")
    return [(name, posted[name]) for name in names if name in posted]


def _decision(posted: Any) -> dict[str, Any]:  # a QueryDict
    """Return the form as the verb takes it. Raises ValueError for a wrong number."""
    decided: dict[str, Any] = {"reason": posted.get("reason", "")}
    if posted.get("do") == "award":
        decided["winner"] = posted.get("winner") or None
        goals = [posted.get(seat, "").strip() for seat in SEATS]
        if any(goals):
            if not all(number.isascii() and number.isdigit() and len(number) < 4 for number in goals):
                raise ValueError(_("Enter the goals of both sides, or of neither."))
            decided["score"] = dict(zip(SEATS, map(int, goals), strict=True))
    if posted.get("do") == "coaching":
        decided["seat"] = posted.get("seat", "")
    return decided
