"""Reading of a proof, line by line: chain, draws, log, dice, moves and results, by the engines and formats alone.

No Django: the page of a proof does this in the reader's browser (``packaging/offline/proof.js``), which checks the
signature by its own means. The command derives ties and tables besides (``proof.checking``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from json import dumps
from typing import Any, Final

from engines.core import sheet as sheets
from engines.core.chain import BadChain, Line, read
from engines.core.errors import EngineError, show
from league.competitions.log.chain import first_broken
from league.formats import draw as draws
from matches.terms.results import counted

KIND: Final = "tabellone-proof"
VERSION: Final = 1
PLAYED: Final = "played"
CORRECTIONS: Final = ("corrected", "replay")
"""Kinds of entries (``ResultEntry.Kind``): one that tells a match as it was played, those that put a result right."""


class BadProof(Exception):
    """Something in a proof is false; the sentence names it and its place."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of a proof, still to be checked."""

    place: str
    digest: str
    """The hash that is signed, in hex: its text is."""
    signature: str
    key: str


@dataclass(slots=True)
class Step:
    """Sentences that one line has proved. ``ends``: the byte behind it."""

    ends: int
    proved: list[str] = field(default_factory=list)
    signature: Signature | None = None


@dataclass(slots=True)
class _Reading:
    """The part of a proof that has been read."""

    check: Callable[[Any], Iterator[str]]
    document: Mapping[str, Any] = field(default_factory=dict)
    entries: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Entries that name a match, by it."""
    sheets: int = 0
    before: str = ""
    """The hash of the line before."""
    is_over: bool = False
    signature: Signature | None = None


def steps(lines: Iterable[bytes], check: Callable[[Any], Iterator[str]]) -> Iterator[Step]:
    """Give what each line proves, as it goes on. Raises BadProof at the first thing that is false.

    ``check``: what gives sentences for the document, and raises BadProof.
    """
    reading = _Reading(check)
    try:
        for line in read(lines):
            step = Step(line.ends)
            step.proved.extend(_line(reading, line))
            if reading.signature:
                step.signature = reading.signature
            reading.before = line.digest
            yield step
    except BadChain as wrong:
        raise BadProof(str(wrong)) from None
    if not reading.signature:
        raise BadProof("the file ends before its signature")


def _line(reading: _Reading, line: Line) -> Iterator[str]:
    content = line.content
    try:
        match content["kind"]:
            case _ if line.number == 1:
                if (content["kind"], content["proof"], content["version"]) != ("begin", KIND, VERSION):
                    raise BadProof(f"{line.place} does not begin a proof of version {VERSION}")
            case _ if reading.signature:
                raise BadProof(f"{line.place} stands behind the signature")
            case "document" if not reading.document:
                reading.document = content["document"]
                yield from _document(reading, line)
            case "sheet" if reading.document and not reading.is_over:
                _sheet(reading, line, content)
            case "end" if reading.document:
                reading.is_over = True
                yield _sheets(reading)
            case "signature" if reading.is_over:
                reading.signature = Signature(
                    line.place, reading.before, str(content["signature"]), str(content["key"])
                )
            case kind:
                raise BadProof(f"{line.place} has the kind {show(kind)}, which does not belong there")
    except (KeyError, TypeError, AttributeError) as wrong:
        raise BadProof(f"{line.place} is no line of a proof ({show(str(wrong))})") from None


# ── the document ──
def _document(reading: _Reading, line: Line) -> Iterator[str]:
    try:
        yield from reading.check(reading.document)
    except BadProof as wrong:
        raise BadProof(f"{line.place}: {wrong}") from None
    reading.entries = {entry["match"]: entry for entry in reading.document["log"] if entry["match"]}


def check(document: Mapping[str, Any], head: str = "") -> Iterator[str]:
    """Give a sentence for the log of ``document`` and for each draw. Raises BadProof."""
    yield _log(document, head)
    for row in document["draws"]:
        drawn = draws.Drawn(row["algorithm"], row["commitment"], row["seed"], row["entrants_hash"], row["order"])
        for wrong in draws.verify(drawn, row["entrants"])[:1]:
            raise BadProof(f"draw {row['number']}: {wrong}")
        entrants = len(row["order"])
        yield f"draw {row['number']} of {entrants} entrants follows from a seed whose hash was published before"


def _log(document: Mapping[str, Any], head: str) -> str:
    entries = document["log"]
    broken = first_broken(document["id"], entries)
    if broken is not None:
        raise BadProof(f"entry {broken} of the log was changed, or one before it")
    if head and head.lower() not in {entry.get("chain") for entry in entries}:
        raise BadProof(f"no entry of the log has the hash {head}: the log was another one when you noted it")
    without = sum(not entry.get("chain") for entry in entries)
    kinds = [entry["kind"] for entry in entries]
    corrected = sum(kind in CORRECTIONS for kind in kinds)
    hashes = f", {without} of them from a release without hashes" if without else ""
    return f"the {len(entries)} entries of the log follow from each other{hashes}; {corrected} of them are corrections"


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
    if entry["kind"] == PLAYED and "Decided" not in sheet.tags:
        result = sheet.result or {}
        goals = counted({**result, "score": sheet.score})
        told = (entry["home_goals"], entry["away_goals"], entry["winner"])
        played = (goals["home"], goals["away"], result.get("winner") or "")
        if told != played:
            raise BadProof(f"{place}: it was {played}, the log says {told} (entry {entry['position']})")
    reading.sheets += 1


def _sheets(reading: _Reading) -> str:
    without = len(reading.entries) - reading.sheets
    elsewhere = f"; {without} have no sheet here" if without else ""
    return (
        f"{reading.sheets} matches replay with dice that follow from their secrets, and give their results{elsewhere}"
    )


# ── for the worker: bytes in, JSON out ──
class Door:
    """A proof that is read in a browser, as its script calls it."""

    def __init__(self, raw: bytes, head: str = "") -> None:
        self._steps = steps(BytesIO(raw), lambda document: check(document, head))

    def next(self) -> str:
        """Read the next line. ``ends``, ``proved``, ``signature`` as JSON; ``wrong`` at what is false; ``over``."""
        try:
            step = next(self._steps, None)
        except BadProof as wrong:
            return dumps({"wrong": str(wrong)})
        if step is None:
            return dumps({"over": True})
        signed = step.signature
        signature = signed and {"digest": signed.digest, "signature": signed.signature, "key": signed.key}
        return dumps({"ends": step.ends, "proved": step.proved, "signature": signature})
