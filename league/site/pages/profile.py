"""The public page of one player."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.players.policy import access
from league.site.pages import reading
from league.statistics.pages import visitor_marks
from matches.pages.visitors import tagged


@tagged(visitor_marks.profile)
def profile(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show one player: sticker, record, form, matches, fixtures ahead."""
    player = access.player_or_404(player_id, request.user)
    if player.pk != player_id:
        return redirect("players:profile", player.pk)
    return render(request, "players/profile.html", {"player": player, **reading.profile(player, request.user)})
