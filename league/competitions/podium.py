"""Who stands on the podium of a finished competition: read from its stored tables and ties, nothing is computed.

A bracket has a champion, a runner-up and, by the match for it, a third; without such a match both losing semi-finalists
are third. A table has its first three rows. A season of divisions has the podium of the highest, and the winners of the
others beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from league.competitions.models import Competition, Entrant, Group, Stage, Tie
from league.competitions.stages import BRACKETS

MOST = 3
"""Places of a podium."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place: its rank (two may share it) and who stands there; ``division`` is set for who won a lower one."""

    rank: int
    entrant: Entrant
    division: str = ""


def podium(competition: Competition) -> list[Place]:
    """The places of ``competition``, the champion first, then winners of lower divisions; empty before it is finished.
    At most four queries.
    """
    if competition.status != Competition.Status.FINISHED:
        return []
    stages = list(competition.stages.order_by("number"))
    last = next((one for one in reversed(stages) if one.format != Stage.Format.PLAYOFFS), None)
    if last is None:
        return []
    if last.format in BRACKETS:
        return _of_bracket(last)
    groups = list(Group.objects.filter(stage=last).order_by("number"))
    entrants = {one.id: one for one in competition.entrants.select_related("player")}
    rows = groups[0].table.get("rows", []) if groups else []
    places = [Place(row["rank"], entrants[UUID(row["entrant"])]) for row in rows if UUID(row["entrant"]) in entrants]
    places = [one for one in places if one.entrant.status == Entrant.Status.ENTERED][:MOST]
    for group in groups[1:]:
        if last.format != Stage.Format.DIVISIONS:
            break
        first = next((entrants[UUID(row["entrant"])] for row in group.table.get("rows", [])), None)
        if first is not None:
            places.append(Place(1, first, division=group.name))
    return places


def _of_bracket(stage: Stage) -> list[Place]:
    ties = list(
        Tie.objects.filter(round__stage=stage)
        .select_related("round", "home__player", "away__player", "winner__player")
        .order_by("round__number", "number")
    )
    finals = [tie for tie in ties if tie.kind in ("final", "reset") and tie.decided != "not_needed"]
    if not finals or finals[-1].winner is None:
        return []
    final = finals[-1]
    assert final.winner is not None
    places = [Place(1, final.winner), *([Place(2, loser)] if (loser := _loser(final)) else [])]
    third = next((tie for tie in ties if tie.kind == "third_place"), None)
    if third is not None:
        return [*places, *([Place(3, third.winner)] if third.winner else [])]
    there = {one.entrant.id for one in places}
    number = finals[0].round.number
    before = [tie for tie in ties if tie.round.number < number]
    if not before:
        return places
    latest = max(tie.round.number for tie in before)
    losers = [_loser(tie) for tie in before if tie.round.number == latest]
    return [*places, *(Place(3, one) for one in losers if one is not None and one.id not in there)]


def _loser(tie: Tie) -> Entrant | None:
    if tie.winner_id is None:
        return None
    return tie.away if tie.winner_id == tie.home_id else tie.home
