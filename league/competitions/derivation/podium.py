"""Podium of a finished competition: the first three places, and the winners of lower divisions.

The places are those of ``placings``: a bracket without a third-place match has two thirds, and nobody moves up for a
withdrawn entrant.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from league.competitions.derivation.placings import placings
from league.competitions.models import Competition, Entrant, Group, Stage

MOST = 3


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the podium; ``division``: set for the winner of a lower one."""

    rank: int
    entrant: Entrant
    division: str = ""


def podium(competition: Competition) -> list[Place]:
    """Return champion, other places, winners of lower divisions; empty before the finish. At most eight queries."""
    placed = placings([competition]).get(competition.pk, [])
    divisions = Group.objects.filter(stage__competition=competition, stage__format=Stage.Format.DIVISIONS)
    tables = {group: _members(group.table) for group in divisions.order_by("number")} if placed else {}
    lower = {key for table in list(tables.values())[1:] for key in table}
    places = [
        Place(place.place, place.entrant) for place in placed if place.place <= MOST and place.entrant.pk not in lower
    ]
    entrants = {place.entrant.pk: place.entrant for place in placed}
    for group, members in list(tables.items())[1:]:
        winner = next((entrants[key] for key in members if key in entrants), None)
        if winner is not None:
            places.append(Place(1, winner, division=group.name))
    return places


def _members(table: dict[str, Any]) -> list[UUID]:  # JSON of ``league.standings``
    return [UUID(row["entrant"]) for row in table.get("rows", [])]
