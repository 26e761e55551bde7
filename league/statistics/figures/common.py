"""What can be counted in any game, from the event types that the games share: goals, shots, fouls, cards, decisions."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.seats import other
from league.statistics.figures.row import Figures, Row, add, nothing

_PLAIN = {"shot": "shots", "foul": "fouls", "yellow": "yellows", "red": "reds", "corner": "corners", "pass": "passes"}


def count(rows: Iterable[Row]) -> Figures:
    """The figures of a match whose game has no count of its own."""
    figures = nothing()
    for row in rows:
        add(figures, row.seat, "decisions")
        for event in row.events:
            kind, seat = event["type"], event.get("seat")
            if kind == "goal":
                add(figures, seat, "goals")
                if event.get("own") and seat in ("home", "away"):
                    add(figures, other(seat), "own_goals")
            elif kind in _PLAIN:
                add(figures, seat, _PLAIN[kind])
    return figures
