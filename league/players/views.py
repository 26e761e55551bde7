"""Pages of people: a guest sits down, settings, profile, a personal link, search. Door, verb, render."""

from __future__ import annotations

from typing import Any, Final, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from league.clubs import queries as clubs
from league.competitions.setup.stages import evening_of
from league.players import access, marks, notify, queries, searching, verbs
from league.players.backends import open_session
from league.players.errors import ClaimRefused
from league.players.forms import NicknameForm, SettingsForm
from league.players.models import User
from league.players.preferences import DEFAULT_ZONE, remember
from matches.limits import limited
from matches.pages.visitors import tagged

BACKEND = "django.contrib.auth.backends.ModelBackend"


def safe_next(request: HttpRequest, otherwise: str = "/") -> str:
    """Where the form says to go on, if that is on this site."""
    target = request.POST.get("next") or request.GET.get("next") or otherwise
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()) else otherwise


@limited("guest")
def guest(request: HttpRequest) -> HttpResponse:
    """Sit down without an account: a nickname, and this browser is somebody."""
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    form = NicknameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = verbs.guest(nickname=form.cleaned_data["nickname"], language=(get_language() or "")[:2])
        login(request, player, backend=BACKEND)
        return redirect(safe_next(request))
    return render(request, "players/guest.html", {"form": form, "next": safe_next(request)})


@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """Name, language, theme, time zone."""
    player = cast(User, request.user)
    now = {
        "nickname": player.nickname,
        "language": (get_language() or "en")[:2],
        "theme": request.COOKIES.get("theme", player.theme),
        "mail": player.mail,
        "time_zone": player.time_zone or request.COOKIES.get("zone") or DEFAULT_ZONE,
    }
    form = SettingsForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        said: dict[str, Any] = form.cleaned_data  # the form's own fields
        verbs.rename(player=player, nickname=said["nickname"])
        verbs.prefer(player=player, language=said["language"], theme=said["theme"], time_zone=said["time_zone"])
        notify.want_mail(user=player, wanted=said["mail"])
        response = redirect("players:settings")
        remember(response, language=said["language"], theme=said["theme"])
        messages.success(request, _("Saved."))
        return response
    return render(request, "players/settings.html", {"form": form})


@login_required
def notifications(request: HttpRequest) -> HttpResponse:
    """What concerns the reader, newest first. Looking at it does not mark it; the button does."""
    person = cast(User, request.user)
    if request.method == "POST":
        notify.mark_read(user=person, now=timezone.now())
        return redirect("players:notifications")
    rows = Paginator(notify.shown(person), 30).get_page(request.GET.get("page"))
    context = {"page_of": rows, "unread": notify.unread(person).count()}
    return render(request, "players/notifications.html", context)


@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The way out of mails, by the link of a mail: mail programs send a POST without asking. Without a token of ours
    there is no such page."""
    if request.method == "POST":
        if notify.unsubscribed(token) is None:
            raise Http404
        return render(request, "players/unsubscribe.html", {"done": True})
    if not notify.is_ours(token):
        raise Http404
    return render(request, "players/unsubscribe.html", {"done": False})


@tagged(marks.player)
def profile(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """One player: sticker, record, form, matches, fixtures ahead."""
    player = access.player_or_404(player_id, request.user)
    if player.pk != player_id:
        return redirect("players:profile", player.pk)
    return render(request, "players/profile.html", {"player": player, **queries.profile(player, request.user)})


@limited("enter")
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """A personal link: play as this name in this browser, or take the name over with your account."""
    entrant = access.entrant_by_key(key)
    account = access.account_of(request.user)
    if request.method == "POST" and request.POST.get("do") == "claim" and account:
        try:
            verbs.claim(name=entrant.player, account=account)
        except ClaimRefused as refused:
            messages.error(request, str(refused))
            return redirect("players:enter", key)
        messages.success(request, _("%(name)s is yours now, with all its matches.") % {"name": entrant.name})
        return redirect("competitions:overview", entrant.competition.slug)
    if request.method == "POST" and request.POST.get("do") == "play":
        open_session(request, entrant.player)
        evening = evening_of(entrant.competition.stages.all()) is not None
        return redirect("evenings:tonight" if evening else "competitions:overview", entrant.competition.slug)
    return render(request, "players/enter.html", {"entrant": entrant, "account": account, "key": key})


@limited("search", ("GET", "HEAD"))
@tagged(marks.search)
def search(request: HttpRequest) -> HttpResponse:
    """People, competitions and clubs by a part of their name; ``?only=`` one of the three, page by page."""
    asked = " ".join(request.GET.get("q", "").split())[:60]
    only = request.GET.get("only", "")
    kinds = [only] if only in SEARCHED else list(SEARCHED)
    found = {kind: Paginator(SEARCHED[kind](asked, request.user), 20 if kind == only else 6) for kind in kinds}
    pages = {kind: rows.get_page(request.GET.get("page") if kind == only else 1) for kind, rows in found.items()}
    context = {"asked": asked, "only": only if only in SEARCHED else "", "pages": pages, "page_of": pages.get(only)}
    return render(request, "players/search.html", context)


SEARCHED: Final = {"competitions": searching.competitions, "clubs": clubs.named_like, "people": searching.people}
"""What is searched, in the order shown."""
