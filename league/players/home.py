"""The front pages: home, the games and each game's rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import engines
from league.players import marks, queries
from league.players.games import game_page, game_pages
from matches import feed
from matches.pages.visitor_marks import nothing
from matches.pages.visitors import tagged


@tagged(marks.home)
def home(request: HttpRequest) -> HttpResponse:
    """For a visitor what this is and a way in; for a player what waits for him."""
    drawn_at = feed.drawn_at("lobby")  # before what is shown is read
    recent, ahead = queries.front(request.user)
    return render(
        request,
        "home/home.html",
        {
            "feed": drawn_at,
            "live": queries.live_now(request.user),
            "open": queries.open_competitions(request.user),
            "running": queries.running_competitions(request.user),
            "recent": recent,
            "waiting": queries.your_turn(request.user),
            "next": ahead,
        },
    )


@tagged(nothing)
def games(request: HttpRequest) -> HttpResponse:
    """Every game that is built."""
    return render(request, "games/games.html", {"games": game_pages()})


@tagged(nothing)
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game."""
    if slug not in engines.games():
        raise Http404
    return render(request, "games/rules.html", {"game": game_page(slug)})
