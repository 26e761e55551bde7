"""What can be counted in any game, from the event types that the games share: goals, shots, passes, fouls, cards.

``shots_scored`` are the goals that came of shots: own goals and the flags of Dom Jim's races are none of them.
Possession is counted in decisions, made by either side, while a side has the ball. An event that names no seat belongs
to the side of its piece (``from``, ``piece``; of a tackle, its ``winner``).
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.seats import Event, other, seat_of
from league.statistics.derivation.figures.row import Figures, Row, add, nothing

_PLAIN = {
    "shot": "shots",
    "foul": "fouls",
    "yellow": "yellows",
    "red": "reds",
    "corner": "corners",
    "pass": "passes",
    "tackle": "tackles_won",
    "offside": "offsides",
}
_SCORED = ("goal", "scored")
_HAS_BALL = ("kick_off", "possession")


def count(rows: Iterable[Row]) -> Figures:
    """The figures of a match whose game has no count of its own."""
    figures = nothing()
    attacking: object = None
    for row in rows:
        add(figures, row.seat, "decisions")
        if row.seat is not None:
            add(figures, attacking, "attacks")
        shooting = any(event["type"] == "shot" for event in row.events)
        for event in row.events:
            kind, seat = event["type"], seat_of(event)
            if kind in _HAS_BALL:
                attacking = seat
            elif kind == "goal":
                add(figures, seat, "goals")
                if event.get("own") and (seat == "home" or seat == "away"):
                    add(figures, other(seat), "own_goals")
            elif kind == "penalty":
                _count_penalty(figures, seat, event, shooting)
            elif kind in _PLAIN:
                add(figures, seat, _PLAIN[kind])
                if event.get("completed"):
                    add(figures, seat, "passes_completed")
                if kind == "shot" and event.get("outcome") in _SCORED:
                    add(figures, seat, "shots_scored")
    return figures


def _count_penalty(figures: Figures, seat: object, event: Event, shooting: bool) -> None:
    """A penalty taken is a shot; ``shooting``: the game has told it as one already."""
    add(figures, seat, "penalties")
    if not shooting:
        add(figures, seat, "shots")
    if event.get("outcome") in _SCORED:
        add(figures, seat, "penalties_scored")
        if not shooting:
            add(figures, seat, "shots_scored")
    elif event.get("outcome") == "saved" and (seat == "home" or seat == "away"):
        add(figures, other(seat), "saves")
