"""Rows of a document, not saved: structure and log as the models have them. Derived columns stay empty."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from league.competitions.exchange import schema
from league.competitions.exchange.faults import Document
from league.competitions.models import Competition, Fixture, Group, ResultEntry, Round, Stage, Tie


@dataclass(slots=True)
class StageRows:
    """The rows of a stage, in the order of the document."""

    stage: Stage
    groups: list[Group]
    rounds: list[Round]
    ties: dict[int, list[Tie]]
    """By the round's number."""
    fixtures: list[Fixture]


def fill(row: Any, source: Mapping[str, Any], names: Iterable[str]) -> Any:  # a row, as the lists of the schema say
    """Set the columns ``names`` of ``row`` to the document's values, and return it."""
    for name in names:
        value = source[name]
        if value is not None and (name == "at" or name.endswith("_at")):
            value = datetime.fromisoformat(value)
        elif value is not None and name == "id":
            value = UUID(value)
        setattr(row, name, value)
    return row


def stages_of(row: Competition, document: Document) -> list[StageRows]:
    return [_stage(row, part) for part in document["stages"]]


def _stage(row: Competition, source: Mapping[str, Any]) -> StageRows:
    stage = Stage(competition=row, **{name: source[name] for name in schema.STAGE})
    groups = {
        group["number"]: Group(stage=stage, **{name: group[name] for name in schema.GROUP})
        for group in source["groups"]
    }
    made = StageRows(stage, [*groups.values()], [], {}, [])
    for day in source["rounds"]:
        round = fill(Round(stage=stage), day, schema.ROUND)
        made.rounds.append(round)
        made.ties[round.number] = []
        for listed in day["ties"]:
            tie = fill(Tie(round=round), listed, [name for name in schema.TIE if name != "group"])
            tie.group = groups.get(listed["group"])
            made.ties[round.number].append(tie)
            made.fixtures += [_leg(row, tie, leg) for leg in listed["fixtures"]]
    return made


def _leg(row: Competition, tie: Tie, source: Mapping[str, Any]) -> Fixture:
    """Make a leg with its original sides: a result counts only for the two it was given for."""
    names = [name for name in schema.FIXTURE if name not in ("home", "away")]
    more = (name for name in (*schema.FIXTURE_EVENING, "board") if name in source)
    leg: Fixture = fill(Fixture(tie=tie, competition=row), source, [*names, *more])
    leg.home_id = UUID(source["home"]) if source["home"] else None
    leg.away_id = UUID(source["away"]) if source["away"] else None
    return leg


def entries_of(row: Competition, document: Document) -> list[ResultEntry]:
    columns = [name for name in schema.ENTRY if name not in ("fixture", "entrant", "match", "by")]
    entries = []
    for source in document["log"]:
        more = [name for name in schema.ENTRY_MORE if name in source]
        entry: ResultEntry = fill(
            ResultEntry(competition=row, signed=source["by"], forfeits=""), source, [*columns, *more]
        )
        entry.fixture_id = UUID(source["fixture"]) if source["fixture"] else None
        entry.entrant_id = UUID(source["entrant"]) if source["entrant"] else None
        entry.match_id = UUID(source["match"]) if source["match"] else None
        entries.append(entry)
    return entries
