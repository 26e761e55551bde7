"""Derivation of the first result of one match of a table, without reading the rest of the competition.

While its group has another match to play in the round, such a result changes only its own tie, its fixture and one
table: no round opens or ends, nobody moves into a slot, no lots are drawn. The result of a board of teams changes not
even the table while its tie has other boards to play. ``derive`` derives tie and fixture from the
log; ``tables`` makes the table from lines of rows derived before. Everything else, corrections above all, needs the
whole log (``recompute``), which the sweep goes through again anyway: in the last rounds of a Swiss of 1,024 or of a
league of 100 that is up to 30,000 rows, and a second. A tie of teams
that it decides is derived as well, while all other ties of its table were played on every board: they are counted from
their rows.
"""

from collections.abc import Mapping
from itertools import groupby, starmap
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast

from engines.core.seats import Seat
from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation import tables
from league.competitions.derivation.derive import decide
from league.competitions.derivation.facts import GAVE_UP, Derived
from league.competitions.derivation.slots import Slots
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot, columns, unfinished
from league.competitions.log.verdicts import DOUBLE_DEFEAT, Log, fold
from league.competitions.models import (
    Competition,
    Entrant,
    Fixture,
    Group,
    PlainEntrant,
    PlainEntry,
    PlainFixture,
    PlainTie,
    ResultEntry,
    Stage,
    Tie,
)
from league.competitions.setup import team_rules
from league.formats.team_ties import Board, TieRules, count
from league.standings.figures import Awarded, Result
from league.standings.teams import TeamResult
from matches.models import Match

Kind = ResultEntry.Kind
RESULTS: Final = (Kind.PLAYED, Kind.REPORTED, Kind.CONFIRMED, Kind.WALKOVER)
OF_ENTRANTS: Final = (Kind.WITHDRAWN, Kind.RETURNED, Kind.DEDUCTED, Kind.VALUED)
OF_STAGES: Final = (Kind.CLOSED, Kind.REOPENED)


class Participant(NamedTuple):
    """The columns of an entrant that tables are made from."""

    id: UUID
    seed: int | None
    strength: float | None
    first_round: int


class SingleResult(NamedTuple):
    """The tie of a result, derived alone in its snapshot, and its group, whose table changes if the tie is decided."""

    snapshot: Snapshot
    derived: Derived
    stage: Stage
    group: Group
    of_teams: list[TeamResult] | None = None
    """The ties that count in the table, if it is one of teams and the tie is decided."""

    @property
    def changes_table(self) -> bool:
        return self.of_teams is not None or not self.snapshot.competition.of_teams


def derive_single(row: Competition, entry: ResultEntry) -> SingleResult | None:
    """Derive what ``entry``, the last of the log of ``row`` (locked by the caller), changes.

    None if that may be more than its own tie and table. Six queries.
    """
    if entry.kind not in RESULTS or row.status != Competition.Status.RUNNING or row.real_rated:
        return None
    if tables.FAIR_PLAY in tables.rules_of(row).criteria:
        return None
    tie = next(iter(_TIE.rows(entry.fixture_id)), None)
    if tie is None or tie.group is None or not _is_first_of_table(tie):
        return None
    tie.round.stage.competition = row  # whose rules each board asks for
    entries = list(starmap(PlainEntry, _ENTRIES.rows(row.id)))
    kinds = {entry.kind for entry in entries}
    voids, moves = row.withdrawals != Competition.Withdrawals.AWARD, tie.round.stage.format == Stage.Format.DIVISIONS
    if ((voids or moves) and Kind.WITHDRAWN in kinds) or not kinds.isdisjoint(OF_STAGES):
        return None
    if not row.of_teams and all(key == tie.id for key in _UNDECIDED.rows([tie.round_id], [tie.group.id])):
        return None
    fixtures = list(starmap(PlainFixture, _FIXTURES.rows(tie.id)))
    if len(fixtures) != 1 and not row.of_teams:
        return None
    return _derived(
        row, tie, fixtures, [*entries, *starmap(PlainEntry, _RESULTS.rows([fixture.id for fixture in fixtures]))]
    )


_TIE = PreparedQuery(
    lambda fixture: (
        Tie.objects.select_related("round__stage", "group", "home", "away")
        .defer("group__table")
        .filter(fixtures=fixture)
    )
)
_ENTRIES = PreparedQuery(
    lambda key: columns(
        PlainEntry,
        ResultEntry.objects.filter(competition=key, kind__in=(*OF_ENTRANTS, *OF_STAGES)).order_by("position"),
    )
)
_UNDECIDED = PreparedQuery(
    lambda rounds, groups: (
        Tie.objects.filter(round__in=rounds, group__in=groups, decided="").order_by().values_list("id", flat=True)[:2]
    )
)
_RESULTS = PreparedQuery(
    lambda fixtures: columns(PlainEntry, ResultEntry.objects.filter(fixture__in=fixtures).order_by("position"))
)
_FIXTURES = PreparedQuery(lambda tie: columns(PlainFixture, Fixture.objects.filter(tie=tie).order_by("leg", "board")))


