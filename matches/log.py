"""The log of a match, wherever it is: rows while it is young, one packed value once it is archived.

Everything that reads a log reads it here (``matches.store.database`` does the same for running matches).
"""

from collections.abc import Iterable
from typing import Final

from matches.models import Match, MatchArchive, MatchEvent
from matches.store.packing import unpack

UNDO: Final = "undo"
"""Type of the ruling that undoes a decision of casual play (``matches.verbs.undoing``)."""


def rows_of(match: Match, *, after: int = 0, most: int | None = None) -> list[MatchEvent]:
    """Return the rows after version ``after`` in order, at most ``most``. One query, two for an archived match."""
    log = match.log.filter(seq__gt=after).order_by("seq")
    rows = list(log if most is None else log[:most])
    if match.version <= after or (rows and rows[0].seq == after + 1):
        return rows
    rows = [row for row in [*archived_rows(match), *rows] if row.seq > after]
    return rows if most is None else rows[:most]


def last_rows(match: Match, most: int) -> list[MatchEvent]:
    """Return the last rows in order, at most ``most``."""
    return rows_of(match, after=max(0, match.version - most))[-most:]


def standing(rows: Iterable[MatchEvent]) -> list[MatchEvent]:
    """Return ``rows`` without moves that were undone, and without the rulings that undid them."""
    events: list[MatchEvent] = []
    for row in rows:
        if row.kind == "ruling" and row.move.get("type") == UNDO:
            events = [event for event in events if event.seq <= row.move["to"] or event.kind != "move"]
        else:
            events.append(row)
    return events


def moves_of(match: Match) -> list[MatchEvent]:
    """Return the rows that are moves of the game and stand, without the match's own rulings."""
    return [row for row in standing(rows_of(match)) if row.kind == "move"]


def archived_rows(match: Match) -> Iterable[MatchEvent]:
    """Yield the rows of an archived log, unsaved; none if it is not archived."""
    packed = MatchArchive.objects.filter(match_id=match.pk).values_list("packed", flat=True).first()
    if packed is not None:
        for seq, client_id, part, seat, move, rolls, events, kind, at in unpack(bytes(packed)):
            yield MatchEvent(
                match_id=match.pk,
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
