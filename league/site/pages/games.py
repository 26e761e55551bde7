"""The games and the rules of each."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import engines
from league.players.words.games import BY_SLUG, GAMES
from matches.pages.visitor_marks import nothing
from matches.pages.visitors import tagged


@tagged(nothing)
def games(request: HttpRequest) -> HttpResponse:
    """The five games."""
    return render(request, "games/games.html", {"games": GAMES})


@tagged(nothing)
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game; a game not built yet says so."""
    if slug not in BY_SLUG:
        raise Http404
    page = BY_SLUG[slug]
    if not page.playable:
        return render(request, "games/unbuilt.html", {"game": page})
    return render(request, f"games/{slug}.html", {"game": page, "options": engines.get(slug).options})
