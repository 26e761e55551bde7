"""Statistics of several competitions together, a game at a time: those of a club, those of a series."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Count, QuerySet

from league.competitions.models import Competition
from league.players.words.games import game_name
from league.statistics.pages import sheet
from league.statistics.queries.almanac import Almanac, almanac

BOOKS: Final = 50
"""Competitions of one page: the newest."""


def statistics_of(competitions: QuerySet[Competition], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of ``statistics/_several.html``. Four queries.

    ``query``: ``game`` chooses among those of which something is counted, else the most played; ``by`` opens a board.
    """
    counted = competitions.filter(book__isnull=False).order_by()
    numbers = counted.values("game").annotate(n=Count("pk")).order_by("-n", "game")
    games = list(numbers.values_list("game", flat=True))
    game = query.get("game", "")
    game = game if game in games else next(iter(games), "")
    newest = list(counted.filter(game=game).order_by("-created_at", "pk")[:BOOKS]) if game else []
    book = almanac(*newest) if newest else Almanac()
    named = [(name, game_name(name)) for name in games]
    return {"game": game, "games": named, "almanac": book, "sheet": sheet.of_book(book, query)}
