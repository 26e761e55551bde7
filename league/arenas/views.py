"""The pages of arenas: the list, an arena live, a new one. Door, verb, render."""

from collections.abc import Callable
from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import engines
from league.arenas import access, verbs
from league.arenas.forms import ArenaForm, ArenaRulesForm
from league.arenas.models import Arena, ArenaPlayer
from league.arenas.reading import in_play, table_of
from league.arenas.verbs import HERE_SECONDS
from league.clubs import circles
from league.competitions.errors import BadSetting
from league.errors import LeagueError
from league.formats.arena.pairing import FEW
from league.formats.arena.points import SHORTEST
from league.paging import Bounded
from league.players.models import User
from league.players.policy.access import account_of
from league.presses import made_once
from league.sentences import translated
from matches import feed, limits
from matches.errors import MatchError
from matches.models import Match
from matches.refusals import refusals_in, refusals_shown
from matches.terms import time_controls
from matches.terms.rules import RulesOfMatch
from matches.verbs.guests import seat_user, suggested_name

OPEN: Final = 50
"""Open arenas that the list shows."""
LINES: Final = 50
PLAYING: Final = 12
"""Matches in play that the page links, the newest first."""
SOON: Final = 3600
"""Seconds before the start from which the page counts down."""
Status = Arena.Status


def arena_list(request: HttpRequest) -> HttpResponse:
    """List the arenas that are running and ahead, and page by page those that are over."""
    now = timezone.now()
    size = Count("players", filter=~Q(players__status=ArenaPlayer.Status.LEFT))
    rows = access.listed(request.user).filter(cancelled_at=None).select_related("club").annotate(size=size)
    open_now = list(rows.filter(ends_at__gt=now).order_by("starts_at", "id")[:OPEN])
    context = {
        "running": [row for row in open_now if row.starts_at <= now],
        "ahead": [row for row in open_now if row.starts_at > now],
        "page_of": Bounded(rows.filter(ends_at__lte=now).order_by("-starts_at", "-id"), 24).get_page(
            request.GET.get("page")
        ),
    }
    return render(request, "arenas/list.html", context)


def arena_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an arena: how long it lasts, the table page by page, who plays, what the reader can do."""
    row = access.door(request.user, slug)
    drawn_at = feed.drawn_at(f"arena:{row.pk}")  # before the page's data is read
    status, table = row.status, table_of(row)
    runs = access.may_run(request.user, row)
    page_of = Paginator(table.lines, LINES).get_page(request.GET.get("page"))
    own = next((line for line in table.lines if line.player.user_id == request.user.pk), None)
    context = {
        "arena": row,
        "status": status,
        "table": table,
        "page_of": page_of,
        "own": own,
        "own_elsewhere": own is not None and own not in page_of.object_list,
        "podium": [line for line in table.lines[:3] if line.played] if status == Status.OVER else [],
        "playing": in_play(row, PLAYING) if status == Status.RUNNING else [],
        "feed": drawn_at,
        "clock": time_controls.words(row.game, row.control),
        "rules": RulesOfMatch.taken(row.game, options=row.options),
        "left": _left(row, status),
        "runs": runs,
        "joins": access.may_join(request.user, row),
        "suggested": suggested_name(),
        "few": FEW,
        "shortest": SHORTEST,
        "here_seconds": HERE_SECONDS,
        "audit": [(entry, translated(entry.message)) for entry in row.audit.select_related("actor")] if runs else [],
    }
    return render(request, "arenas/one.html", context)


def _left(row: Arena, status: Arena.Status) -> dict[str, Any] | None:
    """Return what the page counts down to, and the seconds until then; None: nothing soon."""
    to = row.starts_at if status == Status.AHEAD else row.ends_at
    seconds = int((to - timezone.now()).total_seconds())
    if status not in (Status.AHEAD, Status.RUNNING) or (status == Status.AHEAD and seconds > SOON):
        return None
    return {"to": to, "shown": f"{max(0, seconds) // 60}:{max(0, seconds) % 60:02}"}


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show and save the form of a new arena."""
    account = account_of(request.user)
    clubs = list(circles.organises_for(account).order_by("name")) if account else []
    form = ArenaForm(request.POST or None, clubs=clubs, initial={"game": request.GET.get("game") or engines.games()[0]})
    game = form["game"].value()
    rules = ArenaRulesForm(game if game in engines.games() else engines.games()[0], request)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "arena")
        with refusals_in(form, BadSetting, LeagueError, MatchError):
            values = {"options": rules.taken().options, **form.values()}
            created = made_once(request, Arena, lambda: verbs.create(by=account, **values))
            messages.success(request, _("Arena created. Share its address."))
            return redirect("arenas:one", created.slug)
    return render(request, "arenas/new.html", {"form": form, "rules_form": rules, "account": account})


@require_POST
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """Note that the reader looks at the page; open the match for which they were paired."""
    row = access.door(request.user, slug)
    answer = HttpResponse()
    player = verbs.here(arena=row, player=request.user) if isinstance(request.user, User) else None
    if player is not None and player.playing is not None and player.playing.match.status == Match.Status.WAITING:
        answer["HX-Redirect"] = reverse("matches:live", args=[player.playing.match_id])
    return answer


def _join(row: Arena, user: User) -> str:
    verbs.join(arena=row, player=user)
    return _("You are in. Your match opens by itself.")


def _pause(row: Arena, user: User) -> str:
    verbs.pause(arena=row, player=user)
    return _("You pause. Come back when you like.")


def _leave(row: Arena, user: User) -> str:
    verbs.leave(arena=row, player=user)
    return _("You have left. Your points stay.")


def _half(row: Arena, user: User) -> str:
    verbs.choose_clock(arena=row, player=user, half=True)
    return _("Your clock is halved from the next match on.")


def _whole(row: Arena, user: User) -> str:
    verbs.choose_clock(arena=row, player=user, half=False)
    return _("You have your whole clock from the next match on.")


def _end(row: Arena, user: User) -> str:
    verbs.end_early(arena=row, by=user)
    return _("The arena is over.")


def _cancel(row: Arena, user: User) -> str:
    verbs.cancel(arena=row, by=user)
    return _("The arena is cancelled.")


DEEDS: Final[dict[str, Callable[[Arena, User], str]]] = {
    "join": _join,
    "pause": _pause,
    "leave": _leave,
    "half": _half,
    "whole": _whole,
    "end": _end,
    "cancel": _cancel,
}
RUN: Final = ("end", "cancel")
"""Verbs for those who run the arena alone."""


@require_POST
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what a button of the arena's page says (``do``). Who joins without an account gives a nickname."""
    deed = request.POST.get("do", "")
    if deed != "join" and not request.user.is_authenticated:
        return redirect_to_login(reverse("arenas:one", args=[slug]))
    row = access.door(request.user, slug, run=deed in RUN)
    if deed not in DEEDS:
        raise Http404
    with refusals_shown(request, LeagueError, MatchError):
        if not request.user.is_authenticated:
            verbs.must_be_for_guests(row)
        user = seat_user(request, request.POST.get("nickname", ""))
        messages.success(request, DEEDS[deed](row, cast(User, user)))
    return redirect("arenas:one", row.slug)
