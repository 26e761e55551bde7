"""A competition in memory: its structure and its log, read in a fixed number of queries."""

from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import connections
from django.db.models import QuerySet
from msgspec import Struct

from engines.core.seats import Seat
from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import (
    Competition,
    Draw,
    Entrant,
    Fixture,
    Group,
    PlainEntrant,
    PlainEntry,
    PlainFixture,
    PlainTie,
    Round,
    Stage,
    TeamLineUp,
)
from league.competitions.models.plain import Plain
from league.competitions.setup.stages import tie_rules
from league.formats.ties import TieRules
from matches.models import Match

UNFINISHED: Final = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)


@dataclass(slots=True)
class StageSnapshot:
    """One stage with its groups and rounds, in the order of play."""

    stage: Stage
    groups: list[Group]
    rounds: list[Round]
    _rules: dict[tuple[str, Seat | None], TieRules] = field(default_factory=dict)

    def rules_of(self, tie: PlainTie, better: Seat | None = None) -> TieRules:
        """Return ``tie_rules``, made once for the ties that have the same."""
        key = tie.kind, better
        if key not in self._rules:
            self._rules[key] = tie_rules(self.stage, tie, better)
        return self._rules[key]


@dataclass(slots=True)
class Snapshot:
    """Rows that a recomputation reads. Stages, rounds, ties and fixtures are in the order of play."""

    competition: Competition
    stages: list[StageSnapshot]
    entrants: dict[UUID, PlainEntrant]
    ties: dict[int, list[PlainTie]]
    """By the round's id."""
    fixtures: dict[UUID, list[PlainFixture]]
    """By the tie's id, in the order of the legs and of their boards."""
    entries: list[PlainEntry]
    unfinished: set[UUID]
    """The fixtures' matches that wait or are being played."""
    begun: set[UUID]
    """Those of them that have begun."""
    by_seed: dict[int, PlainEntrant] = field(default_factory=dict)
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
    def house(self) -> PlainEntrant | None:
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
    """Read ``competition``: four queries, however big it is, one more where teams play."""
    key = competition.id
    stages = [StageSnapshot(stage, [], []) for stage in _STAGES.rows(key)]
    for part in stages:
        part.stage.competition = competition
    by_stage = {part.stage.id: part for part in stages}
    for group in _GROUPS.rows(key):
        by_stage[group.stage_id].groups.append(group)
    ties: dict[int, list[PlainTie]] = {}
    for round in _ROUNDS.rows(key):
        by_stage[round.stage_id].rounds.append(round)
        ties[round.id] = []
    fixtures: dict[UUID, list[PlainFixture]] = {}
    many = _read_many(key)
    for tie in many.ties:
        ties[tie.round_id].append(tie)
        fixtures[tie.id] = []
    for fixture in many.fixtures:
        fixtures[fixture.tie_id].append(fixture)
    line_ups: dict[tuple[UUID, int], dict[UUID, TeamLineUp]] = {}
    for line_up in _LINE_UPS.rows(key) if competition.of_teams else ():
        line_ups.setdefault((line_up.tie_id, line_up.leg), {})[line_up.entrant_id] = line_up
    return Snapshot(
        competition=competition,
        stages=stages,
        entrants={entrant.id: entrant for entrant in many.entrants},
        ties=ties,
        fixtures=fixtures,
        entries=many.entries,
        unfinished={match_id for match_id, _status in many.matches},
        begun={match_id for match_id, status in many.matches if status != Match.Status.WAITING},
        by_seed={entrant.seed: entrant for entrant in many.entrants if entrant.seed is not None},
        line_ups=line_ups,
    )


class _Many(Struct, array_like=True):
    """Rows that grow in number with a competition, in the order of the one JSON text that holds them."""

    entrants: list[PlainEntrant]
    ties: list[PlainTie]
    fixtures: list[PlainFixture]
    entries: list[PlainEntry]
    matches: list[tuple[UUID, str]]
    """Those that wait or are being played, with their status."""


def _read_many(key: UUID) -> _Many:
    """Read what grows with the competition ``key``.

    Of one JSON text msgspec makes values in half the time in which psycopg and Django make rows of columns.
    """
    with connections[Fixture.objects.all().db].cursor() as cursor:
        cursor.execute(_MANY, {"key": key, "unfinished": list(UNFINISHED)})
        [[many]] = cursor.fetchall()
    return msgspec.json.decode(many, type=_Many)


def _listed(plain: type[Plain], rows: str, order: str) -> str:
    """Return the SQL of an array of all ``rows``, each an array of the columns of ``plain``."""
    columns = ", ".join(f'listed."{name}"' for name in plain.__struct_fields__)
    return f"coalesce((SELECT json_agg(json_build_array({columns}) ORDER BY {order}) FROM {rows}), '[]')"


_ENTRANTS: Final = "competitions_entrant AS listed WHERE listed.competition_id = %(key)s"
_TIES: Final = """competitions_tie AS listed
    JOIN competitions_round AS round ON round.id = listed.round_id
    JOIN competitions_stage AS stage ON stage.id = round.stage_id WHERE stage.competition_id = %(key)s"""
_FIXTURES: Final = "competitions_fixture AS listed WHERE listed.competition_id = %(key)s"
_ENTRIES: Final = "competitions_resultentry AS listed WHERE listed.competition_id = %(key)s"
_MATCHES: Final = """matches_match AS match JOIN competitions_fixture AS fixture ON fixture.match_id = match.id
    WHERE fixture.competition_id = %(key)s AND match.status = ANY(%(unfinished)s)"""
_MANY: Final = f"""SELECT json_build_array(
    {_listed(PlainEntrant, _ENTRANTS, "listed.id")},
    {_listed(PlainTie, _TIES, "round.number, listed.number")},
    {_listed(PlainFixture, _FIXTURES, "listed.leg, listed.board")},
    {_listed(PlainEntry, _ENTRIES, "listed.position")},
    coalesce((SELECT json_agg(json_build_array(match.id, match.status)) FROM {_MATCHES}), '[]')
)::text"""


def columns(plain: type[Plain], rows: QuerySet[Any]) -> QuerySet[Any, tuple[Any, ...]]:
    """Return the columns that ``plain`` is made of."""
    return rows.values_list(*plain.__struct_fields__)


def unfinished(matches: QuerySet[Match]) -> QuerySet[Match, tuple[UUID, str]]:
    """Return id and status of those of ``matches`` that wait or are being played."""
    return matches.filter(status__in=UNFINISHED).values_list("id", "status")


_STAGES = PreparedQuery(lambda key: Stage.objects.filter(competition=key).order_by("number"))
_GROUPS = PreparedQuery(lambda key: Group.objects.filter(stage__competition=key).order_by("stage__number", "number"))
_ROUNDS = PreparedQuery(lambda key: Round.objects.filter(stage__competition=key).order_by("number"))
_LINE_UPS = PreparedQuery(lambda key: TeamLineUp.objects.filter(tie__round__stage__competition=key).order_by())
