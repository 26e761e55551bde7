"""Who finished where in a competition that is over, whatever its formats: the place that a series, a podium and a roll
of honour read. Nothing is stored; it follows from the ties and tables that the recomputation wrote.

The last stage counts first; who did not come into it follows in the order of the stage before. Those whom a bracket or
several groups part no further share a place: the losers of one round, those at the same rank of their groups. Who
withdrew, and the house, have no place of their own, and nobody moves up for them: a place is that of the event's pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from league.competitions.models import Competition, Entrant, Group, Round, Stage, Tie

Level = list[UUID]
"""Entrants who share a place."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant and the place it finished at, from 1."""

    entrant: Entrant
    place: int


def placings(competitions: Sequence[Competition]) -> dict[UUID, list[Placed]]:
    """Competition id -> its places, best first, of those of ``competitions`` that are finished; six queries, however
    many they are."""
    over = [row.pk for row in competitions if row.status == Competition.Status.FINISHED]
    if not over:
        return {}
    stages: dict[UUID, list[Stage]] = {key: [] for key in over}
    for stage in Stage.objects.filter(competition__in=over).order_by("number"):
        stages[stage.competition_id].append(stage)
    groups: dict[int, list[Group]] = {}
    for group in Group.objects.filter(stage__competition__in=over).order_by("number"):
        groups.setdefault(group.stage_id, []).append(group)
    rounds: dict[int, list[Round]] = {}
    brackets = (Stage.Format.KNOCKOUT, Stage.Format.DOUBLE)
    played = Round.objects.filter(stage__competition__in=over, stage__format__in=brackets).order_by("number")
    for round in played.prefetch_related("ties"):
        rounds.setdefault(round.stage_id, []).append(round)
    entrants: dict[UUID, dict[UUID, Entrant]] = {key: {} for key in over}
    people = Entrant.objects.filter(competition__in=over).select_related("player").prefetch_related("members__user")
    for entrant in people:
        entrants[entrant.competition_id][entrant.pk] = entrant
    return {
        key: _placed(
            [_levels(stage, groups.get(stage.pk, []), rounds.get(stage.pk, [])) for stage in stages[key]],
            entrants[key],
        )
        for key in over
    }


def _placed(stages: list[list[Level]], entrants: dict[UUID, Entrant]) -> list[Placed]:
    """The levels of all stages, the last first, counted by heads."""
    found: list[Placed] = []
    known: set[UUID] = set()
    for levels in reversed(stages):
        for level in levels:
            new = [key for key in dict.fromkeys(level) if key in entrants and key not in known]
            place = len(known) + 1
            found += [Placed(entrants[key], place) for key in new if entrants[key].status == Entrant.Status.ENTERED]
            known |= set(new)
    return found


def _levels(stage: Stage, groups: list[Group], rounds: list[Round]) -> list[Level]:
    if stage.format == Stage.Format.KNOCKOUT:
        return _knockout(rounds)
    if stage.format == Stage.Format.DOUBLE:
        return _double(rounds)
    if stage.format == Stage.Format.GROUPS:
        return _groups(groups)
    # A league and a Swiss stage have one table; divisions stand one above the other; play-offs part nobody.
    return [level for group in groups for level in _table(group)]


def _rows(group: Group) -> list[dict[str, Any]]:  # JSON of ``league.standings``
    rows: list[dict[str, Any]] = group.table.get("rows", [])
    return rows


def _table(group: Group) -> list[Level]:
    """The table's own ranks, a shared one as one level."""
    return [[UUID(row["entrant"]) for row in level] for _rank, level in groupby(_rows(group), key=_rank_of)]


def _rank_of(row: dict[str, Any]) -> Any:  # a number of the JSON
    return row["rank"]


def _groups(groups: list[Group]) -> list[Level]:
    """All winners, then all seconds ..."""
    ranks: dict[int, Level] = {}
    for group in groups:
        for row in _rows(group):
            ranks.setdefault(row["rank"], []).append(UUID(row["entrant"]))
    return [ranks[rank] for rank in sorted(ranks)]


def _sides(tie: Tie) -> Iterable[UUID]:
    return (side for side in (tie.home_id, tie.away_id) if side is not None)


def _parted(tie: Tie) -> list[Level]:
    """Winner, then loser; both on one level where nobody won."""
    if tie.winner_id is None:
        return [list(_sides(tie))]
    return [[tie.winner_id], [side for side in _sides(tie) if side != tie.winner_id]]


def _losers(ties: Iterable[Tie]) -> Level:
    return [side for tie in ties for side in _sides(tie) if side != tie.winner_id]


def _knockout(rounds: list[Round]) -> list[Level]:
    """The final, the third-place match where there is one, then the losers of each round from the last back."""
    levels: list[Level] = []
    for at, round in enumerate(reversed(rounds)):
        ties = sorted(round.ties.all(), key=lambda tie: (tie.kind == "third_place", tie.number))
        if at == 0:
            levels += [level for tie in ties for level in _parted(tie)]
        else:
            thirds = [tie for tie in ties if tie.kind == "third_place"]
            levels += [level for tie in thirds for level in _parted(tie)]
            levels.append(_losers(tie for tie in ties if tie.kind != "third_place"))
    return [level for level in levels if level]


def _double(rounds: list[Round]) -> list[Level]:
    """The last final that was played, then who went out in each losers' round from the last back."""
    finals = [tie for round in rounds if round.part == "final" for tie in round.ties.all()]
    held = [tie for tie in finals if tie.home_id and tie.away_id and tie.decided not in ("", "not_needed")]
    levels = _parted(held[-1]) if held else []
    for part in ("losers", "winners"):
        for round in reversed([one for one in rounds if one.part == part]):
            levels.append(_losers(round.ties.all()))
    return [level for level in levels if level]
