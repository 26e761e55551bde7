"""The games and the rules of each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import engines
from league.players.words.games import game_page, game_pages
from matches.pages.visitor_marks import nothing
from matches.pages.visitors import tagged


@tagged(nothing)
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/games.html", {"games": game_pages()})


@tagged(nothing)
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of one game. Raises Http404 for one that is not built."""
    if slug not in engines.games():
        raise Http404
    return render(request, "games/rules.html", {"game": game_page(slug)})
