"""The pages of clubs: the list, a club, its honours, its members, its settings, its audit. Door, verb, render."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs import access, marks, queries
from league.clubs.access import INSIDE, RUNS, Standing
from league.clubs.errors import ClubRefused
from league.clubs.forms import ClubForm
from league.clubs.models import Club, Membership
from league.clubs.verbs import closing, presets
from league.clubs.verbs import clubs as verbs
from league.clubs.verbs import members as people
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.players.backends import open_session
from league.players.models import User
from league.players.policy.access import account_of
from matches import limits
from matches.limits import limited
from matches.pages.addresses import outside
from matches.pages.visitors import tagged

HONOURED_A_PAGE = 50


def shown(
    request: HttpRequest, slug: str, page: str, among: tuple[Standing, ...] = tuple(Standing)
) -> tuple[Club, dict[str, Any]]:
    """The club, if the reader may see it in this capacity, and what every one of its pages needs."""
    club, standing = access.door(request.user, slug, among)
    context = {
        "club": club,
        "standing": standing.value,
        "runs": standing in RUNS,
        "owns": standing == Standing.OWNER,
        "inside": standing in INSIDE,
        "page": page,
    }
    return club, context


@tagged(marks.listed)
def club_list(request: HttpRequest) -> HttpResponse:
    """The clubs that the reader finds in lists; the own ones first."""
    rows = queries.with_size(access.listed(request.user)).select_related("owner").order_by("name", "pk")
    page_of = Paginator(rows, 24).get_page(request.GET.get("page"))
    return render(request, "clubs/list.html", {"page_of": page_of, "own": access.own(request.user)})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """One form; a club comes out."""
    account = account_of(request.user)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "club")
        try:
            made = verbs.create(by=account, **form.cleaned_data)
        except ClubRefused as refused:
            form.add_error(refused.field or None, str(refused))
        else:
            messages.success(request, _("The club is founded: let its members in, and organise the first competition."))
            return redirect("clubs:members", made.slug)
    return render(request, "clubs/new.html", {"form": form, "account": account})


@tagged(marks.club)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What is on in a club, what comes, the tables, the last winners, how to become a member."""
    club, context = shown(request, slug, "page")
    return render(request, "clubs/page.html", {**context, **queries.page(club, request.user)})


@tagged(marks.club)
def honours(request: HttpRequest, slug: str) -> HttpResponse:
    """The roll of honour: who has won how often, and every finished competition with its podium."""
    club, context = shown(request, slug, "honours")
    over = queries.competitions_of(club, request.user).filter(status=Competition.Status.FINISHED)
    roll = queries.roll_of(over)
    context |= {
        "people_of": Paginator(roll.people, HONOURED_A_PAGE).get_page(request.GET.get("people")),
        "page_of": Paginator(roll.competitions, 30).get_page(request.GET.get("page")),
    }
    return render(request, "clubs/honours.html", context)


@login_required
@limited("enter")
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member, ask to be one, or leave; only by POST."""
    club, _context = shown(request, slug, "page")
    by = cast(User, request.user)
    if request.method != "POST":
        return redirect("clubs:page", slug)
    try:
        if request.POST.get("do") == "leave":
            mine = club.memberships.filter(user=by).first()
            if mine is not None:
                people.end(membership=mine, by=by)
            messages.success(request, _("You are no member any more."))
            return redirect(
                "clubs:list" if club.visibility == Club.Visibility.MEMBERS else reverse("clubs:page", args=[slug])
            )
        _welcome(request, people.join(club=club, by=by))
    except CompetitionError as refused:
        messages.error(request, str(refused))
    return redirect("clubs:page", slug)


def _welcome(request: HttpRequest, mine: Membership | None) -> None:
    asked = mine is not None and mine.asked
    messages.success(request, _("Asked: the staff of the club answer.") if asked else _("You are a member."))


@limited("enter")
def invited(request: HttpRequest, key: str) -> HttpResponse:
    """The link of a club: what it is, and a button to become a member; signing in or up comes back here."""
    club = access.by_key(key)
    standing = access.standing_of(request.user, club)
    if request.method == "POST" and isinstance(request.user, User):
        try:
            _welcome(request, people.join(club=club, by=request.user, key=key))
        except CompetitionError as refused:
            messages.error(request, str(refused))
            return redirect("clubs:invited", key)
        return redirect("clubs:page", club.slug)
    return render(request, "clubs/invited.html", {"club": club, "inside": standing in INSIDE})


@limited("enter")
def be_somebody(request: HttpRequest, key: str) -> HttpResponse:
    """The personal link of a member without account: be this name in this browser."""
    mine = access.name_by_key(key)
    if request.method == "POST":
        open_session(request, mine.user)
        return redirect("clubs:page", mine.club.slug)
    return render(request, "clubs/me.html", {"mine": mine, "account": account_of(request.user)})


def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is of the club; for its staff also who asks, the link, names without account, entering members."""
    club, context = shown(request, slug, "members", INSIDE)
    if request.method == "POST":
        return _press(request, club, context)
    rows = queries.members_of(club)
    page_of = Paginator(rows, 50).get_page(request.GET.get("page"))
    context |= {"page_of": page_of, "size": page_of.paginator.count + 1}
    if context["runs"]:
        link = outside(request, reverse("clubs:invited", args=[club.key])) if club.key else ""
        taking = list(club.competitions.filter(status=Competition.Status.REGISTRATION))
        context |= {
            "asking": queries.asking(club),
            "link": link,
            "taking": taking,
            "eligible": list(rows.values_list("pk", "user__nickname")) if taking else [],
        }
    return render(request, "clubs/members.html", context)


