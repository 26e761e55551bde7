"""The pages of clubs: list, club, honours, statistics, members, settings, audit. Door, verb, render."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.buttons import button_of
from league.clubs import access, marks, queries
from league.clubs.access import INSIDE, RUNS, Standing
from league.clubs.actions import BUTTONS
from league.clubs.forms import ClubForm
from league.clubs.models import Club, Membership
from league.clubs.verbs import clubs as verbs
from league.clubs.verbs import members as people
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.paging import Bounded, first_of
from league.players.backends import open_session
from league.players.models import User
from league.players.policy.access import account_of
from league.presses import made_once
from league.statistics.pages.several import statistics_of
from league.typed import id_or_404
from matches import limits
from matches.limits import limited
from matches.pages.addresses import outside
from matches.pages.visitors import tagged
from matches.refusals import refusals_in, refusals_shown, show_refusal

HONOURED_A_PAGE = 50
A_PAGE = 24
"""Clubs of one page of the list."""


def club_page(
    request: HttpRequest,
    slug: str,
    page: str,
    among: tuple[Standing, ...] = tuple(Standing),
    *,
    name_alone: bool = False,
) -> tuple[Club, dict[str, Any]]:
    """Return the club, if the reader's standing is ``among`` the allowed ones, and the context of all its pages.

    ``name_alone``: as in ``access.door``.
    """
    club, standing = access.door(request.user, slug, among, name_alone=name_alone)
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
    """List the clubs that the reader may see, their own first."""
    keys = first_of(access.listed(request.user).order_by("name", "pk").values_list("pk", flat=True), A_PAGE)
    page_of = Bounded(keys, A_PAGE).get_page(request.GET.get("page"))
    # Owners are looked up and members counted of the shown alone.
    rows = queries.with_size(Club.objects.filter(pk__in=list(page_of.object_list))).select_related("owner")
    page_of.object_list = list(rows.order_by("name", "pk"))
    return render(request, "clubs/list.html", {"page_of": page_of, "own": access.own(request.user)})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    account = account_of(request.user)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "club")
        with refusals_in(form, CompetitionError):
            club = made_once(request, Club, lambda: verbs.create(by=account, **form.cleaned_data))
            messages.success(request, _("Club created. Let members in, and organise the first competition."))
            return redirect("clubs:members", club.slug)
    return render(request, "clubs/new.html", {"form": form, "account": account})


@tagged(marks.club)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what is on, what comes, the tables, the last winners, how to join."""
    club, context = club_page(request, slug, "page", name_alone=True)
    if access.is_closed_to(context["standing"], club):
        return render(request, "clubs/asked.html", context)
    return render(request, "clubs/page.html", {**context, **queries.page(club, request.user)})


