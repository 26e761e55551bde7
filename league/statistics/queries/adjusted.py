"""A competition's results without luck: points of reviewed matches less what the dice brought, with a margin."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, FilteredRelation, Q

from league.competitions.models import Competition
from league.statistics.models import Line

POINTS = {Line.Outcome.WON: 1.0, Line.Outcome.DRAWN: 0.5, Line.Outcome.LOST: 0.0}


@dataclass(frozen=True, slots=True)
class AdjustedRow:
    """One entrant's reviewed matches: points, a win 1 and a draw a half, with and without luck."""

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


def adjusted_table(competition: Competition, players: Mapping[UUID, str]) -> AdjustedTable | None:
    """Return the table of ``players`` without luck; None while no match is reviewed. One query."""
    own = FilteredRelation("match__reviewed_sides", condition=Q(match__reviewed_sides__side=F("side")))
    lines = Line.objects.filter(competition=competition, counts=True, player__in=list(players)).order_by()
    rows = lines.annotate(own=own).values_list("player_id", "outcome", "own__fortune")
    results: defaultdict[UUID, list[tuple[float, float]]] = defaultdict(list)
    played = 0
    for player_id, outcome, fortune in rows:
        played += 1
        if fortune is not None:
            results[player_id].append((POINTS[Line.Outcome(outcome)], fortune))
    if not results:
        return None
    table = [_row(player_id, players[player_id], matches) for player_id, matches in results.items()]
    table.sort(key=lambda row: (-row.adjusted / row.played, row.name))
    reviewed = sum(len(matches) for matches in results.values())
    return AdjustedTable(table, -(-reviewed // 2), -(-played // 2))


def _row(player_id: UUID, name: str, matches: list[tuple[float, float]]) -> AdjustedRow:
    number = len(matches)
    without = [points - luck for points, luck in matches]
    mean = sum(without) / number
    spread = sum((value - mean) ** 2 for value in without)
    margin = 1.96 * (number * spread / (number - 1)) ** 0.5 if number > 1 else None
    luck = sum(luck for _points, luck in matches)
    points = sum(points for points, _luck in matches)
    return AdjustedRow(name, player_id, number, points, luck, points - luck, margin)