def _is_first_of_table(tie: Tie) -> bool:
    """Return whether ``tie`` has no result yet, and its sides and all slots of its table are seeds."""
    if tie.group is None or tie.decided or tie.home is None or tie.away is None:
        return False
    return all("seed" in slot for slot in (tie.home_slot, tie.away_slot, *tie.group.members))


def _derived(
    row: Competition, tie: Tie, fixtures: list[PlainFixture], entries: list[PlainEntry]
) -> SingleResult | None:
    """Derive ``tie`` alone from its ``entries``.

    None if they do not decide it for its sides; of teams if they do, and it cannot be counted with the other ties.
    """
    entrants = [PlainEntrant.of(entrant) for entrant in (tie.home, tie.away) if entrant is not None]
    part, plain = StageSnapshot(tie.round.stage, [], [tie.round]), PlainTie.of(tie)
    matches = dict(_UNFINISHED.rows([fixture.id for fixture in fixtures]))
    snapshot = Snapshot(
        competition=row,
        stages=[part],
        entrants={entrant.id: entrant for entrant in entrants},
        ties={tie.round_id: [plain]},
        fixtures={tie.id: fixtures},
        entries=entries,
        unfinished=set(matches),
        begun={match_id for match_id, status in matches.items() if status != Match.Status.WAITING},
        by_seed={entrant.seed: entrant for entrant in entrants if entrant.seed is not None},
    )
    derived = Derived(log=fold(sorted(entries, key=lambda entry: entry.position)))
    decide(snapshot, part, tie.round, plain, Slots(snapshot, derived, 0), derived)
    decided = bool(derived.ties[tie.id].decided)
    if derived.orphans or tie.group is None or not (decided or row.of_teams):
        return None
    of_teams = None
    if decided and row.of_teams:
        # The award of a whole tie ends boards that have no entry of their own.
        every_board = all(derived.verdict(fixture) for fixture in fixtures)
        of_teams = _counted_ties(row, tie, tie.group, derived) if every_board else None
        if of_teams is None:
            return None
    derived.moot = [
        fixture for fixture in fixtures if derived.verdict(fixture) and fixture.match_id in snapshot.unfinished
    ]
    return SingleResult(snapshot, derived, part.stage, tie.group, of_teams)


_UNFINISHED = PreparedQuery(lambda fixtures: unfinished(Match.objects.filter(fixture__in=fixtures)))


class _BoardRow(NamedTuple):
    """The columns of a board of a decided tie of a table, and of its tie."""

    tie: UUID
    round: int
    number: int
    home: str
    away: str
    winner: str | None
    status: str
    how: str
    home_goals: int | None
    away_goals: int | None
    kicks: bool


def _counted_ties(row: Competition, tie: Tie, group: Group, derived: Derived) -> list[TeamResult] | None:
    """Return the ties that count in the table of ``group`` with ``tie``, in the order of the rounds. Two queries.

    None if another is needed to decide a round, or if some board was not played to a plain result.
    """
    rules, own = team_rules.of(row), tables.team_result(derived.ties[tie.id], tie.round.number)
    if own is None or not rules.play_on or all(key == tie.id for key in _UNDECIDED.rows([tie.round_id], [group.id])):
        return None
    results = [((tie.round.number, tie.number), own)]
    rows = [_BoardRow(*columns) for columns in _BOARDS.rows([group.id])]
    for _key, several in groupby((board for board in rows if board.tie != tie.id), key=attrgetter("tie")):
        boards = list(several)
        if len(boards) != row.boards or not all(map(_is_plain, boards)):
            return None
        results.append((boards[0][1:3], _team_result(rules, boards)))
    return [result for _place, result in sorted(results, key=itemgetter(0))]


def _board_columns(groups: list[int]) -> Any:  # a query of tuples
    sides = {f"{side}_text": Cast(f"tie__{side}_id", CharField()) for side in ("home", "away", "winner")}
    rows = Fixture.objects.filter(tie__group__in=groups).exclude(tie__decided="").annotate(**sides)
    rows = rows.annotate(kicks=Q(shootout__isnull=False)).order_by("tie__round__number", "tie__number", "leg", "board")
    columns = ("status", "how", "home_goals", "away_goals", "kicks")
    return rows.values_list("tie", "tie__round__number", "tie__number", *sides, *columns)


_BOARDS = PreparedQuery(_board_columns)


def _is_plain(board: _BoardRow) -> bool:
    """Return whether a board was played to a result by its goals alone."""
    return board.status == Fixture.Status.PLAYED and not board.kicks and board.how not in (*GAVE_UP, DOUBLE_DEFEAT)


def _team_result(rules: TieRules, boards: list[_BoardRow]) -> TeamResult:
    """Count a decided tie, all of whose boards are plain, as ``team_ties.decide`` does."""
    first = boards[0]
    winner: Awarded = "" if first.winner is None else "home" if first.winner == first.home else "away"
    won, draw, lost = rules.match_points
    points = {"home": (won, lost), "away": (lost, won)}.get(winner, (draw, draw))
    counts = count(rules, [Board((board.home_goals or 0, board.away_goals or 0)) for board in boards])
    return TeamResult(first.home, first.away, winner, points, counts, first.round)


