"""Page of one fixture: its result and reason, and what its sides and the staff may do about it."""

from collections.abc import Callable
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engines.core.seats import other
from league.competitions.derivation import deadlines
from league.competitions.errors import CompetitionError, ReportRefused, ScheduleRefused
from league.competitions.models import Fixture, Proposal
from league.competitions.models.roles import Right
from league.competitions.pages import fixture_summary, visitor_marks
from league.competitions.pages.forms.results import ReportForm
from league.competitions.pages.forms.running import KickOffForm
from league.competitions.pages.public import page_context
from league.competitions.pages.reading import is_live, playing
from league.competitions.pages.registries import fixture_parts
from league.competitions.policy import access
from league.competitions.policy.parties import deciders, seat_in
from league.competitions.verbs import disputes, notes, open_disputes, reports, schedule
from league.players.models import User
from league.typed import id_or_404
from matches.pages.visitors import tagged
from matches.refusals import refusals_shown


@tagged(visitor_marks.competition)
def fixture_page(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    """Show a fixture's result, log, reports and disputes, with the reader's forms, one of them open."""
    competition, context = page_context(request, slug, "fixtures")
    fixture = access.fixture_among_legs_or_404(competition, fixture_id)
    reader = request.user if request.user.is_authenticated else None
    seat = seat_in(fixture, reader)
    ahead = fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN)
    entries = list(fixture.entries.select_related("actor").order_by("position"))
    context |= {
        "fixture": fixture,
        "seat": seat,
        "entries": entries,
        # Reports and disputes are in the log too: without entries there are none to look for.
        "report": open_disputes.open_report(fixture) if entries else None,
        "disputes": list(fixture.disputes.select_related("decided_by").order_by("at")) if entries else [],
        "ahead": ahead,
        "proposals": list(fixture.proposals.select_related("by").order_by("made_at")) if ahead else [],
        "comments": list(fixture.comments.filter(taken_back_at__isnull=True).select_related("by")),
        "inside": seat is not None or context["official"],
        "live": is_live(fixture),
        "playing": playing([fixture]),
        "scored": fixture.score[0] is not None,
        "overdue": fixture_summary.is_overdue(fixture),
        "place": fixture_summary.place_of(fixture),
        "other_legs": fixture_summary.other_legs(fixture),
    }
    for part in fixture_parts:
        context |= part(fixture)
    leaves = deadlines.leaves_of(competition)
    context["deadline"] = deadline = deadlines.deadline(fixture, leaves, ZoneInfo(competition.time_zone))
    context["left"] = (
        not fixture.fixed
        and not context["live"]
        and context["report"] is None
        and deadline is not None
        and deadline > timezone.now()
    )
    context["on_leave"] = deadlines.sides_on_leave(fixture, leaves)
    if reader is not None and seat is not None:
        report = context["report"]
        extra_time, penalties = fixture_summary.goes_beyond(fixture, competition.game)
        context |= {
            "waits": fixture_summary.waiting_for(context["proposals"], seat),
            "extra_time": extra_time,
            "penalties": penalties,
            "answers": report is not None and report.state == "open" and report.seat == other(seat),
            "form": ReportForm(auto_id="r_%s", game=competition.game)
            if reports.may_report(competition, fixture, reader)
            else None,
            "may_schedule": schedule.may_schedule(competition, fixture, reader),
            # While a dispute is open, its statements are changed in it.
            "may_dispute": all(row.outcome for row in context["disputes"])
            and disputes.may_dispute(competition, fixture, reader),
        }
    if context["official"] and any(not each.outcome for each in context["disputes"]):
        alone = not deciders(competition, fixture)
        context["may_decide"] = seat is None or alone
    context["now"] = fixture_summary.first_of(context)
    context["parts"] = fixture_summary.parts_of(context)
    return render(request, "competitions/fixture.html", context)


def short(request: HttpRequest, fixture_id: UUID) -> HttpResponse:
    """Redirect the short address of a fixture, for rows and calendars that know only its id."""
    slug = Fixture.objects.filter(id=fixture_id).values_list("tie__round__stage__competition__slug", flat=True).first()
    if slug is None:
        raise Http404
    access.door(request.user, slug)
    return redirect("competitions:fixture", slug, fixture_id)


@login_required
def short_ruling(request: HttpRequest, fixture_id: UUID) -> HttpResponse:
    """Redirect the short address of a ruling, for officials at the table; ``v`` is the move they look at."""
    slug = Fixture.objects.filter(id=fixture_id).values_list("tie__round__stage__competition__slug", flat=True).first()
    if slug is None:
        raise Http404
    access.door(request.user, slug, Right.DECIDE)
    v = request.GET.get("v", "")
    query = f"?v={v}#resume" if v.isascii() and v.isdigit() else ""
    return redirect(reverse("competitions:ruling", args=[slug, fixture_id]) + query)


