"""The pages of handovers: a competition or a club offered, claimed, answered."""

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from league.clubs import views
from league.clubs.access import RUNS
from league.clubs.forms import SuccessionForm
from league.clubs.models import Club, Handover
from league.clubs.verbs import handovers as verbs
from league.clubs.verbs.clubs import SUCCESSION
from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.models.roles import Right
from league.competitions.pages import public as competition_views
from league.players.models import User
from matches.refusals import show_refusal


@login_required
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the owner of a club and possible successors."""
    club, context = views.club_page(request, slug, "ownership", RUNS)
    back = reverse("clubs:ownership", args=[slug])
    return _page(request, club, context | {"owner": context["owns"]}, "clubs/ownership.html", back)


@login_required
def of_competition(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the owner of a competition and possible successors."""
    competition, context = competition_views.page_context(request, slug, "console", Right.RUN)
    back = reverse("clubs:competition", args=[slug])
    return _page(request, competition, context, "clubs/ownership_of_competition.html", back)


def _page(request: HttpRequest, thing: verbs.Thing, context: dict[str, Any], template: str, back: str) -> HttpResponse:
    by = cast(User, request.user)
    open_one = thing.handovers.filter(state=Handover.State.OPEN).select_related("to", "owner").first()
    initial = {name: getattr(thing, name) for name in SUCCESSION}
    setting = request.method == "POST" and request.POST.get("do") == "succession" and context["owner"]
    form = SuccessionForm(request.POST if setting else None, initial=initial)
    if request.method == "POST":
        try:
            if setting and form.is_valid():
                verbs.set_succession(thing=thing, by=by, **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect(back)
            if not setting:
                messages.success(request, _press(thing, by, request, context["owner"], open_one))
                return redirect(back)
        except BadSetting as refused:
            form.add_error(refused.field, str(refused))
        except CompetitionError as refused:
            show_refusal(request, refused)
            return redirect(back)
    due = verbs.claimable_at(thing)
    context |= {
        "thing": thing,
        "form": form,
        "open_one": open_one,
        "made_it": open_one is not None and by.pk in (open_one.owner_id, open_one.to_id),
        "past": thing.handovers.exclude(state=Handover.State.OPEN).select_related("to", "owner")[:10],
        "helps": verbs.may_claim(thing, by),
        "due": due,
        "silent": due is not None and due <= timezone.now(),
    }
    return render(request, template, context)


def _press(thing: verbs.Thing, by: User, request: HttpRequest, owns: bool, open_one: Handover | None) -> str:
    """Handle a button of the page; return the message."""
    do = request.POST.get("do", "")
    if do == "offer" and owns:
        verbs.offer(thing=thing, by=by, name=request.POST.get("name", ""))
        return _("Offer sent. They have two weeks to answer.")
    if do == "claim" and not owns:
        verbs.claim(thing=thing, by=by)
        return _("Claimed. We told the owner, who can object.")
    if do in ("withdraw", "object") and open_one is not None:
        return _answered(open_one, by, do)
    raise Http404


@login_required
def handover(request: HttpRequest, handover_id: UUID) -> HttpResponse:
    """Show an offer or a claim to its two parties: what it means, and the answers."""
    row = get_object_or_404(Handover.objects.select_related("club", "competition", "owner", "to"), pk=handover_id)
    by = cast(User, request.user)
    if by.pk not in (row.owner_id, row.to_id):
        raise Http404
    thing = verbs.thing_of(row)
    if request.method == "POST":
        try:
            messages.success(request, _answered(row, by, request.POST.get("do", "")))
        except CompetitionError as refused:
            show_refusal(request, refused)
            return redirect("clubs:handover", row.pk)
        if row.to_id == by.pk and request.POST.get("do") == "accept":
            address = "clubs:page" if isinstance(thing, Club) else "competitions:console"
            return redirect(address, thing.slug)
        return redirect("clubs:handover", row.pk)
    context = {"handover": row, "thing": thing, "is_club": isinstance(thing, Club), "mine": row.to_id == by.pk}
    return render(request, "clubs/handover.html", context)


def _answered(row: Handover, by: User, do: str) -> str:
    """Give the answer ``do``; return the message."""
    if do not in SAID:
        raise Http404
    verbs.respond(handover=row, by=by, do=do)
    return str(SAID[do])


SAID: Final[Mapping[str, Any]] = {
    "accept": _lazy("You are now the owner."),
    "decline": _lazy("Offer declined."),
    "object": _lazy("Objection made. You stay the owner."),
    "withdraw": _lazy("Removed."),
}
"""What was done with a handover, by the button."""
