"""A competition in memory: its structure and its log, read in a fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from league.competitions.models import (
    Competition,
    Entrant,
    Fixture,
    Group,
    ResultEntry,
    Round,
    Stage,
    Tie,
)
from league.formats.ties import TieRules


@dataclass(slots=True)
class Book:
    """Everything that a recomputation reads. Rounds, ties and fixtures are in the order of play."""

    competition: Competition
    stage: Stage
    groups: list[Group]
    entrants: dict[UUID, Entrant]
    rounds: list[Round]
    ties: dict[int, list[Tie]]
    """By the round's id."""
    fixtures: dict[UUID, list[Fixture]]
    """By the tie's id, in the order of the legs; each with its match."""
    entries: list[ResultEntry]

    @property
    def by_seed(self) -> dict[int, Entrant]:
        """Who was drawn where."""
        return {entrant.seed: entrant for entrant in self.entrants.values() if entrant.seed is not None}

    @property
    def rules(self) -> TieRules:
        """How a tie of the stage is decided."""
        return tie_rules(self.stage)


def tie_rules(stage: Stage) -> TieRules:
    """How a tie of ``stage`` is decided."""
    if stage.format == Stage.Format.LEAGUE:
        return TieRules(draws_allowed=True)
    return TieRules(
        legs=stage.settings["legs"],
        away_goals=stage.settings["away_goals"],
        extra_time=stage.settings["extra_time"],
    )


def open_book(competition: Competition) -> Book:
    """Read ``competition``: seven queries, however big it is."""
    stage = competition.stages.get()
    rounds = list(stage.rounds.order_by("number"))
    ties: dict[int, list[Tie]] = {round.id: [] for round in rounds}
    for tie in Tie.objects.filter(round__stage=stage).order_by("round__number", "number"):
        ties[tie.round_id].append(tie)
    fixtures: dict[UUID, list[Fixture]] = {tie.id: [] for listed in ties.values() for tie in listed}
    for fixture in (
        Fixture.objects.filter(tie__round__stage=stage)
        .select_related("match")
        .only(*(column.name for column in Fixture._meta.concrete_fields), "match__status")
        .order_by("tie", "leg")
    ):
        fixtures[fixture.tie_id].append(fixture)
    return Book(
        competition=competition,
        stage=stage,
        groups=list(stage.groups.order_by("number")),
        entrants={entrant.id: entrant for entrant in competition.entrants.all()},
        rounds=rounds,
        ties=ties,
        fixtures=fixtures,
        entries=list(competition.results.order_by("position")),
    )
