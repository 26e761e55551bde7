"""The leader board of a game, and the graph of one player's rating: read from the ratings, nothing is counted here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet

from league.players.models import User
from league.players.policy.access import unknown_to
from league.statistics.models import Career, Rating
from league.statistics.queries.ratings import PROVISIONAL

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
WIDE: Final = (640, 220)
NARROW: Final = (330, 200)
"""Width and height of the two drawings, in units of 1 px at their natural size: on a phone the letters of the wide one
would be too small to read."""
LEFT: Final = 44
"""Room for the numbers beside the graph."""
FOOT: Final = 24
MOST_POINTS: Final = 120
"""A longer career is thinned: first, last and every how-manieth match between."""


def leaders(game: str, who: str = "all", reader: Any = None) -> QuerySet[Rating]:  # None: nobody
    """The newest rating of everybody in ``game`` of whom ``reader`` may know, the strongest first; who is hardly known
    comes after them."""
    rows = Rating.objects.filter(game=game, last=True).select_related("player").annotate(nickname=F("player__nickname"))
    rows = rows.exclude(player__in=User.objects.filter(unknown_to(reader)).values("pk"))
    if who == "bots":
        rows = rows.filter(player__kind=User.Kind.BOT)
    elif who == "people":
        rows = rows.exclude(player__kind=User.Kind.BOT)
    hardly_known = ExpressionWrapper(Q(deviation__gt=PROVISIONAL), output_field=BooleanField())
    return rows.annotate(provisional=hardly_known).order_by("provisional", "-rating", "nickname", "pk")


def by_measure(game: str, measure: str, who: str = "all", reader: Any = None) -> QuerySet[Career]:  # None: nobody
    """The careers of everybody in ``game`` of whom ``reader`` may know, the best by ``measure`` (a key of MEASURES)
    first."""
    rows = Career.objects.filter(game=game, player__is_active=True).defer("sums", "story")
    rows = rows.exclude(player__in=User.objects.filter(unknown_to(reader)).values("pk"))
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
class Drawing:
    """A career as lines of a drawing."""

    look: str
    """Its class in the style sheet."""
    width: int
    height: int
    line: str
    """The path of the rating."""
    band: str
    """The path around it in which the true strength lies with 95 %."""
    levels: list[tuple[int, float]]
    """Rating, height of its grid line."""
    ends: tuple[float, float]
    """Where the last point is."""

    @property
    def foot(self) -> int:
        """Where the dates stand."""
        return self.height - 4

    @property
    def edge(self) -> int:
        """Where the last date ends."""
        return self.width - 8


@dataclass(frozen=True, slots=True)
class Graph:
    """A career: from when to when, its drawings for a wide place and for a narrow one, and its numbers."""

    drawings: list[Drawing]
    first: datetime
    last: datetime
    rows: list[Rating]
    """What is drawn, oldest first: the table beside the graph."""


def graph(player: UUID, game: str) -> Graph | None:
    """The rating of ``player`` in ``game`` match by match; None before the second match. One query."""
    rows = thinned(list(Rating.objects.filter(player=player, game=game).order_by("number")), MOST_POINTS)
    if len(rows) < 2:
        return None
    drawings = [_drawing("wide-only", WIDE, rows), _drawing("narrow", NARROW, rows)]
    return Graph(drawings, rows[0].at, rows[-1].at, rows)


def _drawing(look: str, size: tuple[int, int], rows: list[Rating]) -> Drawing:
    """The ratings of ``rows`` as lines in a drawing of this ``size``."""
    width, height = size
    low = min(row.rating - 2 * row.deviation for row in rows)
    high = max(row.rating + 2 * row.deviation for row in rows)
    step = 100 if high - low <= 700 else 200
    bottom, top = int(low // step) * step, (int(high // step) + 1) * step
    first, last = rows[0].number, rows[-1].number

    def x(row: Rating) -> float:
        return LEFT + (row.number - first) / (last - first) * (width - LEFT - 8)

    def y(value: float) -> float:
        return (top - value) / (top - bottom) * (height - FOOT)

    over = [(x(row), y(row.rating + 2 * row.deviation)) for row in rows]
    under = [(x(row), y(row.rating - 2 * row.deviation)) for row in reversed(rows)]
    return Drawing(
        look=look,
        width=width,
        height=height,
        line=_path([(x(row), y(row.rating)) for row in rows]),
        band=_path([*over, *under]) + "z",
        levels=[(value, round(y(value), 1)) for value in range(bottom, top + 1, step)],
        ends=(round(x(rows[-1]), 1), round(y(rows[-1].rating), 1)),
    )


def thinned(rows: list[Rating], most: int) -> list[Rating]:
    """At most ``most`` of ``rows``, evenly taken, the first and the last among them."""
    if len(rows) <= most:
        return rows
    return [rows[round(place * (len(rows) - 1) / (most - 1))] for place in range(most)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
