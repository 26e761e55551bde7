"""A competition in memory: its structure and its log, read in a fixed number of queries."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import JSONField, Model, QuerySet
from django.db.models.base import ModelState

from league.competitions.models import (
    Competition,
    Draw,
    Entrant,
    Fixture,
    Group,
    ResultEntry,
    Round,
    Stage,
    Tie,
)
from matches.models import Match


@dataclass(slots=True)
class StageBook:
    """One stage with its groups and rounds, in the order of play."""

    stage: Stage
    groups: list[Group]
    rounds: list[Round]


@dataclass(slots=True)
class Book:
    """Everything that a recomputation reads. Stages, rounds, ties and fixtures are in the order of play."""

    competition: Competition
    stages: list[StageBook]
    entrants: dict[UUID, Entrant]
    ties: dict[int, list[Tie]]
    """By the round's id."""
    fixtures: dict[UUID, list[Fixture]]
    """By the tie's id, in the order of the legs."""
    entries: list[ResultEntry]
    unfinished: set[UUID]
    """The fixtures' matches that wait or are being played."""
    by_seed: dict[int, Entrant] = field(default_factory=dict)
    """Who was drawn where."""
    _lots: str | None = None
    _places: dict[UUID, tuple[StageBook, Round, Tie]] = field(default_factory=dict)

    @property
    def rounds(self) -> list[Round]:
        """Every round of every stage."""
        return [round for part in self.stages for round in part.rounds]

    @property
    def house(self) -> Entrant | None:
        """The player of the house, where an odd round has one."""
        return next((one for one in self.entrants.values() if one.status == Entrant.Status.HOUSE), None)

    @property
    def groups(self) -> list[Group]:
        """Every group of every stage."""
        return [group for part in self.stages for group in part.groups]

    def place_of(self, tie_id: UUID) -> tuple[StageBook, Round, Tie]:
        """The stage and the round of a tie, and the tie."""
        if not self._places:
            for part in self.stages:
                for round in part.rounds:
                    self._places |= {tie.id: (part, round, tie) for tie in self.ties.get(round.id, [])}
        return self._places[tie_id]

    @property
    def lots_seed(self) -> str:
        """The revealed seed of the last draw, from which lots are drawn; read only if anybody asks. Empty: no draw."""
        if self._lots is None:
            held = Draw.objects.filter(competition=self.competition, revealed_at__isnull=False).order_by("-number")
            found = held.first()
            self._lots = found.seed if found else ""
        return self._lots


def open_book(competition: Competition) -> Book:
    """Read ``competition``: eight queries, however big it is."""
    stages = [StageBook(stage, [], []) for stage in lean(Stage, "competition", competition, "number")]
    for part in stages:
        part.stage.competition = competition
    by_stage = {part.stage.id: part for part in stages}
    for group in lean(Group, "stage__competition", competition, "stage__number", "number"):
        by_stage[group.stage_id].groups.append(group)
    ties: dict[int, list[Tie]] = {}
    for round in lean(Round, "stage__competition", competition, "number"):
        by_stage[round.stage_id].rounds.append(round)
        ties[round.id] = []
    fixtures: dict[UUID, list[Fixture]] = {}
    for tie in lean(Tie, "round__stage__competition", competition, "round__number", "number"):
        ties[tie.round_id].append(tie)
        fixtures[tie.id] = []
    for fixture in lean(Fixture, "tie__round__stage__competition", competition, "tie_id", "leg"):
        fixtures[fixture.tie_id].append(fixture)
    entrants = {entrant.id: entrant for entrant in lean(Entrant, "competition", competition)}
    return Book(
        competition=competition,
        stages=stages,
        entrants=entrants,
        ties=ties,
        fixtures=fixtures,
        entries=lean(ResultEntry, "competition", competition, "position"),
        unfinished=unfinished(Match.objects.filter(fixture__tie__round__stage__competition=competition)),
        by_seed={entrant.seed: entrant for entrant in entrants.values() if entrant.seed is not None},
    )


Row = TypeVar("Row", bound=Model)


def lean(model: type[Row], path: str, competition: Competition, *order: str) -> list[Row]:
    """The rows of ``model`` whose ``path`` leads to ``competition``, by ``order``, without the time that the ORM takes
    to write the question and to make them, which is most of a recomputation.

    Every column is there, and the instances can be saved. But no signal is sent for them, and JSON that is equal is one
    object, which nobody may change in place: a value that changes is another one.
    """
    fields = model._meta.concrete_fields
    names = [each.attname for each in fields]
    coded = [at for at, each in enumerate(fields) if isinstance(each, JSONField)]
    with connection.cursor() as cursor:
        cursor.execute(_statement(model, path, order), [competition.pk])
        found: Sequence[Sequence[Any]] = cursor.fetchall()
    decoded: Callable[[str], Any] = cache(json.loads)
    made = []
    for values in found:
        row = model.__new__(model)
        columns = list(values)
        for at in coded:
            columns[at] = None if columns[at] is None else decoded(columns[at])
        row.__dict__.update(zip(names, columns, strict=True))
        row._state = ModelState()
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        made.append(row)
    return made


@cache
def _statement(model: type[Model], path: str, order: tuple[str, ...]) -> str:
    """What the ORM asks for these rows: written once, with the competition as its one parameter."""
    rows = model._default_manager.filter(**{path: UUID(int=0)}).order_by(*order)
    sql, params = rows.values_list(*(each.attname for each in model._meta.concrete_fields)).query.sql_with_params()
    assert params == (UUID(int=0),), params
    return str(sql)


def unfinished(matches: QuerySet[Match]) -> set[UUID]:
    """Return those of ``matches`` that wait or are being played."""
    states = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    return set(matches.filter(status__in=states).values_list("id", flat=True))
