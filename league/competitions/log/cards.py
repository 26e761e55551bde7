"""Cards of a match played here, by seat, as the fair-play criteria of tables count them.

If a figure (or, in games that book the whole side, the side) is sent off after a caution, that is its second yellow
card: one ``second_yellow`` replaces the caution, as the disciplinary scales count it.
"""

from collections.abc import Iterable
from typing import Final

from django.db.models import Q

from engines.core.seats import SEATS, Event, Seat, seat_of
from matches.models import Match, MatchEvent

KINDS: Final = ("yellow", "second_yellow", "red")


def cards_of(match: Match) -> dict[Seat, list[str]]:
    """Return the cards shown in ``match``: by seat, in the order of ``KINDS``; empty lists if none."""
    has_cards = Q(events__contains=[{"type": "yellow"}]) | Q(events__contains=[{"type": "red"}])
    rows = MatchEvent.objects.filter(has_cards, match=match, kind="move").order_by("seq")
    return cards_by_seat(event for events in rows.values_list("events", flat=True) for event in events)


def cards_by_seat(events: Iterable[Event]) -> dict[Seat, list[str]]:
    """Count the cards of ``events`` (in order)."""
    cautions: dict[Seat, list[str]] = {seat: [] for seat in SEATS}
    sent: dict[Seat, list[str]] = {seat: [] for seat in SEATS}
    for event in events:
        seat = seat_of(event)
        if event["type"] not in ("yellow", "red") or (seat != "home" and seat != "away"):
            continue
        piece = str(event.get("piece") or "")
        if event["type"] == "yellow":
            cautions[seat].append(piece)
        elif piece in cautions[seat]:
            cautions[seat] = [booked for booked in cautions[seat] if booked != piece]
            sent[seat].append("second_yellow")
        elif "" in cautions[seat]:  # the side was booked and chooses the figure sent off
            cautions[seat].remove("")
            sent[seat].append("second_yellow")
        else:
            sent[seat].append("red")
    return {seat: ["yellow"] * len(cautions[seat]) + sorted(sent[seat], key=KINDS.index) for seat in SEATS}
