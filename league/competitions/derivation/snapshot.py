"""A competition in memory: its structure and its log, read in a fixed number of queries."""

from dataclasses import dataclass, field
from itertools import starmap
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import (
    Competition,
    Draw,
    Entrant,
    Fixture,
    Group,
    PlainEntry,
    PlainFixture,
    PlainTie,
    ResultEntry,
    Round,
    Stage,
    TeamLineUp,
    Tie,
)
from league.competitions.models.plain import Plain
from matches.models import Match


@dataclass(slots=True)
class StageSnapshot:
    """One stage with its groups and rounds, in the order of play."""

    stage: Stage
    groups: list[Group]
    rounds: list[Round]


@dataclass(slots=True)
class Snapshot:
    """Rows that a recomputation reads. Stages, rounds, ties and fixtures are in the order of play."""

    competition: Competition
    stages: list[StageSnapshot]
    entrants: dict[UUID, Entrant]
    ties: dict[int, list[PlainTie]]
    """By the round's id."""
    fixtures: dict[UUID, list[PlainFixture]]
    """By the tie's id, in the order of the legs and of their boards."""
    entries: list[PlainEntry]
    unfinished: set[UUID]
    """The fixtures' matches that wait or are being played."""
    begun: set[UUID]
    """Those of them that have begun."""
    by_seed: dict[int, Entrant] = field(default_factory=dict)
    """Entrants by the place that they were drawn for."""
    line_ups: dict[tuple[UUID, int], dict[UUID, TeamLineUp]] = field(default_factory=dict)
    """Line-ups of teams by tie and leg, then by entrant, sealed ones among them."""
    _lots: str | None = None
    _places: dict[UUID, tuple[StageSnapshot, Round, PlainTie]] = field(default_factory=dict)

    @property
    def rounds(self) -> list[Round]:
        """Every round of every stage."""
        return [round for part in self.stages for round in part.rounds]

    @property
    def house(self) -> Entrant | None:
        """The player of the house, where an odd round has one."""
        return next((entrant for entrant in self.entrants.values() if entrant.status == Entrant.Status.HOUSE), None)

    @property
    def groups(self) -> list[Group]:
        """Every group of every stage."""
        return [group for part in self.stages for group in part.groups]

    def place_of(self, tie_id: UUID) -> tuple[StageSnapshot, Round, PlainTie]:
        """Return the stage and the round of a tie, and the tie."""
        if not self._places:
            for part in self.stages:
                for round in part.rounds:
                    self._places |= {tie.id: (part, round, tie) for tie in self.ties.get(round.id, [])}
        return self._places[tie_id]

    @property
    def lots_seed(self) -> str:
        """The revealed seed of the last draw, from which lots are drawn; read only if anybody asks. Empty: no draw."""
        if self._lots is None:
            draws = Draw.objects.filter(competition=self.competition, revealed_at__isnull=False).order_by("-number")
            last_draw = draws.first()
            self._lots = last_draw.seed if last_draw else ""
        return self._lots


def take_snapshot(competition: Competition) -> Snapshot:
    """Read ``competition``: eight queries, however big it is, one more where teams play."""
    key = competition.id
    stages = [StageSnapshot(stage, [], []) for stage in _STAGES.rows(key)]
    entrants = _ENTRANTS.rows(key)
    owned: list[Stage | Entrant] = [*(part.stage for part in stages), *entrants]
    for row in owned:
        row.competition = competition
    by_stage = {part.stage.id: part for part in stages}
    for group in _GROUPS.rows(key):
        by_stage[group.stage_id].groups.append(group)
    ties: dict[int, list[PlainTie]] = {}
    for round in _ROUNDS.rows(key):
        by_stage[round.stage_id].rounds.append(round)
        ties[round.id] = []
    fixtures: dict[UUID, list[PlainFixture]] = {}
    for tie in starmap(PlainTie, _TIES.rows(key)):
        ties[tie.round_id].append(tie)
        fixtures[tie.id] = []
    for fixture in starmap(PlainFixture, _FIXTURES.rows(key)):
        fixtures[fixture.tie_id].append(fixture)
    line_ups: dict[tuple[UUID, int], dict[UUID, TeamLineUp]] = {}
    for line_up in _LINE_UPS.rows(key) if competition.of_teams else ():
        line_ups.setdefault((line_up.tie_id, line_up.leg), {})[line_up.entrant_id] = line_up
    matches = dict(_UNFINISHED.rows(key))
    return Snapshot(
        competition=competition,
        stages=stages,
        entrants={entrant.id: entrant for entrant in entrants},
        ties=ties,
        fixtures=fixtures,
        entries=list(starmap(PlainEntry, _ENTRIES.rows(key))),
        unfinished=set(matches),
        begun={match_id for match_id, status in matches.items() if status != Match.Status.WAITING},
        by_seed={entrant.seed: entrant for entrant in entrants if entrant.seed is not None},
        line_ups=line_ups,
    )


def columns(plain: type[Plain], rows: QuerySet[Any]) -> QuerySet[Any, tuple[Any, ...]]:
    """Return the columns that ``plain`` is made of."""
    return rows.values_list(*plain.__struct_fields__)


def unfinished(matches: QuerySet[Match]) -> QuerySet[Match, tuple[UUID, str]]:
    """Return id and status of those of ``matches`` that wait or are being played."""
    states = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    return matches.filter(status__in=states).values_list("id", "status")


_STAGES = PreparedQuery(lambda key: Stage.objects.filter(competition=key).order_by("number"))
_ENTRANTS = PreparedQuery(lambda key: Entrant.objects.filter(competition=key).order_by())
_ENTRIES = PreparedQuery(
    lambda key: columns(PlainEntry, ResultEntry.objects.filter(competition=key).order_by("position"))
)
_GROUPS = PreparedQuery(lambda key: Group.objects.filter(stage__competition=key).order_by("stage__number", "number"))
_ROUNDS = PreparedQuery(lambda key: Round.objects.filter(stage__competition=key).order_by("number"))
_TIES = PreparedQuery(
    lambda key: columns(PlainTie, Tie.objects.filter(round__stage__competition=key).order_by("round__number", "number"))
)
_FIXTURES = PreparedQuery(
    lambda key: columns(
        PlainFixture, Fixture.objects.filter(tie__round__stage__competition=key).order_by("tie_id", "leg", "board")
    )
)
_LINE_UPS = PreparedQuery(lambda key: TeamLineUp.objects.filter(tie__round__stage__competition=key).order_by())
_UNFINISHED = PreparedQuery(lambda key: unfinished(Match.objects.filter(fixture__tie__round__stage__competition=key)))
