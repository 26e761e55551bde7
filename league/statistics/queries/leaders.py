"""The leader board of a game and the graph of a player's rating, read from the stored ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from league.players.models import User
from league.players.policy.access import names_unknown_to
from league.statistics.models import LEAST_MATCHES, PROVISIONAL, Career, Rating
from league.statistics.queries.boards import SHOWN, Board, Leader, board_of_everybody

WHO: Final = ("all", "people", "bots")
RATING: Final = "rating"
MEASURES: Final = {
    "points": ("-points_a_match", "-played"),
    "goals": ("-goals_for", "played"),
    "clean_sheets": ("-clean_sheets", "played"),
    "unbeaten": ("-unbeaten", "played"),
}
"""Orders of leader boards besides ratings: the measure, then the number of matches."""
WIDE: Final = (640, 220)
NARROW: Final = (330, 200)
"""Width and height of the two drawings, in units of 1 px at natural size: on a phone the letters of the wide one are
too small."""
LEFT: Final = 44
FOOT: Final = 24
MOST_POINTS: Final = 120
"""A longer career is thinned: first, last and evenly spaced matches between."""


_HARDLY_KNOWN: Final = ExpressionWrapper(Q(deviation__gt=PROVISIONAL), output_field=BooleanField())


def on_board(game: str, by: str, who: str = "all") -> QuerySet[Any, int]:
    """Return the ids of a board's rows in order. One index answers it, without reading their players.

    With ``who`` other than "all" the rows of bots, of which there are few, are looked up before.
    """
    rows: QuerySet[Any] = Rating.objects.filter(game=game, last=True) if by == RATING else _measured(game, by)
    if who != "all":
        of_bots = list(rows.filter(player__kind=User.Kind.BOT).order_by().values_list("pk", flat=True))
        rows = rows.filter(pk__in=of_bots) if who == "bots" else rows.exclude(pk__in=of_bots)
    if by == RATING:
        rows = rows.annotate(provisional=_HARDLY_KNOWN).order_by("provisional", "-rating", "pk")
    else:
        rows = rows.order_by(*MEASURES[by], "pk")
    return rows.values_list("pk", flat=True)


def placed(by: str, first: int, keys: Sequence[int], reader: Any) -> list[Any]:  # None: nobody
    """Return the rows of a board by ``keys`` that ``reader`` may see, each with its ``place`` from ``first`` on.

    A page is cut before names are hidden, and only names without account are asked about: joined, the database looks up
    every player of the site to tell. At most two queries.
    """
    model: Any = Rating if by == RATING else Career
    rows = model.objects.filter(pk__in=keys).select_related("player").order_by()
    ratings = {row.pk: row for row in (rows.annotate(provisional=_HARDLY_KNOWN) if by == RATING else rows)}
    guests = [row.player_id for row in ratings.values() if row.player.kind == User.Kind.GUEST]
    hidden = (
        set(User.objects.filter(names_unknown_to(reader), pk__in=guests).values_list("pk", flat=True)) if guests else ()
    )
    for place, key in enumerate(keys, start=first):
        if key in ratings:
            ratings[key].place = place
    board = (ratings[key] for key in keys if key in ratings)
    return [row for row in board if row.player_id not in hidden and row.player.is_active]


def _measured(game: str, measure: str) -> QuerySet[Career]:
    """Return the careers in ``game`` that have a place by ``measure``."""
    if measure == "points":
        return Career.objects.filter(game=game, played__gte=LEAST_MATCHES)
    return Career.objects.filter(game=game, **{f"{MEASURES[measure][0].removeprefix('-')}__gt": 0})


@dataclass(frozen=True, slots=True)
class Drawing:
    look: str
    width: int
    height: int
    line: str
    band: str
    """The path of the band that holds the true strength with 95 %."""
    levels: list[tuple[int, float]]
    """Ratings with the height of their grid line."""
    ends: tuple[float, float]
    """The last point."""

    @property
    def foot(self) -> int:
        """Return the height of the dates."""
        return self.height - 4

    @property
    def edge(self) -> int:
        """Return where the last date ends."""
        return self.width - 8


@dataclass(frozen=True, slots=True)
class Graph:
    """A career: its dates, its drawings for wide and narrow screens, and its numbers."""

    drawings: list[Drawing]
    first: datetime
    last: datetime
    rows: list[Rating]
    """The drawn ratings, oldest first: the table beside the graph."""


def boards(game: str, by: str, reader: Any) -> list[Board]:  # a reader of None is nobody
    """Return the boards of ``game``: that of ``by``, else that of ratings, with its first rows. Three queries."""
    chosen = by if by in MEASURES else RATING
    rows = placed(chosen, 1, list(on_board(game, chosen)[:SHOWN]), reader)
    leaders = [
        Leader(row.place, row.player.nickname, row.player_id, round(_measured_by(chosen, row), 2), _matches(row))
        for row in rows
    ]
    return [board_of_everybody(name, leaders if name == chosen else []) for name in (RATING, *MEASURES)]


def _measured_by(board: str, row: Rating | Career) -> float:
    if isinstance(row, Rating):
        return round(row.rating)
    return float(getattr(row, MEASURES[board][0].removeprefix("-")))


def _matches(row: Rating | Career) -> int:
    return row.number if isinstance(row, Rating) else row.played


def graph(player: UUID, game: str) -> Graph | None:
    """Return the rating of ``player`` in ``game`` match by match; None before the second match. One query."""
    rows = evenly_spaced(list(Rating.objects.filter(player=player, game=game).order_by("number")), MOST_POINTS)
    if len(rows) < 2:
        return None
    drawings = [_drawing("wide-only", WIDE, rows), _drawing("narrow", NARROW, rows)]
    return Graph(drawings, rows[0].at, rows[-1].at, rows)


def _drawing(look: str, size: tuple[int, int], rows: list[Rating]) -> Drawing:
    width, height = size
    low = min(row.rating - 2 * row.deviation for row in rows)
    high = max(row.rating + 2 * row.deviation for row in rows)
    step = 100 if high - low <= 700 else 200
    bottom, top = int(low // step) * step, (int(high // step) + 1) * step
    first, last = rows[0].number, rows[-1].number

    def x(row: Rating) -> float:
        # A number may repeat while a correction is replayed.
        return LEFT + (row.number - first) / (last - first or 1) * (width - LEFT - 8)

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


def evenly_spaced(rows: list[Rating], most: int) -> list[Rating]:
    """Return at most ``most`` of ``rows``, evenly spaced, keeping the first and the last."""
    if len(rows) <= most:
        return rows
    return [rows[round(place * (len(rows) - 1) / (most - 1))] for place in range(most)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
