"""The leader board of a game, and the graph of one player's rating: read from the ratings, nothing is counted here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet

from league.players.models import User
from league.statistics.models import Career, Rating
from league.statistics.ratings import PROVISIONAL

WHO: Final = ("all", "people", "bots")
MEASURES: Final = {
    "points": ("-points_a_match", "-played"),
    "goals": ("-goals_for", "played"),
    "clean_sheets": ("-clean_sheets", "played"),
    "unbeaten": ("-unbeaten", "played"),
}
"""What a leader board besides that of ratings is ordered by: the measure, and then who needed more or fewer matches."""
LEAST_MATCHES: Final = 5
"""Below this many matches nobody stands in the board of points a match."""
WIDTH: Final = 640
HEIGHT: Final = 220
LEFT: Final = 44
"""Room for the numbers beside the graph, in units of the drawing."""
FOOT: Final = 24
MOST_POINTS: Final = 120
"""A longer career is thinned: first, last and every how-manieth match between."""


def leaders(game: str, who: str = "all") -> QuerySet[Rating]:
    """The newest rating of everybody in ``game``, the strongest first; who is hardly known comes after them."""
    newest = Rating.objects.filter(game=game).order_by("player", "-number").distinct("player").values("pk")
    rows = Rating.objects.filter(pk__in=newest).select_related("player").annotate(nickname=F("player__nickname"))
    if who == "bots":
        rows = rows.filter(player__kind=User.Kind.BOT)
    elif who == "people":
        rows = rows.exclude(player__kind=User.Kind.BOT)
    hardly_known = ExpressionWrapper(Q(deviation__gt=PROVISIONAL), output_field=BooleanField())
    return rows.annotate(provisional=hardly_known).order_by("provisional", "-rating", "nickname", "pk")


def by_measure(game: str, measure: str, who: str = "all") -> QuerySet[Career]:
    """The careers of everybody in ``game``, the best by ``measure`` (a key of MEASURES) first."""
    rows = Career.objects.filter(game=game, player__is_active=True).defer("sums", "story")
    if measure == "points":
        rows = rows.filter(played__gte=LEAST_MATCHES)
    else:
        rows = rows.filter(**{f"{MEASURES[measure][0].removeprefix('-')}__gt": 0})
    if who == "bots":
        rows = rows.filter(player__kind=User.Kind.BOT)
    elif who == "people":
        rows = rows.exclude(player__kind=User.Kind.BOT)
    named = rows.select_related("player").annotate(nickname=F("player__nickname"))
    return named.order_by(*MEASURES[measure], "nickname", "pk")


@dataclass(frozen=True, slots=True)
class Graph:
    """A career as lines of a drawing of WIDTH by HEIGHT units."""

    line: str
    """The path of the rating."""
    band: str
    """The path around it in which the true strength lies with 95 %."""
    levels: list[tuple[int, float]]
    """Rating, height of its grid line."""
    ends: tuple[float, float]
    """Where the last point is."""
    first: datetime
    last: datetime
    rows: list[Rating]
    """What is drawn, oldest first: the table beside the graph."""


def graph(player: UUID, game: str) -> Graph | None:
    """The rating of ``player`` in ``game`` match by match; None before the second match. One query."""
    rows = thinned(list(Rating.objects.filter(player=player, game=game).order_by("number")), MOST_POINTS)
    if len(rows) < 2:
        return None
    low = min(row.rating - 2 * row.deviation for row in rows)
    high = max(row.rating + 2 * row.deviation for row in rows)
    step = 100 if high - low <= 700 else 200
    bottom, top = int(low // step) * step, (int(high // step) + 1) * step
    first, last = rows[0].number, rows[-1].number

    def x(row: Rating) -> float:
        return LEFT + (row.number - first) / (last - first) * (WIDTH - LEFT - 8)

    def y(value: float) -> float:
        return (top - value) / (top - bottom) * (HEIGHT - FOOT)

    over = [(x(row), y(row.rating + 2 * row.deviation)) for row in rows]
    under = [(x(row), y(row.rating - 2 * row.deviation)) for row in reversed(rows)]
    return Graph(
        line=_path([(x(row), y(row.rating)) for row in rows]),
        band=_path([*over, *under]) + "z",
        levels=[(value, round(y(value), 1)) for value in range(bottom, top + 1, step)],
        ends=(round(x(rows[-1]), 1), round(y(rows[-1].rating), 1)),
        first=rows[0].at,
        last=rows[-1].at,
        rows=rows,
    )


def thinned(rows: list[Rating], most: int) -> list[Rating]:
    """At most ``most`` of ``rows``, evenly taken, the first and the last among them."""
    if len(rows) <= most:
        return rows
    return [rows[round(place * (len(rows) - 1) / (most - 1))] for place in range(most)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
