"""The hash of each entry of a log behind the entry before it: what counts, and nothing that names a person.

So an entry that was changed, added or removed later shows in all hashes after it. Names, reasons and authors are left
out: they may be erased, and decide nothing. The first entry hangs on the competition's id. No Django: a browser
computes them, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final
from uuid import UUID

from engines.core.chain import canonical, link

COLUMNS: Final = {"match": "match_id", "fixture": "fixture_id", "entrant": "entrant_id"}
"""Names of a document -> columns of another name."""
CHAINED: Final = (
    "position",
    "kind",
    "fixture",
    "entrant",
    "points",
    "home_goals",
    "away_goals",
    "shootout",
    "winner",
    "carry",
    "extra_time",
    "how",
    "closing",
    "cards",
    "match",
    "forfeits",
    "source",
    "at",
)
"""The parts of an entry that its hash covers, by the names of a document."""
PLAIN: Final = {"forfeits": "", "closing": None, "cards": None}
"""Names that are left out where they have these values: older documents have them not."""


def plain(value: Any) -> Any:  # a column's value as JSON has it
    """Return ``value`` as a document writes it: times in UTC, ids as text."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def digest_of(before: str, entry: Mapping[str, Any]) -> str:
    """Return the hash of a document's ``entry`` behind the hash ``before``."""
    told = {name: entry.get(name, PLAIN.get(name)) for name in CHAINED}
    return link(
        before, canonical({name: value for name, value in told.items() if name not in PLAIN or value != PLAIN[name]})
    )


def digests(competition_id: UUID | str, entries: Iterable[Mapping[str, Any]], before: str = "") -> Iterator[str]:
    """Give the hash of each of a document's ``entries``; ``before`` is that of the last entry before them."""
    digest = before or beginning(competition_id)
    for entry in entries:
        digest = digest_of(digest, entry)
        yield digest


def beginning(competition_id: UUID | str) -> str:
    """Return the hash on which the first entry hangs, and any whose predecessor has none."""
    return link("", str(competition_id))


def first_broken(competition_id: UUID | str, entries: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the position of the first of a document's ``entries`` whose hash is wrong, or None.

    Entries of a release without hashes have none; the first behind them begins anew. One without a hash behind one with
    it is wrong, too.
    """
    before = ""
    for entry in entries:
        digest = entry.get("chain", "")
        if (digest or before) and digest != digest_of(before or beginning(competition_id), entry):
            return int(entry["position"])
        before = digest
    return None


def chain(entries: list[Any], before: str) -> None:  # rows of the log
    """Give new ``entries`` of a log their hashes, behind that of its last one."""
    if not entries:
        return
    told = [{name: plain(getattr(entry, COLUMNS.get(name, name))) for name in CHAINED} for entry in entries]
    for entry, digest in zip(entries, digests(entries[0].competition_id, told, before), strict=True):
        entry.chain = digest
