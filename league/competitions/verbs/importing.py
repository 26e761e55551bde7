"""Import of a competition: the rows of its structure and log, then everything recomputed from zero.

All or nothing, in one transaction. Everybody becomes a name without account, with a new personal link. The document's
id is the competition's: importing the same file again gives the same competition.
"""

import secrets
from collections.abc import Callable, Mapping
from copy import copy
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engines.core.seats import SEATS
from engines.core.text import text
from league.competitions.derivation.line_ups import squads_of
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import BadSetting, TooManyCompetitions
from league.competitions.exchange import rows, schema
from league.competitions.exchange.checking import checked, every_fixture
from league.competitions.exchange.faults import BadFile, Document, place
from league.competitions.exchange.writing import exported
from league.competitions.log import journal
from league.competitions.log.chain import chain, first_broken
from league.competitions.log.locks import locked
from league.competitions.models import (
    AuditEntry,
    Competition,
    Draw,
    Entrant,
    Fixture,
    Hall,
    HallTable,
    Member,
    OptionChange,
    ResultEntry,
    Tie,
)
from league.competitions.policy.personal_links import new_key
from league.competitions.setup import team_rules
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import SETTINGS, Context, take, usual_values
from league.competitions.verbs.create import must_have_room, new_slug
from league.competitions.verbs.drawing import commit_draw
from league.players.models import User
from league.players.verbs.guests import guests
from league.registry import Registry
from league.standings.presets import OFFERED
from matches.models import Match
from matches.store.bulk import save_fields

BATCH = 500
Status = Competition.Status

_PLACES: Final = dict.fromkeys(team_rules.RULES, "competition.team_rules")
"""Where a document has what is no column, if not in a stage."""

Importer: TypeAlias = Callable[[Competition, Document], None]
"""Makes the rows of an upper app from a checked document; entrants, fixtures and log exist by then."""

importers: Registry[Importer] = Registry()


def take_in(*, by: User, document: Any) -> tuple[Competition, bool]:
    """Import ``document`` (a file's JSON) for the owner ``by``; return the competition, and whether it is new.

    Raises BadFile, which says what is wrong and where; nothing is kept then.
    """
    checked_document = checked(document)
    try:
        with transaction.atomic():
            existing = Competition.objects.filter(id=checked_document["id"]).first()
            return (_own_or_refuse(existing, by), False) if existing else (_create(checked_document, by), True)
    except IntegrityError:
        existing = Competition.objects.filter(id=checked_document["id"]).first()
        if existing is not None:
            return _own_or_refuse(existing, by), False
        raise BadFile("", _("Some of its ids or places are already taken.")) from None


def _own_or_refuse(competition: Competition, by: User) -> Competition:
    if competition.owner_id != by.id:
        raise BadFile("id", _("This competition is already here, and someone else runs it."))
    return competition


def _create(document: Document, by: User) -> Competition:
    _nothing_of_ours(document)
    try:
        must_have_room(by, document["competition"]["status"])
    except TooManyCompetitions as full:
        raise BadFile("", str(full)) from None
    status = document["competition"]["status"]
    row = Competition(id=UUID(document["id"]), slug=new_slug(document["competition"]["name"]), owner=by)
    more = [name for name in schema.COMPETITION_MORE if name in document["competition"]]
    for name, value in usual_values(
        PRESETS[document["competition"]["preset"]], document["competition"]["game"]
    ).items():
        setattr(row, name, value)
    rows.fill(row, document["competition"], [*(name for name in schema.COMPETITION if name != "listed"), *more])
    if "visibility" not in more:
        listed = document["competition"]["listed"]
        row.visibility = Competition.Visibility.PUBLIC if listed else Competition.Visibility.LINK
    if status == Status.FINISHED:
        row.status, row.finished_at = Status.RUNNING, None  # the log decides whether it is over
    row.save(force_insert=True)
    Competition.objects.filter(id=row.id).update(created_at=document["competition"]["created_at"])
    with locked(row.id) as locked_row:
        _entrants(locked_row, document)
        Draw.objects.bulk_create(
            [rows.fill(Draw(competition=locked_row), draw, schema.DRAW) for draw in document["draws"]]
        )
        fixtures = _structure(locked_row, document)
        _boards(locked_row, document, fixtures)
        _as_made_here(locked_row)
        _log(locked_row, document)
        _option_changes(locked_row, document, fixtures)
        _hall(locked_row, document)
        for import_rows in importers:
            import_rows(locked_row, document)
        if status == Status.REGISTRATION:
            commit_draw(locked_row)  # the file does not hold the old one's secret
        _recomputed(locked_row, document)
        _check_chain(document)
        locked_row.audit.all().delete()
        AuditEntry.objects.bulk_create(
            [
                AuditEntry(
                    competition=locked_row,
                    at=source["at"],
                    verb=source["verb"],
                    message=source["message"],
                    signed=source["by"],
                )
                for source in document["audit"]
            ],
            batch_size=BATCH,
        )
        source = document.get("source") or "–"
        journal.note(locked_row, by, "import", text("imported the competition from {source}", source=source))
    return locked_row


