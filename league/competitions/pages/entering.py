"""Pages to enter a competition: the list of entrants, entering and leaving, the link of a side."""

from typing import Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.buttons import button_of
from league.competitions.actions import teams
from league.competitions.errors import CompetitionError, EntryRefused
from league.competitions.models import Competition, Entrant, Member
from league.competitions.models.roles import Right
from league.competitions.pages import reading, visitor_marks
from league.competitions.pages.people import BACKEND, check_in_state, seat_guest, way_back
from league.competitions.pages.public import page_context
from league.competitions.pages.registries import entry_parts
from league.competitions.policy import access
from league.competitions.policy.parties import leaders_of, plays_for
from league.competitions.policy.personal_links import holders_of
from league.competitions.verbs import check_in, entries, joining, leaving, sides, squads, swiss
from league.players.errors import PlayerError
from league.players.models import User
from league.presses import key_of
from matches import limits
from matches.limits import limited
from matches.pages.addresses import outside
from matches.pages.visitors import tagged
from matches.refusals import refusals_shown, show_refusal


@tagged(visitor_marks.competition)
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entrants with a button to enter or leave, and to organisers names, bots and links."""
    competition, context = page_context(request, slug, "entrants")
    rows = reading.entrants_of(competition)
    places = waiting_places(competition, rows)
    left = [row for row in rows if row.status == Entrant.Status.WITHDRAWN] if context["organiser"] else []
    bars = entries.bars_to_return(competition, left) if left else {}
    for row in rows:
        # For the template alone.
        row.waiting_place, row.bar = places.get(row.pk), bars.get(row.pk)  # type: ignore[attr-defined]
    entry = next((row for row in rows if _is_of(request.user, row)), None)
    context |= {
        "entrants": rows,
        "way_back": way_back(request, entry),
        "check_in": check_in_state(competition),
        "begins_at": reading.begins_at(competition),
        "entered": sum(row.status == "entered" for row in rows),
        "short_squads": any(
            row.status != Entrant.Status.WITHDRAWN and len(row.members.all()) + 1 < competition.boards for row in rows
        )
        if competition.of_teams
        else False,
        "entry": entry,
        "side_link": _side_link(request, rows),
        "adding": reading.takes_entrants(competition, rows),
        "room": reading.has_room(competition, rows),
        "takes_back": (context["organiser"] or entry is not None) and swiss.takes_back(competition),
        "guests": bool(holders_of(rows)),
    }
    for part in entry_parts:
        context |= part(competition, entry)
    return render(request, "competitions/entrants.html", context)


def waiting_places(competition: Competition, rows: list[Entrant]) -> dict[UUID, int]:
    """Number the waiting entrants in the order of entry; after the check-in, present ones come first."""
    over = competition.check_in_done_at is not None
    waiting = [row for row in rows if row.status == Entrant.Status.WAITING]
    waiting.sort(key=lambda row: (over and row.checked_in_at is None, row.entered_at, row.pk))
    return {row.pk: place for place, row in enumerate(waiting, start=1)}


def _side_link(request: HttpRequest, rows: list[Entrant]) -> str:
    """Return the link of the reader's side, if the reader entered it; else ""."""
    entrant = next((row for row in rows if row.player_id == request.user.pk and row.side_key), None)
    return outside(request, reverse("competitions:side", args=[entrant.side_key])) if entrant else ""


def _is_of(user: User | AnonymousUser, row: Entrant) -> bool:
    return isinstance(user, User) and plays_for(user, row)


