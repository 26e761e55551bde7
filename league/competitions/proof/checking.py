"""Check of a proof: signature, hashes, draws, dice, moves, results, tables. It needs no site and no database."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from engines.core import sheet as sheets
from engines.core.chain import BadChain, Line, read
from engines.core.errors import EngineError, show
from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.derivation.tables import stored_table
from league.competitions.exchange.checking import checked, every_fixture
from league.competitions.exchange.faults import BadFile, Document
from league.competitions.log.chain import first_broken
from league.competitions.models import ResultEntry
from league.competitions.proof import signing
from league.competitions.proof.rows import snapshot_of
from league.competitions.proof.writing import KIND, VERSION

DERIVING: Final = (ValueError, KeyError, IndexError, TypeError, StopIteration, AttributeError, ZeroDivisionError)
"""Errors by which a structure and a log that do not fit each other show."""


class BadProof(Exception):
    """Something in a proof is false; the sentence names it and its place."""


@dataclass(slots=True)
class _Reading:
    """The part of a proof that has been read."""

    document: Document = field(default_factory=dict)
    entries: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Entries that name a match, by it."""
    sheets: int = 0
    before: str = ""
    """The hash of the line before."""
    is_over: bool = False
    key: str = ""


def verify(lines: Iterable[bytes], key: str = "", head: str = "") -> Iterator[str]:
    """Give a sentence for all that is proved, as it goes on. Raises BadProof at the first thing that is false.

    ``key``: the public key that must have signed it; ``head``: the hash that an entry of its log must have, as somebody
    noted it while the competition ran.
    """
    reading = _Reading()
    try:
        for line in read(lines):
            yield from _line(reading, line, head)
            reading.before = line.digest
    except BadChain as wrong:
        raise BadProof(str(wrong)) from None
    if not reading.key:
        raise BadProof("the file ends before its signature")
    if key and reading.key != key.lower():
        raise BadProof(f"it is signed with the key {reading.key}, not with the one given")
    yield f"the file is signed with the key {reading.key}"


def _line(reading: _Reading, line: Line, head: str) -> Iterator[str]:
    content = line.content
    try:
        match content["kind"]:
            case _ if line.number == 1:
                if (content["kind"], content["proof"], content["version"]) != ("begin", KIND, VERSION):
                    raise BadProof(f"{line.place} does not begin a proof of version {VERSION}")
            case _ if reading.key:
                raise BadProof(f"{line.place} stands behind the signature")
            case "document" if not reading.document:
                reading.document = checked(content["document"])
                reading.entries = {entry["match"]: entry for entry in reading.document["log"] if entry["match"]}
                yield from check_document(reading.document, head)
            case "sheet" if reading.document and not reading.is_over:
                _sheet(reading, line, content)
            case "end" if reading.document:
                reading.is_over = True
                yield _sheets(reading)
            case "signature" if reading.is_over:
                if not signing.is_signed(reading.before, content["signature"], content["key"]):
                    raise BadProof(f"{line.place}: the signature does not fit")
                reading.key = content["key"]
            case kind:
                raise BadProof(f"{line.place} has the kind {show(kind)}, which does not belong there")
    except BadFile as wrong:
        raise BadProof(f"{line.place}: {wrong}") from None
    except (KeyError, TypeError, AttributeError) as wrong:
        raise BadProof(f"{line.place} is no line of a proof ({show(str(wrong))})") from None


# ── the document ──
def check_document(document: Document, head: str = "") -> Iterator[str]:
    """Give a sentence for all that is proved of a checked ``document``: its log, and what follows. Raises BadProof."""
    yield _log(document, head)
    for drawn in document["draws"]:  # ``checked`` has made each again
        entrants = len(drawn["order"])
        yield f"draw {drawn['number']} of {entrants} entrants follows from a seed whose hash was published before"
    if any(part["rounds"] for part in document["stages"]):
        yield _derived(document)


