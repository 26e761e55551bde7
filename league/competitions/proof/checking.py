"""Check of a whole proof: what ``reading`` checks, and that ties, scores, tables and champion follow from the log.

It needs no site and no database.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final
from uuid import UUID

from engines.core.errors import show
from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.derivation.tables import stored_table
from league.competitions.exchange.checking import checked, every_fixture
from league.competitions.exchange.faults import BadFile, Document
from league.competitions.proof import reading, signing
from league.competitions.proof.reading import BadProof
from league.competitions.proof.rows import snapshot_of

DERIVING: Final = (ValueError, KeyError, IndexError, TypeError, StopIteration, AttributeError, ZeroDivisionError)
"""Errors by which a structure and a log that do not fit each other show."""


def verify(lines: Iterable[bytes], key: str = "", head: str = "") -> Iterator[str]:
    """Give a sentence for all that is proved, as it goes on. Raises BadProof at the first thing that is false.

    ``key``: the public key that must have signed it; ``head``: the hash that an entry of its log must have, as somebody
    noted it while the competition ran.
    """
    signature = None
    for step in reading.steps(lines, partial(_checked, head=head)):
        yield from step.proved
        signature = step.signature or signature
    assert signature is not None, "a proof ends with it"
    if not signing.is_signed(signature.digest, signature.signature, signature.key):
        raise BadProof(f"{signature.place}: the signature does not fit")
    if key and signature.key != key.lower():
        raise BadProof(f"it is signed with the key {signature.key}, not with the one given")
    yield f"the file is signed with the key {signature.key}"


def _checked(document: Document, head: str) -> Iterator[str]:
    try:
        document = checked(document)
    except BadFile as wrong:
        raise BadProof(str(wrong)) from None
    yield from check_document(document, head)


def check_document(document: Document, head: str = "") -> Iterator[str]:
    """Give a sentence for all that is proved of a checked ``document``: its log, and what follows. Raises BadProof."""
    yield from reading.check(document, head)
    if any(part["rounds"] for part in document["stages"]):
        yield _derived(document)


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
