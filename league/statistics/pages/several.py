"""Statistics of several competitions together, a game at a time: those of a club, those of a series."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from league.competitions.models import Competition
from league.players.words.games import game_name
from league.statistics.pages import sheet
from league.statistics.queries.several import several


def statistics_of(competitions: QuerySet[Competition], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of ``statistics/_several.html``. Four queries.

    ``query``: ``game`` chooses among those of which something is counted, else the most played; ``by`` opens a board.
    """
    found = several(competitions, query.get("game", ""))
    named = [(name, game_name(name)) for name in found.games]
    book = found.almanac
    return {"game": found.game, "games": named, "almanac": book, "sheet": sheet.of_book(book, query)}
