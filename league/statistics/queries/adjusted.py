"""A competition's results without luck: points of reviewed matches less what the dice brought, with a margin."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, FilteredRelation, Q, Sum, Value, When

from league.competitions.models import Competition
from league.statistics.models import Line
from league.statistics.queries.names import names_in

POINTS = {Line.Outcome.WON: 1.0, Line.Outcome.DRAWN: 0.5, Line.Outcome.LOST: 0.0}


@dataclass(frozen=True, slots=True)
class AdjustedRow:
    """One player's reviewed matches: points, a win 1 and a draw a half, with and without luck."""

    name: str
    player_id: UUID
    played: int
    points: float
    luck: float
    adjusted: float
    margin: float | None
    """Half of the 95 % interval of ``adjusted``; None for fewer than two matches."""


@dataclass(frozen=True, slots=True)
class AdjustedTable:
    rows: list[AdjustedRow]
    """By adjusted points a match, the best first."""
    reviewed: int
    played: int


def adjusted_table(competition: Competition) -> AdjustedTable | None:
    """Return the table without luck; None while no match is reviewed. Two queries, a row for each player."""
    own = FilteredRelation("match__reviewed_sides", condition=Q(match__reviewed_sides__side=F("side")))
    reviewed = Q(own__fortune__isnull=False)
    points = Case(*(When(outcome=outcome, then=Value(worth)) for outcome, worth in POINTS.items()))
    without = points - F("own__fortune")
    lines = Line.objects.filter(competition=competition, counts=True).order_by().values("player_id")
    sums = lines.annotate(own=own).annotate(
        played=Count("pk"),
        reviewed=Count("pk", filter=reviewed),
        points=Sum(points, filter=reviewed),
        luck=Sum("own__fortune", filter=reviewed),
        squares=Sum(without * without, filter=reviewed),
    )
    counted = list(sums)
    if not any(row["reviewed"] for row in counted):
        return None
    names = names_in([competition], [row["player_id"] for row in counted])
    table = [_row(names[row["player_id"]], row) for row in counted if row["reviewed"] and row["player_id"] in names]
    table.sort(key=lambda row: (-row.adjusted / row.played, row.name))
    sides = sum(row["reviewed"] for row in counted), sum(row["played"] for row in counted)
    return AdjustedTable(table, *(-(-number // 2) for number in sides))


def _row(name: str, sums: Mapping[str, Any]) -> AdjustedRow:
    number, adjusted = sums["reviewed"], sums["points"] - sums["luck"]
    spread = max(0.0, sums["squares"] - adjusted**2 / number)
    margin = 1.96 * (number * spread / (number - 1)) ** 0.5 if number > 1 else None
    return AdjustedRow(name, sums["player_id"], number, sums["points"], sums["luck"], adjusted, margin)
