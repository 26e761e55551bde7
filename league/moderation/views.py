"""The moderators' pages (nobody else finds them), a person's own notices, and reporting a name. Door, verb, render."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.moderation import deciding, queries, verbs
from league.moderation.models import Case, Sanction
from league.players.models import User
from league.players.policy.access import any_player_or_404, player_or_404
from matches.limits import limited


def moderator_or_404(request: HttpRequest) -> User:
    """Whoever asks, if they moderate; a missing right looks like a missing page."""
    user = request.user
    if not isinstance(user, User) or not user.is_moderator or user.is_banned:
        raise Http404
    return user


def queue(request: HttpRequest) -> HttpResponse:
    """The one queue."""
    moderator_or_404(request)
    cases = Paginator(queries.queue(), 50).get_page(request.GET.get("page"))
    return render(request, "moderation/queue.html", {"cases": cases})


def case(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """One case with what is known about the person, and the decision."""
    by, found = moderator_or_404(request), queries.case_or_404(case_id)
    return _decide(request, by, found.subject, found)


def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The same about a person of whom nobody complained."""
    return _decide(request, moderator_or_404(request), any_player_or_404(player_id), None)


def _decide(request: HttpRequest, by: User, subject: User, found: Case | None) -> HttpResponse:
    refused = ""
    if request.method == "POST":
        try:
            deciding.decide(by=by, subject=subject, case=found, given=request.POST.dict())
        except ValueError as error:
            refused = str(error)
        else:
            messages.success(request, _("Done; the person reads why."))
            return redirect("moderation:queue")
    context = {
        "case": found,
        "subject": subject,
        "talk": queries.talk_around(found) if found else [],
        "record": queries.record(subject),
        "running": queries.running(subject),
        "days": verbs.DAYS,
        "refused": refused,
        "given": request.POST,
    }
    return render(request, "moderation/case.html", context, status=422 if refused else 200)


def audit(request: HttpRequest) -> HttpResponse:
    """What moderators did."""
    moderator_or_404(request)
    acts = Paginator(queries.audit(), 50).get_page(request.GET.get("page"))
    return render(request, "moderation/audit.html", {"acts": acts})


@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """What was decided about whoever asks, each with its reason and the way to appeal."""
    user = request.user
    assert isinstance(user, User)
    refused = ""
    if request.method == "POST":
        sanction = Sanction.objects.filter(pk=deciding.known_uuid(request.POST.get("sanction")), user=user).first()
        if sanction is None:
            raise Http404
        try:
            verbs.appeal(sanction=sanction, by=user, words=request.POST.get("words", ""))
        except ValueError as error:
            refused = str(error)
        else:
            messages.success(request, _("Your appeal is with the moderators."))
            return redirect("moderation:notices")
    rows = queries.record(user)
    verbs.see(user=user)
    context = {"rows": rows, "refused": refused, "longest": verbs.APPEAL[1]}
    return render(request, "moderation/notices.html", context, status=422 if refused else 200)


@require_POST
@login_required
@limited("report")
def report_name(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Tell the moderators that a nickname is not fit to be read."""
    subject = player_or_404(player_id, request.user)
    assert isinstance(request.user, User)
    try:
        verbs.report_name(subject=subject, by=request.user)
    except ValueError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Thank you: the moderators will look at it."))
    return redirect("players:profile", subject.pk)
