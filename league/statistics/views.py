"""Pages of statistics: of a competition and of a player, and the leader board of each game."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engines
from league.competitions import marks
from league.competitions.views import shown
from league.players import marks as player_marks
from league.players.access import player_or_404
from league.players.games import game_name
from league.statistics import leaders, queries
from matches.access import match_or_404
from matches.marks import finished
from matches.visitors import tagged


@tagged(marks.competition)
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """Leaders, totals and records of one competition."""
    row, context = shown(request, slug, "statistics")
    return render(request, "statistics/competition.html", {**context, "almanac": queries.almanac(row)})


@tagged(player_marks.player)
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The figures of one player."""
    row = player_or_404(player_id)
    if row.pk != player_id:
        return redirect("statistics:player", row.pk)
    asked = request.GET.get("game", "")
    game = asked if asked in engines.games() else ""
    whole = queries.player_numbers(row)
    games = [(slug, game_name(slug)) for slug in whole.by_game]
    if not game and len(games) == 1:
        game = games[0][0]
    numbers = queries.player_numbers(row, game) if game else whole
    graph = leaders.graph(row.pk, game) if game else None
    context = {"player": row, "numbers": numbers, "games": games, "game": game, "graph": graph}
    return render(request, "statistics/player.html", context)


@tagged(player_marks.leaders)
def leader_board(request: HttpRequest) -> HttpResponse:
    """Everybody's rating in one game (``?game=``), people, bots or both (``?who=``). Two queries."""
    asked, who = request.GET.get("game", ""), request.GET.get("who", "")
    game = asked if asked in engines.games() else engines.games()[0]
    who = who if who in leaders.WHO else leaders.WHO[0]
    page = Paginator(leaders.leaders(game, who), 50).get_page(request.GET.get("page"))
    games = [(slug, game_name(slug)) for slug in engines.games()]
    return render(request, "statistics/leaders.html", {"page_of": page, "game": game, "games": games, "who": who})


@tagged(finished)
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The duel of one match, as a fragment for its report."""
    return render(request, "statistics/match.html", {"rows": queries.match_figures(match_or_404(match_id))})
