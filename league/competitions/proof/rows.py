"""A competition in memory out of its document, for a derivation without a database."""

from itertools import count
from typing import Any
from uuid import UUID, uuid5

from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.exchange import rows, schema
from league.competitions.exchange.checking import every_fixture
from league.competitions.exchange.faults import Document
from league.competitions.models import Competition, Entrant, PlainEntrant, PlainEntry, PlainFixture, PlainTie
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import usual_values


def snapshot_of(document: Document) -> Snapshot:
    """Return what ``take_snapshot`` would read of an imported ``document``. Its ids are its own, and no match runs."""
    competition = _competition(document)
    entrants = {
        entrant.id: entrant
        for entrant in (PlainEntrant.of(_entrant(competition, source)) for source in document["entrants"])
    }
    numbers = count(1)
    stages: list[StageSnapshot] = []
    ties: dict[int, list[PlainTie]] = {}
    fixtures: dict[UUID, list[PlainFixture]] = {}
    for part in rows.stages_of(competition, document):
        part.stage.id = next(numbers)
        for group in part.groups:
            group.id, group.stage = next(numbers), part.stage
        for round in part.rounds:
            round.id, round.stage = next(numbers), part.stage
            for tie in part.ties[round.number]:
                tie.round, tie.group = round, tie.group  # now that both have an id
                fixtures[tie.id] = []
            ties[round.id] = list(map(PlainTie.of, part.ties[round.number]))
        for fixture in part.fixtures:
            fixtures[fixture.tie_id].append(PlainFixture.of(fixture))
        stages.append(StageSnapshot(part.stage, part.groups, part.rounds))
    _seat_boards(document, fixtures)
    return Snapshot(
        competition=competition,
        stages=stages,
        entrants=entrants,
        ties=ties,
        fixtures=fixtures,
        entries=list(map(PlainEntry.of, rows.entries_of(competition, document))),
        unfinished=set(),
        begun=set(),
        by_seed={entrant.seed: entrant for entrant in entrants.values() if entrant.seed is not None},
        _lots=document["draws"][-1]["seed"] if document["draws"] else "",
    )


def _competition(document: Document) -> Competition:
    source = document["competition"]
    competition = Competition(id=UUID(document["id"]))
    for name, value in usual_values(PRESETS[source["preset"]], source["game"]).items():
        setattr(competition, name, value)
    more = [name for name in schema.COMPETITION_MORE if name in source]
    rows.fill(competition, source, [*(name for name in schema.COMPETITION if name != "listed"), *more])
    return competition


def _entrant(competition: Competition, source: dict[str, Any]) -> Entrant:
    later = (*schema.ENTRANT_EVENING, *schema.ENTRANT_MORE)
    more = [name for name in later if name in source and name != "members"]
    entrant: Entrant = rows.fill(Entrant(competition=competition), source, [*schema.ENTRANT, *more])
    return entrant


def _seat_boards(document: Document, fixtures: dict[UUID, list[PlainFixture]]) -> None:
    """Put somebody on each board of a tie of teams that the document has somebody on."""
    by_id = {fixture.id: fixture for legs in fixtures.values() for fixture in legs}
    for source in every_fixture(document):
        fixture = by_id[UUID(source["id"])]
        for side in ("home", "away"):
            number = source.get(f"{side}_player")
            player = source.get(f"{side}_former") if number is None else number
            if player is not None and source[side] is not None:
                setattr(fixture, f"{side}_player_id", uuid5(UUID(source[side]), str(player)))