def _report(fixture: Fixture, by: User, data: QueryDict) -> str:
    form = ReportForm(data, game=fixture.tie.round.stage.competition.game)
    if not form.is_valid():
        raise ReportRefused(_("Goals are whole numbers from 0 to %(most)d.") % {"most": 99})
    report = reports.report(fixture=fixture, score=form.score(), by=by)
    if report.state == "open":
        return _("Reported. It counts when the other side agrees or does not answer.")
    return (
        _("The result counts.")
        if report.state == "confirmed"
        else _("Your reports differ. The result is now disputed.")
    )


def _confirm(fixture: Fixture, by: User, data: QueryDict) -> str:
    report = open_disputes.open_report(fixture)
    if report is None:
        raise ReportRefused(_("This report is closed."))
    reports.confirm(report=report, by=by)
    return _("The result counts.")


def _dispute(fixture: Fixture, by: User, data: QueryDict) -> str:
    disputes.dispute(fixture=fixture, by=by, statement=data.get("statement", ""))
    return _("Statement saved. The staff will decide.")


def _propose(fixture: Fixture, by: User, data: QueryDict) -> str:
    form = KickOffForm(data)
    if not form.is_valid():
        raise ScheduleRefused(_("Choose a day and a time."))
    proposal = schedule.propose(fixture=fixture, by=by, kick_off_at=form.cleaned_data["kick_off_at"])
    return _("Kick-off agreed.") if proposal.state == "accepted" else _("Proposed. We told the other side.")


def _proposal(fixture: Fixture, data: QueryDict) -> Proposal:
    return get_object_or_404(fixture.proposals, pk=id_or_404(data.get("proposal", "")))


def _accept(fixture: Fixture, by: User, data: QueryDict) -> str:
    schedule.answer(proposal=_proposal(fixture, data), by=by, accept=True)
    return _("Kick-off agreed.")


def _decline(fixture: Fixture, by: User, data: QueryDict) -> str:
    schedule.answer(proposal=_proposal(fixture, data), by=by, accept=False)
    return _("Invitation declined.")


ACTIONS: dict[str, Callable[[Fixture, User, QueryDict], str]] = {
    "report": _report,
    "confirm": _confirm,
    "dispute": _dispute,
    "propose": _propose,
    "accept": _accept,
    "decline": _decline,
}
"""Actions of the two sides by the form's ``do``."""


@require_POST
@login_required
def act(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    """Run one button of a fixture's page for one of its sides; all others get 404."""
    competition = access.door(request.user, slug)
    fixture = access.fixture_or_404(competition, fixture_id)
    by = cast(User, request.user)
    do = request.POST.get("do", "")
    if do not in ACTIONS or seat_in(fixture, by) is None:
        raise Http404
    with refusals_shown(request, CompetitionError):
        messages.success(request, ACTIONS[do](fixture, by, request.POST))
    return redirect("competitions:fixture", slug, fixture_id)


@require_POST
@login_required
def let_stand(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    """Decide a dispute in favour of the report or result."""
    competition = access.door(request.user, slug, Right.DECIDE)
    fixture = access.fixture_or_404(competition, fixture_id)
    dispute = open_disputes.open_dispute(fixture)
    if dispute is not None:
        with refusals_shown(request, CompetitionError):
            disputes.let_stand(dispute=dispute, by=cast(User, request.user), reason=request.POST.get("reason", ""))
            messages.success(request, _("Decided. Everything after it is updated."))
    return redirect("competitions:fixture", slug, fixture_id)


@require_POST
@login_required
def put_off(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    """Set the kick-off of one fixture, as the organiser."""
    competition = access.door(request.user, slug, Right.RUN)
    fixture = access.fixture_or_404(competition, fixture_id)
    form = KickOffForm(request.POST)
    with refusals_shown(request, CompetitionError):
        if not form.is_valid():
            raise ScheduleRefused(_("Choose a day and a time."))
        kick_off_at, reason = form.cleaned_data["kick_off_at"], request.POST.get("reason", "")
        schedule.override_kick_off(fixture=fixture, by=cast(User, request.user), kick_off_at=kick_off_at, reason=reason)
        messages.success(request, _("Moved. We told both sides."))
    return redirect("competitions:fixture", slug, fixture_id)


@require_POST
@login_required
def comment(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    competition = access.door(request.user, slug, Right.DECIDE)
    fixture = access.fixture_or_404(competition, fixture_id)
    by = cast(User, request.user)
    with refusals_shown(request, CompetitionError):
        if request.POST.get("do") == "take_back":
            comment_row = get_object_or_404(fixture.comments, pk=id_or_404(request.POST.get("comment", "")))
            notes.take_back_comment(comment=comment_row, by=by)
            messages.success(request, _("Announcement removed."))
        else:
            notes.comment(fixture=fixture, by=by, words=request.POST.get("words", ""))
            messages.success(request, _("Comment published."))
    return redirect("competitions:fixture", slug, fixture_id)
