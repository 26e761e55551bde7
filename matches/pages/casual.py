"""Pages of casual play: challenges and offers, the practice board, leaving a table. ``starting`` begins matches."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

import engines
from engines.core.errors import EngineError
from matches import feed
from matches.errors import MatchError
from matches.limits import limited
from matches.live.calling import call
from matches.models import Challenge
from matches.pages.rules import RulesForm
from matches.policy import access
from matches.refusals import refusals_shown
from matches.terms import time_controls
from matches.terms.rules import RulesOfMatch
from matches.verbs import casual, challenges, practice
from matches.verbs.guests import seat_user, suggested_name


@require_http_methods(["GET", "POST"])
@limited("challenge")
def new(request: HttpRequest) -> HttpResponseBase:
    """Challenge the player ``?to=``; without one, lead to the page that offers a match to everybody."""
    to = _player(request.POST.get("to") or request.GET.get("to") or "")
    refused, nickname = "", request.POST.get("nickname", "").strip() or suggested_name()
    game = request.POST.get("game") or request.GET.get("game") or ""
    form = RulesForm(game if game in engines.games() else engines.games()[0], request)
    if to is None:
        return redirect(f"{reverse('matches:start', args=[form.game])}?opponent=lobby")
    if request.method == "POST":
        try:
            challenge_row = challenges.offer(
                user=seat_user(request, nickname),
                game=game,
                to=to,
                side=request.POST.get("side", ""),
                control=request.POST.get("control", "normal"),
                **form.taken().chosen,
            )
            return redirect("matches:challenge", challenge_row.id)
        except (MatchError, EngineError, ValueError) as error:
            refused = str(error)
    context = {
        "to": to,
        "games": [engines.get(slug) for slug in engines.games()],
        "chosen": form.game,
        "controls": [time_controls.CONTROLS[name] for name in time_controls.WITH_PEOPLE],
        "refused": refused,
        "nickname": nickname,
        "rules_form": form,
    }
    return TemplateResponse(request, "matches/challenge_new.html", context, status=422 if refused else 200)


def _player(key: str) -> AbstractBaseUser | None:
    """Return the challenged player, or None where nobody is named. Raises Http404 for an unknown id."""
    if not key:
        return None
    try:
        player = get_user_model()._default_manager.filter(pk=UUID(key), is_active=True).first()
    except ValueError:
        player = None
    if player is None:
        raise Http404
    return player


@require_GET
def challenge(request: HttpRequest, challenge_id: UUID) -> HttpResponse:
    """Show one offer: its owner waits here, the challenged player answers here."""
    now = {"feed": feed.drawn_at(f"user:{request.user.pk}") if request.user.is_authenticated else ""}
    row = Challenge.objects.select_related("owner", "to").filter(pk=challenge_id).first()
    owns = row is not None and request.user.pk == row.owner_id
    if row is None or (row.to_id is not None and not owns and request.user.pk != row.to_id):
        raise Http404
    is_fragment = bool(request.headers.get("HX-Request"))
    if row.match_id is not None and (owns or row.to_id is not None):
        if is_fragment:
            return HttpResponseClientRedirect(f"/matches/{row.match_id}/")
        return redirect("matches:live", row.match_id)
    template = "matches/_challenge.html" if is_fragment else "matches/challenge.html"
    context = {"row": row, "mine": owns, "game": engines.get(row.game), "control": time_controls.CONTROLS[row.control]}
    context["rules"] = RulesOfMatch.offered(row).in_words()
    return TemplateResponse(request, template, {**now, **context})


@require_POST
@limited("play")
def answer(request: HttpRequest, challenge_id: UUID) -> HttpResponse:
    """Accept, decline or cancel an offer; the lobby shows a refusal."""
    with refusals_shown(request, ValueError):
        if request.POST.get("do") == "accept":
            user = seat_user(request, request.POST.get("nickname", "").strip() or suggested_name())
            return redirect("matches:live", challenges.accept(challenge_id=challenge_id, user=user).id)
        if not request.user.is_authenticated:
            raise Http404
        verb = challenges.cancel if request.POST.get("do") == "cancel" else challenges.decline
        verb(challenge_id=challenge_id, user=request.user)
    return redirect("matches")


@require_POST
def practise(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Take a move back, or set up a position, on a practice board."""
    match = access.match_or_404(match_id, request.user)
    if not access.seats_of(match, request.user):
        raise Http404
    with refusals_shown(request, MatchError):
        if request.POST.get("do") == "position":
            line = request.POST.get("line", "")
            call(practice.set_up(match_id=match.id, user=str(request.user.pk), line=line))
        else:
            call(practice.take_back(match_id=match.id, user=str(request.user.pk)))
    if request.headers.get("HX-Request") and not messages.get_messages(request):
        return HttpResponse(status=204)
    return redirect("matches:live", match.id)


@require_POST
def leave(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Close a table at which nobody else plays."""
    match = access.match_or_404(match_id, request.user)
    if not access.seats_of(match, request.user):
        raise Http404
    try:
        casual.leave(match_id=match.id, user=request.user)  # type: ignore[arg-type]  # a seat is nobody anonymous's
    except ValueError as error:
        messages.error(request, str(error))
        return redirect("matches:live", match.id)
    return redirect("matches")
