"""The log of a match, wherever it is: rows while it is young, one packed value once it is archived.

Everything that reads a log reads it here (``matches.store.database`` does the same for running matches).
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

from matches.models import Match, MatchArchive, MatchEvent
from matches.store.packing import unpack
from matches.terms.undoing import standing


def rows_of(match: Match, *, after: int = 0, most: int | None = None) -> list[MatchEvent]:
    """Return the rows after version ``after`` in order, at most ``most``. One query, two for an archived match."""
    log = match.log.filter(seq__gt=after).order_by("seq")
    rows = list(log if most is None else log[:most])
    if match.version <= after or (rows and rows[0].seq == after + 1):
        return rows
    rows = [row for row in [*archived_rows(match), *rows] if row.seq > after]
    return rows if most is None else rows[:most]


def rows_of_all(matches: Sequence[Match]) -> dict[UUID, list[MatchEvent]]:
    """Return the rows of each match in order, of all in one query; two where one is archived."""
    found: dict[UUID, list[MatchEvent]] = {match.pk: [] for match in matches}
    for row in MatchEvent.objects.filter(match__in=found).order_by("match_id", "seq"):
        found[row.match_id].append(row)
    missing = [match.pk for match in matches if match.version and not (found[match.pk] and found[match.pk][0].seq == 1)]
    packed = MatchArchive.objects.filter(match_id__in=missing).values_list("match_id", "packed") if missing else ()
    for match_id, log in packed:
        found[match_id] = [*_unpacked(match_id, log), *found[match_id]]
    return found


def last_rows(match: Match, most: int) -> list[MatchEvent]:
    """Return the last rows in order, at most ``most``."""
    return rows_of(match, after=max(0, match.version - most))[-most:]


def moves_of(match: Match) -> list[MatchEvent]:
    """Return the rows that are moves of the game and stand, without the match's own rulings."""
    return [row for row in standing(rows_of(match)) if row.kind == "move"]


def archived_rows(match: Match) -> Iterable[MatchEvent]:
    """Return the rows of an archived log, unsaved; none if it is not archived."""
    packed = MatchArchive.objects.filter(match_id=match.pk).values_list("packed", flat=True).first()
    return () if packed is None else _unpacked(match.pk, packed)


def _unpacked(match_id: UUID, packed: bytes | memoryview) -> Iterable[MatchEvent]:
    for seq, client_id, part, seat, move, rolls, events, kind, at in unpack(bytes(packed)):
        yield MatchEvent(
            match_id=match_id,
            seq=seq,
            client_id=client_id,
            part=part,
            seat=seat,
            move=move,
            rolls=rolls,
            events=events,
            kind=kind,
            at=at,
        )
