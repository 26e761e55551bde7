"""The page that starts a match: against a bot, with a friend by link, by an offer in the lobby, at one screen, alone.

Its form says whom by ``opponent``: one of the tabs, ``practice``, or the level of a bot; the tab of bots has its level
in ``level``. A tap too many, or Back, leads to the match that the first one opened.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

import engines
from engines import bots
from matches import limits
from matches.limits import limited
from matches.live.seating import names
from matches.pages import sides
from matches.pages.rules import RulesForm
from matches.terms import time_controls
from matches.terms.rules import RulesOfMatch
from matches.verbs import casual, challenges
from matches.verbs.guests import seat_user, suggested_name
from matches.words import levels

Begin = Callable[[HttpRequest, AbstractBaseUser, str, RulesOfMatch], HttpResponseBase]


@require_http_methods(["GET", "POST"])
@limited("play")
def start(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the page of one game, or begin what its form asks for."""
    if slug not in engines.games():
        raise Http404
    form = RulesForm(slug, request)
    if request.method != "POST":
        return _page(request, form)
    begin = WAYS.get(request.POST.get("opponent", ""), _bot)
    try:
        user = seat_user(request, request.POST.get("nickname", "").strip() or suggested_name())
        return begin(request, user, slug, form.taken())
    except ValueError as refused:  # of verbs, rules and engines
        return _page(request, form, str(refused))


def _bot(request: HttpRequest, user: AbstractBaseUser, game: str, rules: RulesOfMatch) -> HttpResponseBase:
    chosen = request.POST.get("opponent") or "bot"
    level = request.POST.get("level", levels.USUAL) if chosen == "bot" else chosen
    # Days to think would leave a table open for weeks, and a bot does not mind waiting.
    control = request.POST.get("control", "")
    control = control if control in time_controls.WITH_BOTS else time_controls.WITH_BOTS[0]
    begin = partial(casual.play_bot, user=user, game=game, bot=level, control=control, **rules.chosen)
    like = {"control": control, "seats__side": "away", "seats__bot": bots.ALIASES.get(level, level)}
    return redirect("matches:live", casual.open_once(begin, user=user, rules=rules, **like).id)


def _friend(request: HttpRequest, user: AbstractBaseUser, game: str, rules: RulesOfMatch) -> HttpResponseBase:
    control = request.POST.get("control") or time_controls.WITH_FRIENDS[0]
    people = sides.people_per_side(request.POST, game)
    begin = partial(casual.play_friend, user=user, game=game, control=control, people_per_side=people, **rules.chosen)
    like = {"control": control, "seats__side": "away", "seats__user": None, "seats__places": people}
    return redirect("matches:live", casual.open_once(begin, user=user, rules=rules, **like).id)


def _lobby(request: HttpRequest, user: AbstractBaseUser, game: str, rules: RulesOfMatch) -> HttpResponseBase:
    limits.check(request, "challenge")
    control = request.POST.get("control") or time_controls.WITH_PEOPLE[0]
    offer = challenges.offer(user=user, game=game, side=request.POST.get("side", ""), control=control, **rules.chosen)
    return redirect("matches:challenge", offer.id)


def _screen(request: HttpRequest, user: AbstractBaseUser, game: str, rules: RulesOfMatch) -> HttpResponseBase:
    """Open a match for people at this screen; ``second`` names the first of the other side."""
    second = request.POST.get("second", "").strip()
    opponents = sides.names_in(request.POST, "other_side")
    begin = partial(
        casual.hot_seat,
        user=user,
        second=second or suggested_name(),
        game=game,
        team_mates=sides.names_in(request.POST, "team_mate"),
        opponents=opponents,
        **rules.chosen,
    )
    like = {"mode": "hot_seat"} | ({"seats__name": names([second, *opponents])} if second else {})
    return redirect("matches:live", casual.open_once(begin, user=user, rules=rules, **like).id)


def _practice(request: HttpRequest, user: AbstractBaseUser, game: str, rules: RulesOfMatch) -> HttpResponseBase:
    rules = replace(rules, legs=1)
    begin = partial(casual.practice, user=user, game=game, **rules.chosen)
    return redirect("matches:live", casual.open_once(begin, user=user, rules=rules, mode="practice").id)


TABS: Final[dict[str, Begin]] = {"bot": _bot, "friend": _friend, "lobby": _lobby, "screen": _screen}
WAYS: Final[dict[str, Begin]] = {**TABS, "practice": _practice}


def _page(request: HttpRequest, form: RulesForm, refused: str = "") -> HttpResponse:
    """Show the form as it was sent, or as its address asks: ``?opponent=`` names a tab or a bot's level."""
    sent = request.POST if request.method == "POST" else request.GET
    opponent = sent.get("opponent", "")
    level = sent.get("level", opponent)
    context = {
        "game": engines.get(form.game),
        "games": engines.games(),
        "refused": refused,
        "nickname": request.POST.get("nickname", "").strip() or suggested_name(),
        "opponent": opponent if opponent in TABS else "bot",
        "levels": levels.levels(),
        "level": bots.ALIASES.get(level, level) if level in bots.NAMES else levels.USUAL,
        "controls": [(name, time_controls.words(form.game, name)) for name in time_controls.WITH_PEOPLE],
        "control": request.POST.get("control", ""),
        "of_bots": time_controls.WITH_BOTS,
        "usual": {
            "bot": time_controls.words(form.game, time_controls.WITH_BOTS[0]),
            "friend": time_controls.words(form.game, time_controls.WITH_FRIENDS[0]),
            "lobby": time_controls.words(form.game, time_controls.WITH_PEOPLE[0]),
        },
        "people": request.POST.get("people_per_side", "1"),
        "beside": sides.places_beside(form.game),
        "rules_form": form,
        "rules_at": reverse("matches:start", args=[form.game]),
    }
    return TemplateResponse(request, "matches/start.html", context, status=422 if refused else 200)