def _as_made_here(row: Competition) -> None:
    """Check the settings of ``row`` by the rules of a competition made here; once it has begun they are history.

    Raises BadFile.
    """
    begun = row.status not in (Status.DRAFT, Status.REGISTRATION)
    names = ("name", "side_size", "boards", "team_rules") if begun else SETTINGS  # rules of an older edition stay
    values = {name: getattr(row, name) for name in names if name != "standings" or row.standings in OFFERED}
    context = Context.of(row)
    try:
        take(copy(row), values if begun else {**values, "options": {}}, context)  # what it says itself stays
    except BadSetting as refused:
        where = "competition" if hasattr(row, refused.field) else _PLACES.get(refused.field, "stages")
        raise BadFile(f"{where}.{refused.field}", str(refused)) from None


def _nothing_of_ours(document: Document) -> None:
    """Check that no result claims to be that of a match played here."""
    ids = [source["match"] for source in document["log"] if source["match"]]
    if Match.objects.filter(id__in=ids).exists() or ResultEntry.objects.filter(match_id__in=ids).exists():
        raise BadFile("log", _("It refers to matches played here in another competition."))


def _hall(row: Competition, document: Document) -> None:
    """Make the tables of ``row``, all in service."""
    source = document.get("hall")
    if source is None:
        return
    row.hall = rows.fill(Hall(), source, schema.HALL_TIMES)
    row.hall.save()
    row.save(update_fields=["hall"])
    HallTable.objects.bulk_create(
        rows.fill(HallTable(hall=row.hall), table, schema.HALL_TABLE) for table in source["tables"]
    )


def _entrants(row: Competition, document: Document) -> None:
    players = guests(nicknames=[source["name"] for source in document["entrants"]])
    entrants = []
    for source, player in zip(document["entrants"], players, strict=True):
        entrant = Entrant(competition=row, player=player, personal_key=secrets.token_urlsafe(24))
        entrant.side_key = secrets.token_urlsafe(24) if row.most_people > 1 else ""
        later = (*schema.ENTRANT_EVENING, *schema.ENTRANT_MORE)
        more = [name for name in later if name in source and name != "members"]
        entrants.append(rows.fill(entrant, source, [*schema.ENTRANT, *more]))
    Entrant.objects.bulk_create(entrants, batch_size=BATCH)
    mates = [
        (entrant, member) for entrant, row in zip(entrants, document["entrants"], strict=True) for member in _mates(row)
    ]
    people = guests(nicknames=[member["name"] for _entrant, member in mates])
    Member.objects.bulk_create(
        [
            Member(
                competition=row,
                entrant=entrant,
                user=user,
                number=member["number"],
                joined_at=entrant.entered_at,
                personal_key=new_key(user),
            )
            for (entrant, member), user in zip(mates, people, strict=True)
        ],
        batch_size=BATCH,
    )