def table_after(single: SingleResult) -> dict[str, Any]:  # JSON
    """Return the group's table, as stored, from the rows of its ties. Two queries, one more after a walkover."""
    competition, log = single.snapshot.competition, single.derived.log
    if single.of_teams is not None:
        return _table_of_teams(single, single.of_teams)
    participants = [Participant(*row) for row in _PARTICIPANTS.rows(competition.pk)]
    by_seed = {participant.seed: participant for participant in participants if participant.seed is not None}
    basis = tables.Basis(
        competition=competition,
        stage=single.stage,
        entrants=[str(entrant.id) for entrant in tables.seeded(single.group, by_seed)],
        participants=participants,
        lines=_lines(single.group, single.stage),
        log=log,
    )
    return tables.as_stored(tables.table_in_play(basis), single.stage, competition, log)


def _table_of_teams(single: SingleResult, results: list[TeamResult]) -> dict[str, Any]:  # JSON
    competition, log = single.snapshot.competition, single.derived.log
    by_seed = {entrant.seed: entrant for entrant in _SEEDED.rows(competition.pk) if entrant.seed is not None}
    teams = [str(entrant.id) for entrant in tables.seeded(single.group, by_seed)]
    make = tables.maker_of_teams(teams, results, log)
    return tables.as_stored(make(tables.rules_of(competition)), single.stage, competition, log)


_PARTICIPANTS = PreparedQuery(lambda key: Entrant.objects.filter(competition=key).values_list(*Participant._fields))
_SEEDED = PreparedQuery(lambda key: Entrant.objects.filter(competition=key, seed__isnull=False))


class _Row(NamedTuple):
    """The columns of a tie in a table and of its fixture; a bye has no fixture."""

    number: int
    step: int
    kind: str
    decided: str
    fixture: UUID | None
    leg: int | None
    status: str | None
    home_goals: int | None
    away_goals: int | None
    how: str | None
    house: bool
    home: str | None
    away: str | None
    winner: str | None


def _lines(group: Group, stage: Stage) -> list[tables.Line]:
    """Read the lines of ``group`` from its rows; of a league only those with a result."""
    query = _LINES_OF_SWISS if stage.format == Stage.Format.SWISS else _LINES
    rows = [_Row(*row) for row in query.rows([group.id])]
    awards = [row.fixture for row in rows if row.status == Fixture.Status.WALKOVER or row.how in GAVE_UP]
    entries = ResultEntry.objects.filter(fixture__in=awards).order_by("position") if awards else ()
    log = fold(entries)
    kicks, shootouts = tables.kicks_of(stage), dict[UUID, Any]()
    if kicks.win:
        with_kicks = Fixture.objects.filter(tie__group=group, shootout__isnull=False)
        shootouts = dict(with_kicks.values_list("pk", "shootout"))
    return [
        tables.Line(row.step, row.kind, row.decided, row.home, row.away, row.house, _result(row, log, kicks, shootouts))
        for row in rows
    ]


def _line_columns(ties: QuerySet[Tie]) -> Any:  # a query of tuples
    sides = {f"{side}_text": Cast(f"{side}_id", CharField()) for side in ("home", "away", "winner")}
    legs = ("pk", "leg", "status", "home_goals", "away_goals", "how")
    columns = ("round__number", "round__step", "kind", "decided", *(f"fixtures__{name}" for name in legs))
    # No JSON columns here: decoding one in each row takes a third of the time.
    rows = ties.annotate(house=Q(away_slot__has_key="house"), **sides).values_list(*columns, "house", *sides)
    return rows.order_by("round__number", "number", "fixtures__leg")


_LINES_OF_SWISS = PreparedQuery(lambda groups: _line_columns(Tie.objects.filter(group__in=groups)))
_LINES = PreparedQuery(
    lambda groups: _line_columns(Tie.objects.filter(group__in=groups, fixtures__status__in=tables.COUNTING))
)


def _result(row: _Row, log: Log, kicks: tables.Kicks, shootouts: Mapping[UUID, Any]) -> Result | None:
    """Return the result of ``row`` in a table. ``shootouts``: the kicks by fixture, where they win a match."""
    home, away = row.home, row.away
    if row.status not in tables.COUNTING or home is None or away is None or row.fixture is None:
        return None
    if row.leg == 2:
        home, away = away, home
    winner: Seat | None = None if row.winner is None else "home" if row.winner == home else "away"
    awarded: Awarded = ""
    if row.status == Fixture.Status.WALKOVER or row.how in GAVE_UP:
        awarded = tables.awarded(log.verdicts.get(row.fixture), winner)
    awarded = awarded or kicks.award(row.home_goals, row.away_goals, shootouts.get(row.fixture))
    unplayed = row.status == Fixture.Status.WALKOVER
    shootout = None if awarded else kicks.paid(row.decided, winner)
    conceded = tables.conceded_by_both(row.how)
    goals = (row.home_goals or 0, row.away_goals or 0)
    return Result(home, away, *goals, row.number, awarded, unplayed, shootout, conceded)
