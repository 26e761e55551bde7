"""Pages about people before the start: invitations, a pasted list, the check-in.

They are for organisers, except the page of an invitation for everybody who holds its link.
"""

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.competitions.errors import CompetitionError
from league.competitions.models import Competition, Entrant, Invitation
from league.competitions.models.roles import Right
from league.competitions.pages import reading
from league.competitions.pages.forms.people import CheckInForm, InvitationsForm, ListForm
from league.competitions.pages.public import page_context
from league.competitions.pages.registries import entry_parts
from league.competitions.policy.personal_links import holders_of, player_of
from league.competitions.verbs import check_in as check_ins
from league.competitions.verbs import invitations as verbs
from league.competitions.verbs import joining, listing
from league.players.errors import PlayerError
from league.players.models import User
from league.presses import key_of
from league.typed import id_or_404
from matches import limits
from matches.limits import limited
from matches.pages.addresses import outside
from matches.refusals import refusals_in, refusals_shown

BACKEND = "django.contrib.auth.backends.ModelBackend"
INVITATIONS_A_PAGE = 50


@login_required
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """Add typed, pasted or uploaded names: preview them, or enter the right lines and show the others to correct."""
    competition, context = page_context(request, slug, "entrants", Right.RUN)
    back = "console" if "console" in (request.POST.get("back"), request.GET.get("back")) else "entrants"
    data = request.POST.copy() if request.method == "POST" else None
    if data is not None and "line" in data:  # the corrected lines of a list, each in its own field
        data["words"] = "\n".join([data.get("heading", ""), *data.getlist("line")]).strip()
    form = ListForm(data, request.FILES or None)
    context |= {"form": form, "listing": None, "by_hand": competition.seeding == Competition.Seeding.HAND, "back": back}
    context["drawn"] = competition.entrants.filter(seed__isnull=False).exists()
    if data is not None and form.is_valid():
        text = form.text()
        with refusals_in(form, CompetitionError):
            if data.get("do") == "enter":
                entrants, listing_read = listing.enter_good_lines(
                    competition=competition, by=cast(User, request.user), text=text
                )
                if entrants:
                    message = ngettext("%(count)d entrant added.", "%(count)d entrants added.", len(entrants))
                    messages.success(request, message % {"count": len(entrants)})
                if not listing_read.problems:
                    return redirect(f"competitions:{back}", slug)
                wrong = listing_read.wrong
                context["heading"] = listing_read.heading
                context["wrong"] = [
                    (number, listing_read.texts[number], wrong[number])
                    for number in sorted(wrong)
                    if number in listing_read.texts
                ]
                context["errors"] = [
                    _("Line %(number)d: %(reason)s") % {"number": number, "reason": reason} if number else reason
                    for number, reason in listing_read.problems
                    if number not in listing_read.texts
                ]
                if not context["wrong"]:
                    context["form"] = ListForm(initial={"words": text})
                return render(request, "competitions/list_of_entrants.html", context)
        context["listing"] = listing.check(competition=competition, text=text)
        # Put the uploaded text into the field, so that bad lines can be corrected on the page.
        context["form"] = ListForm(initial={"words": text})
        context["errors"] = form.non_field_errors()
    return render(request, "competitions/list_of_entrants.html", context)


@login_required
@limited("invite")
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show personal links for invited names, and the one link for everybody."""
    competition, context = page_context(request, slug, "entrants", Right.RUN)
    form = InvitationsForm(request.POST if request.POST.get("do") == "invite" else None)
    if request.method == "POST":
        try:
            if _invite(request, competition, form):
                return redirect(request.get_full_path())  # the page of the list with the button
        except CompetitionError as refused:
            form.add_error(None, str(refused)) if form.is_bound else messages.error(request, str(refused))
    to_send = Count("letters", filter=~Q(letters__to=""))
    rows = competition.invitations.select_related("entrant").annotate(to_send=to_send).order_by("made_at", "pk")
    count, only = rows.count(), request.GET.get("answer", "")
    if only in Invitation.State.values:
        rows = rows.exclude(name="").filter(state=only)
    page_of = Paginator(rows, INVITATIONS_A_PAGE).get_page(request.GET.get("page"))
    context |= {
        "form": form,
        "asked": count,
        "only": only,
        "answers": _answers() if count > INVITATIONS_A_PAGE else [],
        "page_of": page_of,
        "rows": [(row, outside(request, reverse("competitions:invited", args=[row.key]))) for row in page_of],
        "for_all": competition.invitations.filter(name="").exists(),
    }
    return render(request, "competitions/invitations.html", context)


def _answers() -> list[tuple[str, str]]:
    """Return the answers that filter a long list of invitations, each with its label."""
    state = Invitation.State
    return [
        ("", pgettext("answers", "All")),
        (state.OPEN.value, _("No answer yet")),
        (state.ACCEPTED.value, pgettext("invitation", "Accepted")),
        (state.DECLINED.value, pgettext("invitation", "Declined")),
    ]


def _invite(request: HttpRequest, competition: Competition, form: InvitationsForm) -> bool:
    """Run one button of the page of invitations; return whether to redirect."""
    by, do = cast(User, request.user), request.POST.get("do", "")
    if do == "invite":
        if not form.is_valid():
            return False
        invited = verbs.invite(competition=competition, by=by, names=form.cleaned_data["names"])
        message = ngettext("%(count)d invitation created.", "%(count)d invitations created.", len(invited))
        messages.success(request, message % {"count": len(invited)})
    elif do == "for_all":
        verbs.open_link(competition=competition, by=by)
        messages.success(request, _("Link created. Send it to anyone you like."))
    elif do == "take_back":
        row = get_object_or_404(competition.invitations, pk=id_or_404(request.POST.get("invitation", "")))
        verbs.take_back(invitation=row, by=by)
        messages.success(request, _("Link withdrawn. It no longer works."))
    else:
        raise Http404
    return True


def seat_guest(request: HttpRequest, entrant: Entrant) -> None:
    """Sign this browser in as the guest who has just entered, and show the outcome."""
    login(request, entrant.player, backend=BACKEND)
    waits = entrant.status == Entrant.Status.WAITING
    messages.success(request, _("You are on the waiting list.") if waits else _("You are in."))


def way_back(request: HttpRequest, entry: Entrant | None) -> str:
    """Return the personal link of the reader's own place for a reader without an account; else ""."""
    holders = [] if entry is None else holders_of([entry])
    own = next((holder for holder in holders if player_of(holder) == request.user), None)
    return "" if own is None else outside(request, reading.personal_path(own))