def _log(document: Document, head: str) -> str:
    entries = document["log"]
    broken = first_broken(document["id"], entries)
    if broken is not None:
        raise BadProof(f"entry {broken} of the log was changed, or one before it")
    if head and head.lower() not in {entry.get("chain") for entry in entries}:
        raise BadProof(f"no entry of the log has the hash {head}: the log was another one when you noted it")
    without = sum(not entry.get("chain") for entry in entries)
    kinds = [entry["kind"] for entry in entries]
    corrected = sum(kind in (ResultEntry.Kind.CORRECTED, ResultEntry.Kind.REPLAY) for kind in kinds)
    hashes = f", {without} of them from a release without hashes" if without else ""
    return f"the {len(entries)} entries of the log follow from each other{hashes}; {corrected} of them are corrections"


def _derived(document: Document) -> str:
    try:
        snapshot = snapshot_of(document)
        derived = derive(snapshot)
        return _compare(document, snapshot, derived)
    except DERIVING as wrong:
        raise BadProof(f"structure and log do not fit each other ({show(str(wrong))})") from None


def _compare(document: Document, snapshot: Snapshot, derived: Derived) -> str:
    """Compare what the file says with what follows from structure and log: ties, scores, tables, the champion."""
    fixtures = {fixture["id"]: fixture for fixture in every_fixture(document)}
    for fixture_id, facts in derived.fixtures.items():
        told = fixtures[str(fixture_id)]
        for name in ("home_goals", "away_goals", "shootout"):
            if name in told and told[name] != getattr(facts, name):
                raise BadProof(f"fixture {fixture_id}: by the log {name} is {getattr(facts, name)}, not {told[name]}")
    tables = 0
    for part, source in zip(snapshot.stages, document["stages"], strict=True):
        for group, listed in zip(part.groups, source["groups"], strict=True):
            if listed.get("table"):
                tables += 1
                if _order(stored_table(snapshot, derived, group)) != _order(listed["table"]):
                    name = listed["name"] or listed["number"]
                    raise BadProof(f"the table {name} of stage {source['number']} does not follow from the log")
        for day in source["rounds"]:
            for tie in day["ties"]:
                _compare_tie(tie, derived)
    champion = str(derived.champion.id) if derived.champion and derived.over else None
    if document.get("champion") != champion:
        raise BadProof(f"by the log the champion is {champion}, not {document.get('champion')}")
    return f"{len(derived.ties)} ties, {len(fixtures)} matches, {tables} tables and the champion follow from the log"


def _compare_tie(told: Mapping[str, Any], derived: Derived) -> None:
    facts = derived.ties[UUID(told["id"])]
    winner = str(facts.winner.id) if facts.winner else None
    if (told.get("winner"), told.get("decided", "")) != (winner, facts.decided):
        raise BadProof(
            f"tie {told['id']}: by the log {winner} goes through ({facts.decided}), not {told.get('winner')}"
        )


def _order(table: Mapping[str, Any]) -> list[tuple[Any, Any, float]]:
    return [(row["entrant"], row["rank"], float(row["points"])) for row in table["rows"]]


# ── matches ──
def _sheet(reading: _Reading, line: Line, content: Mapping[str, Any]) -> None:
    """Check a match: it replays, its dice follow from its secrets, and its result is the one in the log."""
    place = f"{line.place}: match {show(content['match'])}"
    entry = reading.entries.get(content["match"])
    if entry is None:
        raise BadProof(f"{place} is in no entry of the log")
    try:
        sheet = sheets.read(content["sheet"])
        sheets.verify(sheet)
    except EngineError as wrong:
        raise BadProof(f"{place}: {wrong}") from None
    if sheet.tags.get("Match") != content["match"]:
        raise BadProof(f"{place}: the sheet is of another match")
    if "Secret" not in sheet.tags:
        raise BadProof(f"{place}: the secret of its dice is missing")
    if entry["kind"] == ResultEntry.Kind.PLAYED and "Decided" not in sheet.tags:
        told = (entry["home_goals"], entry["away_goals"], entry["winner"])
        played = (sheet.score["home"], sheet.score["away"], (sheet.result or {}).get("winner") or "")
        if told != played:
            raise BadProof(f"{place}: it was {played}, the log says {told} (entry {entry['position']})")
    reading.sheets += 1


def _sheets(reading: _Reading) -> str:
    without = len(reading.entries) - reading.sheets
    elsewhere = f"; {without} have no sheet here" if without else ""
    return (
        f"{reading.sheets} matches replay with dice that follow from their secrets, and give their results{elsewhere}"
    )
