"""The log of a match as one compressed value, and back without a loss.

Clients' ids are random and do not compress: they are kept as their sixteen bytes, half of what is left of a match.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol
from uuid import UUID

VERSION: Final = b"1"
"""The first byte of a value: another way to pack would begin with another."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)

Entry = tuple[int, UUID, int, str, dict[str, Any], list[int], list[dict[str, Any]], str, datetime]
"""A row: seq, client_id, part, seat, move, rolls, events, kind, at."""


class Row(Protocol):
    """A row of the log, as the ORM or a statement made it."""

    seq: Any
    client_id: Any
    part: Any
    seat: Any
    move: Any
    rolls: Any
    events: Any
    kind: Any
    at: Any


def pack(rows: Sequence[Row]) -> bytes:
    """Pack the whole log of one match, in order. Raises ValueError unless it runs from 1 without a gap."""
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        raise ValueError("a log has the numbers from 1 without a gap")
    at = [(row.at - EPOCH) // MICROSECOND for row in rows]
    columns = {
        "part": [row.part for row in rows],
        "seat": [row.seat for row in rows],
        "kind": [row.kind for row in rows],
        "at": [now - before for before, now in zip([0, *at], at, strict=False)],
        "rolls": [row.rolls for row in rows],
        "move": [row.move for row in rows],
        "events": [row.events for row in rows],
    }
    words = json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()
    ids = b"".join(row.client_id.bytes for row in rows)
    return VERSION + zlib.compress(len(words).to_bytes(4, "big") + words + ids, 9)


def unpack(packed: bytes | memoryview) -> Iterable[Entry]:
    """Yield the rows of a packed log in order. Raises ValueError for what ``pack`` did not make."""
    packed = bytes(packed)
    if packed[:1] != VERSION:
        raise ValueError("an archived log that this release does not read")
    whole = zlib.decompress(packed[1:])
    end = 4 + int.from_bytes(whole[:4], "big")
    columns, ids, at = json.loads(whole[4:end]), whole[end:], EPOCH
    for number, (part, seat, kind, since, rolls, move, events) in enumerate(zip(*columns.values(), strict=True)):
        at += since * MICROSECOND
        client_id = UUID(bytes=ids[16 * number : 16 * number + 16])
        yield number + 1, client_id, part, seat, move, rolls, events, kind, at
