"""A player's insights: results grouped by one of ``queries.insights.BY``, as a table and a chart."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

import engines
from league.players.policy.access import player_or_404
from league.players.words.games import game_name
from league.statistics.pages import visitor_marks
from league.statistics.queries import insights as queries
from league.statistics.queries.insights import BY, Group
from matches.pages.visitors import tagged

CHARTED: Final = 12
"""Groups in the chart; the table has all."""
ROW: Final = 26
LEFT: Final = {"wide-only": 150, "narrow": 108}
WIDTH: Final = {"wide-only": 720, "narrow": 340}


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    y: float
    length: float
    low: float
    high: float
    """Ends of the 95 % interval, as lengths."""
    adjusted: float | None
    share: float

    @property
    def middle(self) -> float:
        return self.y + 8


@dataclass(frozen=True, slots=True)
class Chart:
    look: str
    width: int
    height: int
    left: int
    bars: list[Bar]
    levels: list[tuple[int, float]]


@tagged(visitor_marks.player)  # a new review is seen within five minutes: counting them costs more than the page
def insights(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show a player's results in groups: ``?by=``, of one ``game``, ``side``, ``venue`` or ``clock``."""
    player = player_or_404(player_id, request.user)
    if player.pk != player_id:
        return redirect("statistics:insights", player.pk)
    by = request.GET.get("by", "")
    by = by if by in BY else "game"
    filters = queries.filters_of_address(request.GET)
    game = request.GET.get("game", "")
    if game in engines.games():
        filters["game"] = game
    groups = queries.insights(player, by, filters, request.user)
    query_string = urlencode(filters)
    context = {
        "player": player,
        "groups": groups,
        "by": by,
        "by_name": gettext(BY[by]),
        "kinds": [
            (key, gettext(name), "&".join(filter(None, [query_string, f"by={key}"]))) for key, name in BY.items()
        ],
        "games": [(slug, game_name(slug)) for slug in engines.games()],
        "filters": filters,
        "rest": query_string,
        "charts": [_chart(look, groups[:CHARTED]) for look in WIDTH] if groups else [],
        "reviewed": any(group.reviewed for group in groups),
        "rated": any(group.rating is not None for group in groups),
    }
    return render(request, "statistics/insights.html", context)


def _chart(look: str, groups: list[Group]) -> Chart:
    left, width = LEFT[look], WIDTH[look]
    span = width - left - 48

    def at(share: float) -> float:
        return round(left + min(100.0, max(0.0, share)) / 100 * span, 1)

    bars = []
    for number, group in enumerate(groups):
        margin = group.margin or 0.0
        label = group.label if len(group.label) <= left // 7 else group.label[: left // 7 - 1] + "…"
        ends = at(group.share - margin), at(group.share + margin)
        adjusted = None if group.adjusted is None else at(group.adjusted)
        bars.append(Bar(label, number * ROW + 6, round(at(group.share) - left, 1), *ends, adjusted, group.share))
    height = len(groups) * ROW + 26
    return Chart(look, width, height, left, bars, [(percent, at(percent)) for percent in (0, 50, 100)])
