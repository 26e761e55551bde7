"""Page of a personal link: play as a typed name, or claim it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.models import Entrant, Fixture
from league.competitions.pages.reading import AHEAD, my_fixtures
from league.competitions.policy.personal_links import entrant_by_key
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
    entrant = entrant_by_key(key)
    if request.method == "POST":
        mark_opened(entrant=entrant, by=account_of(request.user))
        if request.POST.get("do") == "opened":
            return HttpResponse(status=204)
    return _enter(request, entrant)


@limited("enter")
def _enter(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    account, key = account_of(request.user), entrant.personal_key
    if request.method == "POST" and request.POST.get("do") == "claim" and account:
        try:
            claim(name=entrant.player, account=account)
        except ClaimRefused as refused:
            show_refusal(request, refused)
            return redirect("players:enter", key)
        messages.success(request, _("%(name)s is now yours, with all its matches.") % {"name": entrant.name})
        return redirect("competitions:overview", entrant.competition.slug)
    evening = evening_of(entrant.competition.stages.all()) is not None
    ahead = None if evening else _next_fixture(entrant)
    if request.method == "POST" and request.POST.get("do") == "play":
        open_session(request, entrant.player)
        if ahead is not None and ahead.match_id is not None:
            return redirect(fixture_url(ahead))
        return redirect("evenings:tonight" if evening else "competitions:overview", entrant.competition.slug)
    context = {"entrant": entrant, "account": account, "key": key, "ahead": ahead, "evening": evening}
    if ahead is not None:
        context["opponent"] = ahead.away if ahead.home_id == entrant.pk else ahead.home
    return render(request, "players/enter.html", context)


def _next_fixture(entrant: Entrant) -> Fixture | None:
    """Return the entrant's next fixture in its competition, if there is one to be played."""
    fixtures = my_fixtures(entrant.player)
    return next(
        (
            fixture
            for fixture in fixtures
            if fixture.tie.round.stage.competition_id == entrant.competition_id and fixture.status in AHEAD
        ),
        None,
    )