@limited("enter")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter (anonymous visitors as guests), leave before the start, or withdraw from a running competition."""
    competition = access.door(request.user, slug)
    if not request.user.is_authenticated:
        return _guest_enters(request, competition)
    player = request.user
    if request.method != "POST":
        return redirect("competitions:entrants", slug)
    entry, do = reading.entry_of(player, competition), request.POST.get("do", "")
    if entry is None and do in ("leave", "leave_side"):  # a second click
        return redirect("competitions:entrants", slug)
    with refusals_shown(request, CompetitionError):
        if entry is None and do == "check_in":
            raise EntryRefused(_("You left and cannot check in."))
        if do == "leave_side" and entry:
            sides.leave_side(entrant=entry, player=player)
            messages.success(request, _("You no longer play for %(name)s.") % {"name": entry.name})
        elif do == "check_in" and entry:
            checked_in = check_in.check_in(entrant=entry, by=player)
            waits = checked_in.status == Entrant.Status.WAITING
            message = _("Checked in. You are on the waiting list.") if waits else _("Checked in. Your place is secure.")
            messages.success(request, message)
        elif do == "leave" and entry:
            if entry.player_id != player.pk:
                raise EntryRefused(_("Only the person who entered the side can withdraw it."))
            leaving.leave_or_withdraw(entrant=entry, by=player, reason=request.POST.get("reason", ""))
            messages.success(request, _("You left."))
        else:
            entered = entries.enter(
                competition=competition,
                player=player,
                name=request.POST.get("name", ""),
                invited=Right.RUN in competition.rights,
            )
            waits = entered.status == "waiting"
            messages.success(request, _("You are on the waiting list.") if waits else _("You are in."))
    return redirect("competitions:entrants", slug)


def _guest_enters(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Enter a guest by two fields; this browser is the guest from then on."""
    back = reverse("competitions:entrants", args=[competition.slug])
    if request.method != "POST" or request.POST.get("do") != "guest":
        return redirect_to_login(back)
    data = {name: request.POST.get(name, "") for name in ("nickname", "email", "name")}
    limits.check(request, "guest")
    try:
        entrant = joining.enter_as_guest(competition=competition, tap=key_of(request), **data)
    except (CompetitionError, PlayerError) as refused:
        show_refusal(request, refused)
    else:
        seat_guest(request, entrant)
    return redirect(back)


def _links(request: HttpRequest, members: list[Member]) -> dict[UUID, str]:
    """Return the personal link of each of ``members`` who has no account, by user; empty: one is still to be made."""
    without = [member for member in members if member.user.kind == User.Kind.GUEST]
    return {
        member.user_id: outside(request, reading.personal_path(member)) if member.personal_key else ""
        for member in without
    }


SQUAD_BUTTONS: Final = {
    action.name: action
    for action in (teams.ADD_NAMES, teams.FILL, teams.CAPTAIN, teams.NEW_LINK, teams.TAKE_OFF, teams.PLACE)
}


@limited("enter")
def side(request: HttpRequest, key: str) -> HttpResponse:
    """Show the players of a side with a button to join it, and the squad of a team to whoever may change it."""
    entrant = get_object_or_404(
        Entrant.objects.select_related("competition", "player").exclude(side_key=""), side_key=key
    )
    competition = entrant.competition
    action = SQUAD_BUTTONS.get(request.POST.get("do", ""))
    if action is not None:
        button_of(action)(request, {"slug": competition.slug, "entrant_id": entrant.pk})
        return redirect("competitions:side", key)
    if request.method == "POST":
        try:
            if isinstance(request.user, User):
                sides.join(key=key, player=request.user)
            else:
                limits.check(request, "guest")
                nickname = request.POST.get("nickname", "")
                login(request, joining.join_as_guest(key=key, nickname=nickname, tap=key_of(request)), BACKEND)
        except (CompetitionError, PlayerError) as refused:
            show_refusal(request, refused)
            return redirect("competitions:side", key)
        messages.success(request, _("You play for %(name)s.") % {"name": entrant.name})
        return redirect("competitions:entrants", competition.slug)
    members = list(entrant.members.select_related("user"))
    leaders = leaders_of(entrant)
    is_open, runs = squads.are_open(competition), access.may(request.user, competition, Right.RUN)
    under_way = competition.status in (Competition.Status.REGISTRATION, Competition.Status.RUNNING)
    is_captain = request.user.pk == entrant.player_id
    context = {
        "side": entrant,
        "competition": competition,
        "squad": [(member, members[at - 1] if at else None) for at, member in enumerate(members)],
        "links": _links(request, members) if competition.of_teams and under_way and (runs or is_captain) else {},
        "second": leaders[-1] if len(leaders) > 1 else None,
        "inside": _is_of(request.user, entrant),
        "open": is_open,
        "changes": competition.of_teams and under_way and (runs or (is_captain and is_open)),
        "link": outside(request, request.path) if is_open and (runs or is_captain) else "",
        "free": competition.most_people - 1 - len(members),
    }
    return render(request, "competitions/side.html", context)
