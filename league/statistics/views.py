"""Pages of statistics: of a competition and of a player."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.competitions.views import shown
from league.players.access import player_or_404
from league.statistics import almanac


def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """Leaders, totals and records of one competition."""
    row, context = shown(request, slug, "statistics")
    return render(request, "statistics/competition.html", {**context, **almanac.competition_statistics(row)})


def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The figures of one player."""
    row = player_or_404(player_id)
    if row.pk != player_id:
        return redirect("statistics:player", row.pk)
    return render(request, "statistics/player.html", {"player": row, **almanac.player_statistics(row)})
