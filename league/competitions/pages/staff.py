"""Pages of a competition's staff and of an invitation to it."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from league.competitions.errors import StaffRefused
from league.competitions.models import Competition, Staff
from league.competitions.models.roles import NAMES, SAYS, STAFF, TABLE, Right, Role
from league.competitions.pages.public import page_context
from league.competitions.policy.officials import club_staff
from league.competitions.verbs import staff as verbs
from league.players.models import User
from matches.limits import limited
from matches.pages.addresses import outside
from matches.refusals import refusals_shown, show_refusal


@limited("invite")
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the staff and their rights; the owner gives and ends roles, others end their own."""
    competition, context = page_context(request, slug, "staff")
    if request.method == "POST":
        return _invite(request, competition)
    rows = list(competition.staff.select_related("user"))
    invitations = [row for row in rows if row.accepted_at is None] if context["owner"] else []
    context |= {
        "rows": [row for row in rows if row.accepted_at is not None],
        "club_staff": [user for user in club_staff(competition) if user.pk != competition.owner_id],
        "invitations": [(row, outside(request, f"/staff/{row.key}/")) for row in invitations],
        "roles": [(role.value, NAMES[role]) for role in STAFF],
        "table": [
            (words, [NAMES[role] for role, rights in TABLE.items() if right in rights and role != Role.SITE])
            for right, words in SAYS.items()
        ],
    }
    return render(request, "competitions/staff.html", context)


def _invite(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Invite by name, or make a link. Users who may not get 404."""
    if Right.OWN not in competition.rights:
        raise Http404
    data = request.POST
    with refusals_shown(request, StaffRefused):
        verbs.invite(
            competition=competition, by=cast(User, request.user), role=data.get("role", ""), name=data.get("name", "")
        )
        messages.success(request, _("Invitation created. Send its link."))
    return redirect("competitions:staff", competition.slug)


@login_required
@limited("enter")
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Show an invitation to help: what it means, with yes and no."""
    invited = get_object_or_404(Staff.objects.select_related("competition", "invited_by"), key=key)
    person = cast(User, request.user)
    if invited.accepted_at is not None and invited.user_id == person.pk:
        return redirect("competitions:console", invited.competition.slug)
    if invited.accepted_at is not None or invited.user_id not in (None, person.pk):
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "accept":
        try:
            verbs.accept(key=key, by=person)
        except StaffRefused as refused:
            show_refusal(request, refused)
            return redirect("competitions:invitation", key)
        messages.success(request, _("Welcome to the staff."))
        return redirect("competitions:console", invited.competition.slug)
    if request.method == "POST" and request.POST.get("do") == "decline" and invited.user_id == person.pk:
        verbs.end(staff=invited, by=person)
        messages.success(request, _("Invitation declined."))
        return redirect("home")
    rights = [words for right, words in SAYS.items() if right in TABLE[Role(invited.role)]]
    return render(request, "competitions/invitation.html", {"invitation": invited, "rights": rights})
