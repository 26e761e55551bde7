"""What a competition has stored at one moment, as plain values, read without a line of the derivation."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeAlias
from uuid import UUID

from django.db import connection
from django.utils import timezone

from league.competitions.models import AuditEntry, Competition, Entrant, Fixture, Group, ResultEntry, Round, Stage, Tie
from league.competitions.setup.formats import DEFAULTS, FOLLOWS, TABLE_FOLLOWS
from league.competitions.setup.stages import TABLES
from league.seasons.models import Leave
from matches.models import Match, MatchCommand

Row: TypeAlias = Any  # the columns of a row by their names
ENDED = (Match.Status.FINISHED, Match.Status.VOID)
GAVE_UP = ("resignation", "forfeit", "time", "too_few")


def settings_of(stage: Row) -> dict[str, Any]:
    follows = TABLE_FOLLOWS if stage.format in TABLES else FOLLOWS
    return {**(follows if stage.number > 1 else {}), **DEFAULTS[stage.format], **stage.settings}


@dataclass
class Stored:
    """The rows of one competition, in the order of play."""

    competition: Row
    stages: dict[int, Row]
    groups: dict[int, Row]
    rounds: dict[int, Row]
    ties: dict[UUID, Row]
    fixtures: dict[UUID, Row]
    entrants: dict[UUID, Row]
    entries: list[Row]
    matches: dict[UUID, Row]
    """All matches that were opened for it, also those that its fixtures have left."""
    stopped: set[UUID]
    """Matches that were told to stop."""
    audits: int
    """Lines of the audit log."""
    on_leave: set[UUID]
    """Entrants whose matches may be held: their leave has begun, and they were not released since."""

    @classmethod
    def of(cls, key: UUID) -> Stored:
        fixtures = _rows(
            Fixture.objects.filter(competition=key).order_by("tie__round__number", "tie__number", "leg", "board")
        )
        origins = [f"fixture:{fixture.id}" for fixture in fixtures]
        entries = _rows(ResultEntry.objects.filter(competition=key).order_by("position"))
        opened = {fixture.match_id for fixture in fixtures} | {entry.match_id for entry in entries}
        matches = Match.objects.filter(origin__in=origins) | Match.objects.filter(id__in=opened - {None})
        columns = ("id", "status", "origin", "terms", "held")
        matches = [SimpleNamespace(**row) for row in matches.order_by("id").values(*columns)]
        stopped = MatchCommand.objects.filter(match__in=[match.id for match in matches], kind=MatchCommand.Kind.VOID)
        return cls(
            competition=_rows(Competition.objects.filter(id=key))[0],
            stages=_by_id(_rows(Stage.objects.filter(competition=key).order_by("number"))),
            groups=_by_id(_rows(Group.objects.filter(stage__competition=key).order_by("stage__number", "number"))),
            rounds=_by_id(_rows(Round.objects.filter(stage__competition=key).order_by("number"))),
            ties=_by_id(_rows(Tie.objects.filter(round__stage__competition=key).order_by("round__number", "number"))),
            fixtures=_by_id(fixtures),
            entrants=_by_id(_rows(Entrant.objects.filter(competition=key).order_by("seed", "id"))),
            entries=entries,
            matches=_by_id(matches),
            stopped=set(stopped.values_list("match_id", flat=True)),
            audits=AuditEntry.objects.filter(competition=key).count(),
            on_leave=set(
                Leave.objects.filter(competition=key, over_at=None, starts_at__lte=timezone.now()).values_list(
                    "entrant_id", flat=True
                )
            ),
        )

    def __post_init__(self) -> None:
        self.ties_of_round: dict[int, list[Row]] = defaultdict(list)
        self.fixtures_of_tie: dict[UUID, list[Row]] = defaultdict(list)
        self.rounds_of_stage: dict[int, list[Row]] = defaultdict(list)
        self.groups_of_stage: dict[int, list[Row]] = defaultdict(list)
        for tie in self.ties.values():
            self.ties_of_round[tie.round_id].append(tie)
        for fixture in self.fixtures.values():
            self.fixtures_of_tie[fixture.tie_id].append(fixture)
        for round in self.rounds.values():
            self.rounds_of_stage[round.stage_id].append(round)
        for group in self.groups.values():
            self.groups_of_stage[group.stage_id].append(group)
        self.by_seed = {entrant.seed: entrant for entrant in self.entrants.values() if entrant.seed is not None}
        self.log = Log(self.entries)

    def stage_of(self, tie: Row) -> Row:
        return self.stages[self.rounds[tie.round_id].stage_id]

    def ties_of_group(self, group: Row) -> list[Row]:
        """Return the ties that count in the table of ``group``, in the order of the rounds."""
        rounds = self.rounds_of_stage[group.stage_id]
        return [tie for round in rounds for tie in self.ties_of_round[round.id] if tie.group_id == group.id]

    def is_unfinished(self, match_id: UUID | None) -> bool:
        """Return whether the match waits or is played, and nobody has told it to stop."""
        return match_id in self.matches and self.matches[match_id].status not in ENDED and match_id not in self.stopped

    def open(self) -> list[Row]:
        """Return the fixtures whose match is to be played now."""
        return [fixture for fixture in self.fixtures.values() if self.is_unfinished(fixture.match_id)]

    def name(self, key: UUID | str | None) -> str:
        return self.entrants[UUID(str(key))].name if key else "?"

    def pair(self, fixture: Row) -> str:
        """Return the two sides as the pages name them."""
        board = f" #{fixture.board}" if fixture.home_player_id or fixture.away_player_id else ""
        return f"{self.name(fixture.home_id)} – {self.name(fixture.away_id)}{board}"


class Log:
    """The log read by the plain rules: the last ruling counts, a match's own result where there is no ruling."""

    def __init__(self, entries: list[Row]) -> None:
        self.verdicts: dict[UUID, Row] = {}
        self.withdrawn: dict[UUID, Row] = {}
        self.deducted: dict[UUID, int] = defaultdict(int)
        self.closings: dict[int, Row] = {}
        kinds = ResultEntry.Kind
        for entry in entries:
            match entry.kind:
                case kinds.WITHDRAWN:
                    self.withdrawn.setdefault(entry.entrant_id, entry)
                case kinds.RETURNED:
                    self.withdrawn.pop(entry.entrant_id, None)
                case kinds.DEDUCTED:
                    self.deducted[entry.entrant_id] += entry.points
                case kinds.CLOSED:
                    self.closings[entry.closing["stage"]] = entry
                case kinds.REOPENED:
                    self.closings.pop(entry.closing["stage"], None)
                case kinds.REPLAY:
                    self.verdicts.pop(entry.fixture_id, None)
                case kinds.PLAYED | kinds.WALKOVER if entry.match_id is not None:
                    before = self.verdicts.get(entry.fixture_id)
                    if before is None or before.match_id is not None:
                        self.verdicts[entry.fixture_id] = entry
                case kinds.REPORTED | kinds.CONFIRMED | kinds.CORRECTED | kinds.WALKOVER | kinds.VOIDED:
                    self.verdicts[entry.fixture_id] = entry


def _rows(queryset: Any) -> list[Row]:  # of any model
    return [SimpleNamespace(**row) for row in queryset.values()]


def _by_id(rows: list[Row]) -> dict[Any, Row]:  # ids of any kind
    return {row.id: row for row in rows}


MADE_BY_MIGRATIONS = ("django_", "auth_")


def watch_every_byte() -> None:
    """Make what ``every_byte`` calls, for this transaction: to plan its query takes longer than to run it."""
    with connection.cursor() as cursor:
        names = [
            name for name in connection.introspection.table_names(cursor) if not name.startswith(MADE_BY_MIGRATIONS)
        ]
        digests = " UNION ALL ".join(
            f"""SELECT '{name}', md5(string_agg(r::text, '|' ORDER BY r::text)) FROM "{name}" r""" for name in names
        )
        cursor.execute(f"""CREATE OR REPLACE FUNCTION pg_temp.every_byte() RETURNS TABLE (name text, digest text)
            LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY {digests}; END $$""")


def every_byte() -> dict[str, str]:
    """Return a digest of each table of the database that has a row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM pg_temp.every_byte() WHERE digest IS NOT NULL")
        return dict(cursor.fetchall())
