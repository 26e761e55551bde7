"""The moderators' pages (404 for everybody else), a person's own notices, and reporting a name. Door, verb, render."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.moderation import deciding, queries, verbs
from league.moderation.models import APPEAL, Case, Sanction
from league.players.models import User
from league.players.policy.access import any_player_or_404, check_factor, player_or_404
from matches.limits import limited
from matches.refusals import refusals_shown


def moderator_or_404(request: HttpRequest) -> User:
    """Return the reader if they moderate. Raises FactorNeeded, Http404: a missing right looks like a missing page."""
    user = request.user
    if not isinstance(user, User) or not user.is_moderator or user.is_banned:
        raise Http404
    check_factor(user)
    return user


def queue(request: HttpRequest) -> HttpResponse:
    moderator_or_404(request)
    cases = Paginator(queries.queue(), 50).get_page(request.GET.get("page"))
    return render(request, "moderation/queue.html", {"cases": cases})


def case(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Show a case with the person's history, and the form of the decision."""
    by, row = moderator_or_404(request), queries.case_or_404(case_id)
    return _decide(request, by, row.subject, row)


def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show the same for a person without a case."""
    return _decide(request, moderator_or_404(request), any_player_or_404(player_id), None)


def _decide(request: HttpRequest, by: User, subject: User, row: Case | None) -> HttpResponse:
    refused = ""
    if request.method == "POST":
        try:
            deciding.decide(by=by, subject=subject, case=row, decision=request.POST.dict())
        except ValueError as error:
            refused = str(error)
        else:
            messages.success(request, _("Done. The person can read why."))
            return redirect("moderation:queue")
    context: dict[str, Any] = {"case": row, "refused": refused, "given": request.POST}
    status = 422 if refused else 200
    if row is not None and row.kind == Case.Kind.DEVICE:
        context["accounts"] = Paginator(queries.accounts(row), 50).get_page(request.GET.get("page"))
        return render(request, "moderation/device.html", context, status=status)
    context |= {
        "subject": subject,
        "talk": queries.chat_around(row) if row else [],
        "record": queries.record(subject),
        "running": queries.running(subject),
        "days": verbs.DAYS,
    }
    return render(request, "moderation/case.html", context, status=status)


def audit(request: HttpRequest) -> HttpResponse:
    moderator_or_404(request)
    acts = Paginator(queries.audit(), 50).get_page(request.GET.get("page"))
    return render(request, "moderation/audit.html", {"acts": acts})


@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """Show the decisions about the reader, each with its reason and the way to appeal."""
    user = request.user
    assert isinstance(user, User)
    refused = ""
    if request.method == "POST":
        sanction = get_object_or_404(Sanction, pk=deciding.known_uuid(request.POST.get("sanction")), user=user)
        try:
            verbs.appeal(sanction=sanction, by=user, words=request.POST.get("words", ""))
        except ValueError as error:
            refused = str(error)
        else:
            messages.success(request, _("Appeal sent to the moderators."))
            return redirect("moderation:notices")
    rows = queries.record(user)
    verbs.see(user=user)
    context = {"rows": rows, "refused": refused, "longest": APPEAL[1]}
    return render(request, "moderation/notices.html", context, status=422 if refused else 200)


@require_POST
@login_required
@limited("report")
def report_name(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Report a nickname to the moderators."""
    subject = player_or_404(player_id, request.user)
    assert isinstance(request.user, User)
    with refusals_shown(request, ValueError):
        verbs.report_name(subject=subject, by=request.user)
        messages.success(request, _("Thank you. The moderators will check it."))
    return redirect("players:profile", subject.pk)