def _mates(entrant: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the entrant's further members; older documents have none."""
    members: list[dict[str, Any]] = entrant.get("members", [])
    return members


def _structure(row: Competition, document: Document) -> dict[str, Fixture]:
    """Create stages, groups, rounds, ties and legs of the file; derived columns stay empty."""
    fixtures: list[Fixture] = []
    for part in rows.stages_of(row, document):
        part.stage.save(force_insert=True)
        for group in part.groups:
            group.save(force_insert=True)
        for round in part.rounds:
            round.save(force_insert=True)
            Tie.objects.bulk_create(part.ties[round.number], batch_size=BATCH)
        fixtures += part.fixtures
    Fixture.objects.bulk_create(fixtures, batch_size=BATCH)
    return {str(fixture.id): fixture for fixture in fixtures}


def _boards(row: Competition, document: Document, fixtures: Mapping[str, Fixture]) -> None:
    """Put the people named by their numbers on the boards of the ties of teams. Raises BadFile."""
    most = row.boards + row.of_teams  # an extra one
    for source in every_fixture(document):
        if source.get("board", 1) > most:
            raise BadFile(place(["fixture", source["id"], "board"]), _("There are fewer boards in a tie."))
    squads = squads_of(row.entrants.all()) if row.of_teams else {}
    former = _former_players(row, document)
    boards = {}
    for source in every_fixture(document) if row.of_teams else ():
        fixture = fixtures[source["id"]]
        for side, entrant in zip(SEATS, (fixture.home_id, fixture.away_id), strict=True):
            number, name = source.get(f"{side}_player"), source.get(f"{side}_former")
            path = place(["fixture", source["id"], f"{side}_player"])
            if number is not None and name is not None:
                raise BadFile(path, _("One person plays a board: name one of the squad, or one who left it."))
            if name is not None:
                player = former[entrant, name]
            elif number is None:
                continue
            elif entrant is not None and number in squads[entrant]:
                player = squads[entrant][number]
            else:
                raise BadFile(path, _("Nobody in the squad has the number %(number)s.") % {"number": number})
            setattr(fixture, f"{side}_player_id", player)
            boards[fixture.id] = fixture
    save_fields(boards.values(), ["home_player", "away_player"])


def _former_players(row: Competition, document: Document) -> dict[tuple[UUID | None, str], UUID]:
    """Make a player for each name that stands on boards of an entrant and has left its squad; return their ids."""
    named = {
        (UUID(source[side]) if source[side] else None, source[f"{side}_former"]): None
        for source in every_fixture(document)
        if row.of_teams
        for side in SEATS
        if f"{side}_former" in source
    }
    players = guests(nicknames=[name for _entrant, name in named])
    return {key: player.pk for key, player in zip(named, players, strict=True)}


def _log(row: Competition, document: Document) -> None:
    entries = rows.entries_of(row, document)
    if not any(entry.chain for entry in entries):
        chain(entries, "")
    ResultEntry.objects.bulk_create(entries, batch_size=BATCH)


def _option_changes(row: Competition, document: Document, fixtures: Mapping[str, Fixture]) -> None:
    stages = {stage.number: stage for stage in row.stages.all()}
    OptionChange.objects.bulk_create(
        [
            rows.fill(
                OptionChange(
                    competition=row, stage=stages.get(change["stage"]), fixture=fixtures.get(change["fixture"] or "")
                ),
                change,
                ("scope", "number", "options", "clock", "reason", "at"),
            )
            for change in document["option_changes"]
        ]
    )


def _recomputed(row: Competition, document: Document) -> None:
    """Derive everything from zero and compare it with the file. Raises BadFile."""
    status = document["competition"]["status"]
    if status in (Status.DRAFT, Status.REGISTRATION):
        if any(part["rounds"] for part in document["stages"]) or document["log"]:
            raise BadFile("competition.status", _("It has rounds or results: it has begun."))
        return
    if not any(part["rounds"] for part in document["stages"]):
        if status != Status.CANCELLED:
            raise BadFile("stages", _("It has begun, but it has no rounds."))
        return
    try:
        recompute(row)
    except (ValueError, KeyError, IndexError, TypeError, StopIteration, AttributeError, ZeroDivisionError) as wrong:
        message = _("Structure and log do not match: %(reason)s")
        raise BadFile("", message % {"reason": str(wrong)[:200]}) from None
    if status == Status.FINISHED and row.status == Status.FINISHED:
        row.finished_at = datetime.fromisoformat(document["competition"]["finished_at"] or document["audit"][-1]["at"])
        row.save(update_fields=["finished_at"])
    if row.status != status:
        raise BadFile("competition.status", _("By its log it is %(status)s.") % {"status": row.status})
    _compare(document, exported(row))


def _check_chain(document: Document) -> None:
    """Check the hashes of the log, where the file has them. Raises BadFile."""
    broken = first_broken(document["id"], document["log"])
    if broken is not None:
        at = next(at for at, entry in enumerate(document["log"]) if entry["position"] == broken)
        message = _("This entry or one before it was changed. To import it all the same, leave out “chain” everywhere.")
        raise BadFile(place(["log", at, "chain"]), message)


def _compare(document: Document, exported_again: Document) -> None:
    """Check that what the file derives is what follows here; wording may differ."""
    _check_same(document, exported_again, ["champion"], [])
    for at, (part, ours) in enumerate(zip(document["stages"], exported_again["stages"], strict=True)):
        for number, (group, group_here) in enumerate(zip(part["groups"], ours["groups"], strict=True)):
            if group.get("table") and _order(group["table"]) != _order(group_here["table"]):
                path = place(["stages", at, "groups", number, "table"])
                raise BadFile(path, _("The results give another table."))
        for day, (round, same) in enumerate(zip(part["rounds"], ours["rounds"], strict=True)):
            for number, (tie, own) in enumerate(zip(round["ties"], same["ties"], strict=False)):
                _check_same(tie, own, ["winner", "decided"], ["stages", at, "rounds", day, "ties", number])
    mine_of = {fixture["id"]: fixture for fixture in every_fixture(exported_again)}
    for fixture in every_fixture(document):
        _check_same(
            fixture, mine_of[fixture["id"]], ["home_goals", "away_goals", "shootout"], ["fixture", fixture["id"]]
        )


def _order(table: Any) -> Any:  # any JSON
    """Return entrants and points in table order."""
    try:
        return [(row["entrant"], row["rank"], float(row["points"])) for row in table["rows"]]
    except (KeyError, TypeError, ValueError):
        return None


def _check_same(
    source: Mapping[str, Any], exported_again: Mapping[str, Any], names: list[str], path: list[str | int]
) -> None:
    for name in names:
        if name in source and source[name] != exported_again[name]:
            message = _("By structure and log it is %(made)s, not %(given)s.")
            made, given = ("–" if told in (None, "") else told for told in (exported_again[name], source[name]))
            raise BadFile(place([*path, name]), message % {"made": made, "given": given})