@tagged(marks.club)
def honours(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the roll of honour: everybody's titles, and every finished competition with its podium."""
    club, context = club_page(request, slug, "honours")
    over = queries.competitions_of(club, request.user).filter(status=Competition.Status.FINISHED)
    roll = queries.roll_of(over)
    context |= {
        "people_of": Paginator(roll.people, HONOURED_A_PAGE).get_page(request.GET.get("people")),
        "page_of": Paginator(roll.competitions, 30).get_page(request.GET.get("page")),
    }
    return render(request, "clubs/honours.html", context)


@tagged(marks.statistics)
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the statistics of a club's competitions in one game (``?game=``) together; ``?by=`` opens a board."""
    club, context = club_page(request, slug, "statistics")
    context |= statistics_of(queries.competitions_of(club, request.user), request.GET)
    return render(request, "clubs/statistics.html", context)


@login_required
@limited("enter")
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Join, apply or leave; only by POST."""
    club, _standing = access.door(request.user, slug, name_alone=True)
    by = cast(User, request.user)
    if request.method != "POST":
        return redirect("clubs:page", slug)
    with refusals_shown(request, CompetitionError):
        if request.POST.get("do") == "leave":
            ended = people.leave(club=club, by=by)
            asked = ended is not None and ended.asked
            messages.success(request, _("Request withdrawn.") if asked else _("You have left the club."))
            return redirect(
                "clubs:list" if club.visibility == Club.Visibility.MEMBERS else reverse("clubs:page", args=[slug])
            )
        _welcome(request, people.join(club=club, by=by))
    return redirect("clubs:page", slug)


def _welcome(request: HttpRequest, membership: Membership | None) -> None:
    waits = membership is not None and membership.asked
    messages.success(
        request, _("Request sent. The staff of the club will answer.") if waits else _("You are a member.")
    )


@limited("enter")
def invited(request: HttpRequest, key: str) -> HttpResponse:
    """Show a club by its link with a button to join; signing in or up returns here."""
    club = access.by_key(key)
    standing = access.standing_of(request.user, club)
    if request.method == "POST" and isinstance(request.user, User):
        try:
            _welcome(request, people.join(club=club, by=request.user, key=key))
        except CompetitionError as refused:
            show_refusal(request, refused)
            return redirect("clubs:invited", key)
        return redirect("clubs:page", club.slug)
    return render(request, "clubs/invited.html", {"club": club, "inside": standing in INSIDE})


@limited("enter")
def sign_in_by_key(request: HttpRequest, key: str) -> HttpResponse:
    """Sign in a member without account by the personal link."""
    membership = access.name_by_key(key)
    if request.method == "POST":
        open_session(request, membership.user)
        return redirect("clubs:page", membership.club.slug)
    return render(request, "clubs/me.html", {"mine": membership, "account": account_of(request.user)})


def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members; for the staff also applicants, the link, names without account, entering members."""
    club, context = club_page(request, slug, "members", INSIDE)
    if request.method == "POST":
        return _press(request, club, context)
    page_of = Paginator(queries.members_of(club), 50).get_page(request.GET.get("page"))
    context |= {"page_of": page_of, "size": page_of.paginator.count + 1}
    if context["runs"]:
        link = outside(request, reverse("clubs:invited", args=[club.key])) if club.key else ""
        context |= {
            "asking": queries.applicants(club),
            "link": link,
            "taking": list(club.competitions.filter(status=Competition.Status.REGISTRATION)),
        }
    return render(request, "clubs/members.html", context)


def _press(request: HttpRequest, club: Club, context: dict[str, Any]) -> HttpResponse:
    do = request.POST.get("do", "")
    if do in FORMS and context["runs"]:
        with refusals_shown(request, CompetitionError):
            messages.success(request, FORMS[do](club, cast(User, request.user), request.POST))
    else:
        _act(request, club.slug)
    return redirect(request.get_full_path())  # the page of the list with the pressed button


def _act(request: HttpRequest, slug: str) -> None:
    """Do what the pressed button says (``actions``)."""
    action = BUTTONS.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    button_of(action)(request, {"slug": slug})


def _add_names(club: Club, by: User, data: QueryDict) -> str:
    members = people.add_names(club=club, by=by, names=data.get("names", ""))
    return ngettext("%(count)d name added.", "%(count)d names added.", len(members)) % {"count": len(members)}


def _enter(club: Club, by: User, data: QueryDict) -> str:
    row = get_object_or_404(club.competitions, pk=id_or_404(data.get("competition", "")))
    chosen = [str(id_or_404(key)) for key in data.getlist("chosen")]
    entrants = people.enter_members(club=club, competition=row, by=by, chosen=chosen)
    sentence = ngettext("%(count)d member added.", "%(count)d members added.", len(entrants))
    return sentence % {"count": len(entrants)}


FORMS: Final[Mapping[str, Callable[[Club, User, QueryDict], str]]] = {"names": _add_names, "enter": _enter}
"""What the members' page sends otherwise than the API takes it, by ``do``. Each returns the message."""


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and save the club's settings; its presets, and the competitions under it."""
    club, context = club_page(request, slug, "settings", RUNS)
    by = cast(User, request.user)
    changing = request.method == "POST" and request.POST.get("do") == "change"
    stored = {name: getattr(club, name) for name in ClubForm.base_fields}
    form = ClubForm(request.POST if changing else None, initial=stored)
    if changing:
        if form.is_valid():
            with refusals_in(form, CompetitionError):
                verbs.change(club=club, by=by, **form.changes())
                messages.success(request, _("Saved."))
                return redirect("clubs:settings", slug)
    elif request.method == "POST":
        _act(request, slug)
        return redirect("clubs:settings", slug)
    competitions = Competition.objects.filter(owner=by, club=None).exclude(status=Competition.Status.CANCELLED)
    context |= {
        "form": form,
        "presets": list(club.presets.all()),
        "competitions": list(club.competitions.order_by("-created_at")[:100]),
        "others": list(competitions.order_by("-created_at")[:50]),
    }
    return render(request, "clubs/settings.html", context)


def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's audit to its members, newest first."""
    club, context = club_page(request, slug, "audit", INSIDE)
    rows = club.audit.select_related("actor").order_by("-at", "-id")
    context["page_of"] = Paginator(rows, 50).get_page(request.GET.get("page"))
    return render(request, "clubs/audit.html", context)
