"""Pages of bots: a person's own bots and their tokens, and the ladder."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

import engines
from league.players.errors import PlayerError
from league.players.models import ApiToken, User
from league.players.pages import visitor_marks
from league.players.verbs import ladder, robots
from league.presses import made_once
from league.typed import id_or_404
from matches.limits import limited
from matches.pages.visitors import tagged
from matches.refusals import refusals_shown


@login_required
@limited("bot")
def own_robots(request: HttpRequest) -> HttpResponse:
    """Show the reader's bots: make one, make a token (shown once), revoke one."""
    owner, token = cast(User, request.user), ""
    if request.method == "POST":
        with refusals_shown(request, PlayerError):
            token = _do(owner, request)
        if not token:
            return redirect("players:bots")
    bots = User.objects.filter(owner=owner, is_active=True).prefetch_related("tokens").order_by("pk")
    return render(request, "players/bots.html", {"bots": bots, "token": token})


def _do(owner: User, request: HttpRequest) -> str:
    """Run the requested action; return the text of a new token, else "". Raises PlayerError, Http404."""
    do = request.POST.get("do")
    if do == "make":
        nickname = request.POST.get("nickname", "")
        made_once(request, User, lambda: robots.make_bot(owner=owner, nickname=nickname))
        return ""
    key = id_or_404(request.POST.get("id", ""))
    if do == "revoke":
        token = get_object_or_404(ApiToken, pk=key, user__owner=owner)
        robots.revoke(token=token)
        return ""
    bot = get_object_or_404(User, pk=key, owner=owner)
    texts: list[str] = []

    def make() -> ApiToken:
        row, text = robots.new_token(bot=bot)
        texts.append(text)
        return row

    token = made_once(request, ApiToken, make)
    # Of two taps only the second answer is read, and a text is shown once: it needs one of its own.
    return texts[0] if texts else robots.new_text(token=token)


@tagged(visitor_marks.ladder)
def ladder_page(request: HttpRequest) -> HttpResponse:
    slugs = engines.games()
    game = request.GET.get("game", slugs[0])
    if game not in slugs:
        raise Http404
    context = {
        "game": engines.get(game),
        "games": [engines.get(slug) for slug in slugs],
        "places": ladder.standing(game),
        "matches": ladder.last_matches(game),
    }
    return render(request, "players/ladder.html", context)
