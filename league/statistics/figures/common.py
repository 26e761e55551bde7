"""What can be counted in any game, from the event types that the games share: goals, shots, passes, fouls, cards.

Possession is counted in decisions, made by either side, while a side has the ball. An event that names no seat belongs
to the side of its piece (``from``, ``piece``; of a tackle, its ``winner``).
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.seats import Event, other
from league.statistics.figures.row import Figures, Row, add, nothing

_PLAIN = {
    "shot": "shots",
    "foul": "fouls",
    "yellow": "yellows",
    "red": "reds",
    "corner": "corners",
    "pass": "passes",
    "tackle": "tackles_won",
}
_HAS_BALL = ("kick_off", "possession")


def count(rows: Iterable[Row]) -> Figures:
    """The figures of a match whose game has no count of its own."""
    figures = nothing()
    attacking: object = None
    for row in rows:
        add(figures, row.seat, "decisions")
        if row.seat is not None:
            add(figures, attacking, "attacks")
        for event in row.events:
            kind, seat = event["type"], seat_of(event)
            if kind in _HAS_BALL:
                attacking = seat
            elif kind == "goal":
                add(figures, seat, "goals")
                if event.get("own") and (seat == "home" or seat == "away"):
                    add(figures, other(seat), "own_goals")
            elif kind in _PLAIN:
                add(figures, seat, _PLAIN[kind])
                if event.get("completed"):
                    add(figures, seat, "passes_completed")
    return figures


def seat_of(event: Event) -> object:
    """Whose event it is; None where it says neither a seat nor a piece."""
    if event.get("seat"):
        return event["seat"]
    piece = event.get("winner") or event.get("from") or event.get("piece")
    return piece.partition(".")[0] if isinstance(piece, str) else None
