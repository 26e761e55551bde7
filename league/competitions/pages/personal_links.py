"""Page of a personal link: play as a typed name, or claim it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.models import Fixture
from league.competitions.pages.reading import AHEAD, my_fixtures
from league.competitions.policy.personal_links import Holder, entrant_of, holder_by_key, name_of, player_of
from league.competitions.setup.stages import evening_of
from league.competitions.verbs.sent_links import mark_opened
from league.competitions.words.fixtures import fixture_url
from league.players.backends import open_session
from league.players.errors import ClaimRefused
from league.players.policy.access import account_of
from league.players.verbs.claims import claim
from matches.limits import limited
from matches.refusals import show_refusal


def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Let this browser play as the link's name, or the signed-in account claim it.

    That it was opened is told by the page itself: chat programs open links too, to show what is behind them.
    """
    holder = holder_by_key(key)
    if request.method == "POST":
        mark_opened(holder=holder, by=account_of(request.user))
        if request.POST.get("do") == "opened":
            return HttpResponse(status=204)
    return _enter(request, holder)


@limited("enter")
def _enter(request: HttpRequest, holder: Holder) -> HttpResponse:
    account, key = account_of(request.user), holder.personal_key
    entrant, player, name = entrant_of(holder), player_of(holder), name_of(holder)
    if request.method == "POST" and request.POST.get("do") == "claim" and account:
        try:
            claim(name=player, account=account)
        except ClaimRefused as refused:
            show_refusal(request, refused)
            return redirect("players:enter", key)
        messages.success(request, _("%(name)s is now yours, with all its matches.") % {"name": name})
        return redirect("competitions:overview", entrant.competition.slug)
    evening = evening_of(entrant.competition.stages.all()) is not None
    ahead = None if evening else _next_fixture(holder)
    if request.method == "POST" and request.POST.get("do") == "play":
        open_session(request, player)
        if ahead is not None and ahead.match_id is not None:
            return redirect(fixture_url(ahead))
        return redirect("evenings:tonight" if evening else "competitions:overview", entrant.competition.slug)
    context = {
        "holder": holder,
        "entrant": entrant,
        "player": player,
        "name": name,
        "account": account,
        "key": key,
        "ahead": ahead,
        "evening": evening,
    }
    if ahead is not None:
        context["opponent"] = ahead.away if ahead.home_id == entrant.pk else ahead.home
    return render(request, "players/enter.html", context)


def _next_fixture(holder: Holder) -> Fixture | None:
    """Return the person's next fixture in the competition of the link, if there is one to be played."""
    fixtures = my_fixtures(player_of(holder))
    return next(
        (
            fixture
            for fixture in fixtures
            if fixture.tie.round.stage.competition_id == holder.competition_id and fixture.status in AHEAD
        ),
        None,
    )