@limited("enter")
def invited(request: HttpRequest, key: str) -> HttpResponse:
    """Show an invitation to play, with yes and no; signing in or up comes back here."""
    invitation = get_object_or_404(Invitation.objects.select_related("competition__owner", "entrant"), key=key)
    competition = invitation.competition
    person = request.user if isinstance(request.user, User) else None
    entry = reading.entry_of(request.user, competition)
    if request.method == "POST":
        return _answered(request, invitation, person)
    context = {
        "invitation": invitation,
        "competition": competition,
        "entered": reading.entered_count(competition),
        "entry": entry if entry is not None and entry.status != Entrant.Status.WITHDRAWN else None,
        "open": competition.status == Competition.Status.REGISTRATION,
        "taken": _accepted_by_other(invitation, person),
        "begins_at": reading.begins_at(competition),
        "check_in": check_in_state(competition),
    }
    for part in entry_parts:
        context |= part(competition, entry)
    return render(request, "competitions/invited.html", context)


def _accepted_by_other(invitation: Invitation, person: User | None) -> bool:
    """Return whether somebody else has accepted it."""
    is_own = invitation.entrant is not None and person is not None and invitation.entrant.player_id == person.pk
    return (
        bool(invitation.name)
        and invitation.state == Invitation.State.ACCEPTED
        and invitation.entrant is not None
        and not is_own
    )


def _answered(request: HttpRequest, invitation: Invitation, person: User | None) -> HttpResponse:
    """Accept or decline an invitation. Declining needs no sign-in: the link is the secret."""
    do, slug = request.POST.get("do", ""), invitation.competition.slug
    with refusals_shown(request, CompetitionError, PlayerError):
        if do == "decline":
            verbs.decline(key=invitation.key, by=person)
            messages.success(request, _("Declined. You can still say yes until the start."))
        elif do == "accept" and person is not None:
            entrant = verbs.accept(key=invitation.key, player=person, name=request.POST.get("name", ""))
            waits = entrant.status == Entrant.Status.WAITING
            messages.success(request, _("You are on the waiting list.") if waits else _("You are in."))
            return redirect("competitions:entrants", slug)
        elif do == "guest" and person is None:
            data = {name: request.POST.get(name, "") for name in ("nickname", "email", "name")}
            limits.check(request, "guest")
            seat_guest(request, joining.accept_as_guest(key=invitation.key, tap=key_of(request), **data))
            return redirect("competitions:entrants", slug)
    return redirect("competitions:invited", invitation.key)


@login_required
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the times of the check-in, which can be changed, and who has checked in."""
    competition, context = page_context(request, slug, "entrants", Right.RUN)
    initial = {"opens_at": competition.check_in_opens_at, "closes_at": competition.check_in_closes_at}
    form = CheckInForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, CompetitionError):
            check_ins.set_check_in(competition=competition, by=cast(User, request.user), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("competitions:check_in", slug)
    rows = [row for row in reading.entrants_of(competition) if row.status != Entrant.Status.WITHDRAWN]
    context |= {
        "form": form,
        "rows": rows,
        "there": sum(row.checked_in_at is not None or row.player.kind == User.Kind.BOT for row in rows),
        "state": check_in_state(competition),
    }
    return render(request, "competitions/check_in.html", context)


def check_in_state(competition: Competition) -> str:
    """Return ``none``, ``before``, ``open`` or ``over``."""
    if competition.check_in_opens_at is None or competition.check_in_closes_at is None:
        return "none"
    now = timezone.now()
    if competition.check_in_done_at is not None or now >= competition.check_in_closes_at:
        return "over"
    return "open" if now >= competition.check_in_opens_at else "before"
