"""The numbers of several competitions together, a game at a time: those of a club, those of a series."""

from dataclasses import dataclass
from typing import Annotated, Final

from django.db.models import Count, QuerySet

from league.competitions.models import Competition
from league.statistics.queries.almanac import Almanac, almanac

BOOKS: Final = 50
"""Competitions that are added up: the newest."""


@dataclass(frozen=True)
class Several:
    """Statistics of the competitions of one game together, the newest fifty."""

    game: Annotated[str, "Empty if nothing was counted."]
    games: Annotated[list[str], "Games of which something was counted, the most played first."]
    almanac: Almanac


def several(competitions: QuerySet[Competition], game: str) -> Several:
    """Return the numbers of ``competitions`` in ``game``; in the most played one if it has none. Four queries."""
    counted = competitions.filter(book__isnull=False).order_by()
    numbers = counted.values("game").annotate(n=Count("pk")).order_by("-n", "game")
    games = list(numbers.values_list("game", flat=True))
    game = game if game in games else next(iter(games), "")
    newest = list(counted.filter(game=game).order_by("-created_at", "pk")[:BOOKS]) if game else []
    return Several(game, games, almanac(*newest) if newest else Almanac())
