"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.puzzles.pages import daily_card
from league.site.pages import reading, visitor_marks
from matches import feed
from matches.pages.visitors import tagged


@tagged(visitor_marks.home)
def home(request: HttpRequest) -> HttpResponse:
    """Show an introduction to visitors, and to a player what is next."""
    drawn_at = feed.drawn_at("lobby")  # before the page's data is read
    recent, ahead = reading.front_fixtures(request.user)
    return render(
        request,
        "home/home.html",
        {
            "feed": drawn_at,
            "live": reading.live_now(request.user),
            "open": reading.open_competitions(request.user),
            "running": reading.running_competitions(request.user),
            "recent": recent,
            "waiting": reading.your_turn(request.user),
            "next": ahead,
            "daily": daily_card(timezone.localdate()),
        },
    )