def _press(request: HttpRequest, club: Club, context: dict[str, Any]) -> HttpResponse:
    """One button of the members' page."""
    do, by = request.POST.get("do", ""), cast(User, request.user)
    needs_owner = do in ("appoint", "dismiss")
    if do not in BUTTONS or not context["owns" if needs_owner else "runs"]:
        raise Http404
    try:
        messages.success(request, BUTTONS[do](club, by, request.POST))
    except CompetitionError as refused:
        messages.error(request, str(refused))
    return redirect(request.get_full_path())  # the page of the list that the button stands on


def _membership(club: Club, said: QueryDict) -> Membership:
    try:
        return get_object_or_404(club.memberships, pk=UUID(said.get("membership", "")))
    except ValueError:
        raise Http404 from None


def _approve(club: Club, by: User, said: QueryDict) -> str:
    people.approve(membership=_membership(club, said), by=by)
    return _("In: they are told.")


def _end(club: Club, by: User, said: QueryDict) -> str:
    people.end(membership=_membership(club, said), by=by)
    return _("Ended.")


def _appoint(club: Club, by: User, said: QueryDict) -> str:
    people.appoint(membership=_membership(club, said), by=by, staff=said.get("do") == "appoint")
    return _("Changed.")


def _add_names(club: Club, by: User, said: QueryDict) -> str:
    made = people.add_names(club=club, by=by, names=said.get("names", ""))
    return ngettext("%(count)d name is in.", "%(count)d names are in.", len(made)) % {"count": len(made)}


def _link(club: Club, by: User, said: QueryDict) -> str:
    if said.get("do") == "link":
        people.new_link(club=club, by=by)
        return _("There is a new link; an older one no longer works.")
    people.end_link(club=club, by=by)
    return _("There is no link any more.")


def _enter(club: Club, by: User, said: QueryDict) -> str:
    try:
        row = get_object_or_404(club.competitions, pk=UUID(said.get("competition", "")))
        chosen = [str(UUID(key)) for key in said.getlist("chosen")]
    except ValueError:
        raise Http404 from None
    made = people.enter_members(club=club, competition=row, by=by, chosen=chosen)
    said_ = ngettext("%(count)d member is entered.", "%(count)d members are entered.", len(made))
    return said_ % {"count": len(made)}


BUTTONS: dict[str, Callable[[Club, User, QueryDict], str]] = {
    "approve": _approve,
    "end": _end,
    "appoint": _appoint,
    "dismiss": _appoint,
    "names": _add_names,
    "link": _link,
    "end_link": _link,
    "enter": _enter,
}
"""What a button of the members' page does; its name is the form's ``do``. Each answers with what is said then."""


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club is; its presets; which competitions are under it."""
    club, context = shown(request, slug, "settings", RUNS)
    by = cast(User, request.user)
    changing = request.method == "POST" and request.POST.get("do") == "change"
    fields = ("name", "description", "visibility", "joining")
    form = ClubForm(request.POST if changing else None, initial={name: getattr(club, name) for name in fields})
    if request.method == "POST":
        try:
            if request.POST.get("do") in ("close", "reopen"):
                if not context["owns"]:
                    raise Http404
                messages.success(request, _life(club, by, request.POST))
                return redirect("clubs:settings", slug)
            if not changing:
                messages.success(request, _house(club, by, request.POST))
                return redirect("clubs:settings", slug)
            if form.is_valid():
                verbs.change(club=club, by=by, **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect("clubs:settings", slug)
        except ClubRefused as refused:
            form.add_error(refused.field if changing and refused.field in form.fields else None, str(refused))
        except CompetitionError as refused:
            messages.error(request, str(refused))
            return redirect("clubs:settings", slug)
    mine = Competition.objects.filter(owner=by, club=None).exclude(status=Competition.Status.CANCELLED)
    context |= {
        "form": form,
        "presets": list(club.presets.all()),
        "competitions": list(club.competitions.order_by("-created_at")[:100]),
        "others": list(mine.order_by("-created_at")[:50]),
    }
    return render(request, "clubs/settings.html", context)


def _life(club: Club, by: User, said: QueryDict) -> str:
    """Closing the club, or opening it again; what is said then."""
    if said.get("do") == "close":
        closing.close(club=club, by=by, reason=said.get("reason", ""))
        return _("The club is closed; its page and its competitions stay.")
    closing.reopen(club=club, by=by)
    return _("The club is open again.")


def _house(club: Club, by: User, said: QueryDict) -> str:
    """A button of the settings that is none of the form's; what is said then."""
    try:
        key = UUID(said.get("of", ""))
    except ValueError:
        raise Http404 from None
    match said.get("do"):
        case "keep":
            presets.keep(
                club=club, competition=get_object_or_404(club.competitions, pk=key), by=by, name=said.get("name", "")
            )
            return _("Kept: it stands first when somebody organises for the club.")
        case "forget":
            presets.forget(preset=get_object_or_404(club.presets, pk=key), by=by)
            return _("Thrown away.")
        case "take_in":
            verbs.take_in(competition=get_object_or_404(Competition, pk=key, owner=by), club=club, by=by)
            return _("It is one of the club’s now.")
        case "take_out":
            verbs.take_out(competition=get_object_or_404(club.competitions, pk=key), by=by)
            return _("It is its owner’s alone now.")
    raise Http404


def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done in the club, newest first, for its members."""
    club, context = shown(request, slug, "audit", INSIDE)
    rows = club.audit.select_related("actor").order_by("-at", "-id")
    context["page_of"] = Paginator(rows, 50).get_page(request.GET.get("page"))
    return render(request, "clubs/audit.html", context)
