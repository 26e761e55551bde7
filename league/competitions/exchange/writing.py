"""Export of a whole competition as the document of ``schema``: only what everybody may read.

It holds no account, address, personal link, token or secret seed: people are the names under which they play.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.conf import settings
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from league.competitions.derivation.line_ups import squads_of
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.exchange import schema
from league.competitions.log.chain import COLUMNS, plain
from league.competitions.models import Competition, Entrant, PlainFixture, PlainTie, Round
from league.competitions.models.plain import Plain
from league.players.models import User


class Squads(NamedTuple):
    """The people of the teams; empty where nobody plays in teams."""

    numbers: Mapping[UUID, Mapping[UUID, int | None]] = {}
    """Entrant -> user -> number in its squad."""
    former: Mapping[UUID, str] = {}
    """User -> name of those who stand on a board and are in no squad."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> Self:
        """Return those of ``snapshot``. Two queries where teams play, one where nobody left a squad."""
        if not snapshot.competition.of_teams:
            return cls()
        by_number = squads_of(snapshot.entrants.values())
        numbers = {entrant: {user: number for number, user in squad.items()} for entrant, squad in by_number.items()}
        fixtures = (fixture for legs in snapshot.fixtures.values() for fixture in legs)
        named = {key for fixture in fixtures for key in (fixture.home_player_id, fixture.away_player_id) if key}
        left = named.difference(*numbers.values())
        users = User.objects.in_bulk(list(left)) if left else {}
        return cls(numbers, {key: _name(user) for key, user in users.items()})


def exported(competition: Competition) -> dict[str, Any]:
    """Return ``competition`` as plain JSON. Thirteen queries, whatever its size; more of teams 2 or 3, of tables 2."""
    snapshot = take_snapshot(competition)
    squads = Squads.of(snapshot)
    return {
        "kind": schema.KIND,
        "version": schema.VERSION,
        "id": str(competition.id),
        "source": settings.PUBLIC_URL.rstrip("/") + reverse("competitions:overview", args=[competition.slug]),
        "exported_at": plain(timezone.now()),
        "competition": _fields(competition, [*schema.COMPETITION, *schema.COMPETITION_MORE]),
        "entrants": [
            _entrant(row) for row in competition.entrants.prefetch_related("members__user").order_by("entered_at", "id")
        ],
        "draws": [
            _fields(row, schema.DRAW) for row in competition.draws.filter(revealed_at__isnull=False).order_by("number")
        ],
        "stages": [_stage(snapshot, at, squads) for at in range(len(snapshot.stages))],
        "log": [_entry(row) for row in competition.results.select_related("actor").order_by("position")],
        "option_changes": _changes(competition),
        "audit": [
            {"at": plain(row.at), "by": row.signed or _name(row.actor), "verb": row.verb, "message": row.message}
            for row in competition.audit.select_related("actor").order_by("at", "id")
        ],
        "champion": plain(competition.champion_id),
        **_hall(competition),
        "leaves": [
            _fields(row, schema.LEAVE) | {"entrant": plain(row.entrant_id)}
            for row in competition.leaves.order_by("taken_at", "id")
        ],
        "substitutions": [
            _fields(row, schema.SUBSTITUTION) | {"entrant": plain(row.entrant_id)}
            for row in competition.substitutions.order_by("at", "id")
        ],
    }


def _hall(competition: Competition) -> dict[str, Any]:
    """Return the tables of ``competition``, if it has any. Calls and the order by hand are of one day."""
    hall = competition.hall
    if hall is None:
        return {}
    tables = [_fields(table, schema.HALL_TABLE) for table in hall.tables.order_by("number")]
    return {"hall": {**_fields(hall, schema.HALL_TIMES), "tables": tables}}


def _entrant(row: Entrant) -> dict[str, Any]:
    mates = [{"name": _name(mate.user), "number": mate.number} for mate in row.members.all()]
    columns = (*schema.ENTRANT, *schema.ENTRANT_EVENING, *(name for name in schema.ENTRANT_MORE if name != "members"))
    return {**_fields(row, columns), "members": mates}


def _stage(snapshot: Snapshot, at: int, squads: Squads) -> dict[str, Any]:
    part = snapshot.stages[at]
    numbers = {group.id: group.number for group in part.groups}
    return {
        **_fields(part.stage, schema.STAGE),
        "groups": [{**_fields(group, schema.GROUP), "table": group.table} for group in part.groups],
        "rounds": [_round(snapshot, round, numbers, squads) for round in part.rounds],
    }


def _round(snapshot: Snapshot, round: Round, numbers: Mapping[int, int], squads: Squads) -> dict[str, Any]:
    ties = [_tie(snapshot, tie, numbers, squads) for tie in snapshot.ties[round.id]]
    return {**_fields(round, schema.ROUND), "ties": ties}


def _tie(snapshot: Snapshot, tie: PlainTie, numbers: Mapping[int, int], squads: Squads) -> dict[str, Any]:
    columns = _fields(tie, [name for name in schema.TIE if name != "group"])
    sides = {name: plain(getattr(tie, f"{name}_id")) for name in ("home", "away", "winner")}
    return {
        **columns,
        "group": numbers[tie.group_id] if tie.group_id is not None else None,
        **sides,
        "decided": tie.decided,
        "reason": tie.reason,
        **(_fields(tie, schema.TIE_OF_TEAMS) if squads.numbers else {}),
        "fixtures": [{**_fixture(fixture), **_board(fixture, squads)} for fixture in snapshot.fixtures[tie.id]],
    }


def _fixture(fixture: PlainFixture) -> dict[str, Any]:
    names = [
        name
        for name in (*schema.FIXTURE, *schema.FIXTURE_EVENING, *schema.FIXTURE_DERIVED)
        if name not in ("home", "away")
    ]
    return {
        **_fields(fixture, names),
        "home": plain(fixture.home_id),
        "away": plain(fixture.away_id),
    }


def _board(fixture: PlainFixture, squads: Squads) -> dict[str, Any]:
    """Return the board of a fixture of teams and who of each squad plays it, once the line-ups are open."""
    if not squads.numbers:
        return {}
    board: dict[str, Any] = {"board": fixture.board}
    sides = {"home": (fixture.home_id, fixture.home_player_id), "away": (fixture.away_id, fixture.away_player_id)}
    for side, (entrant, player) in sides.items():
        number = squads.numbers[entrant].get(player) if entrant is not None and player is not None else None
        board[f"{side}_player"] = number
        if player is not None and player in squads.former:
            board[f"{side}_former"] = squads.former[player]
    return board


def _entry(row: Any) -> dict[str, Any]:  # a ResultEntry with its actor
    names = [name for name in (*schema.ENTRY, *schema.ENTRY_MORE) if name != "by"]
    told = {name: plain(getattr(row, COLUMNS.get(name, name))) for name in names}
    return {**told, "reason": row.shown_reason, "by": row.signed or _name(row.actor)}


def _changes(competition: Competition) -> list[dict[str, Any]]:
    rows = competition.option_changes.select_related("stage").order_by("at", "id")
    return [
        {
            **_fields(row, ["scope", "number", "options", "clock", "reason", "at"]),
            "stage": row.stage.number if row.stage else None,
            "fixture": plain(row.fixture_id),
        }
        for row in rows
    ]


def _fields(row: Model | Plain, names: Iterable[str]) -> dict[str, Any]:
    return {name: plain(getattr(row, name)) for name in names}


def _name(user: Any) -> str:  # a User or None
    return user.nickname if user else ""
