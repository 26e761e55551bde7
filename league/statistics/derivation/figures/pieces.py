"""What each piece did in a match: goals, shots, passes, duels won and lost, cells run. Pure; from the events alone.

Dom Jim, six-a-side and Soccer Tactics name pieces in their events; where a game names none, nothing is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from league.statistics.derivation.figures.besides import cells_run
from league.statistics.derivation.figures.row import Row

NAMING: Final = ("dom_jim", "six_a_side", "soccer_tactics")
"""The games whose events name pieces."""


def deeds(game: str, rows: Iterable[Row]) -> dict[str, Counter[str]]:
    """By piece (``home.f9``) how often it did each of ``words.DEEDS``; a piece that did nothing is not in it."""
    done: dict[str, Counter[str]] = {}
    for row in rows:
        for piece, deed, number in _of(game, row):
            if isinstance(piece, str) and number:
                done.setdefault(piece, Counter())[deed] += number
    return done


def _of(game: str, row: Row) -> Iterator[tuple[object, str, int]]:
    """What pieces did in ``row``: the piece (or what names none), the deed and how much."""
    shooting = any(event["type"] == "shot" for event in row.events)
    for event in row.events:
        kind = event["type"]
        if kind == "goal" and not event.get("own"):
            yield event.get("piece"), "goals", 1
        elif kind == "shot" or (kind == "penalty" and not shooting):
            yield event.get("piece"), "shots", 1
        elif kind == "pass" and "." in str(event.get("from")):  # Fuba's go from zone to zone
            yield event["from"], "passes", 1
        elif kind == "tackle":
            yield event.get("winner"), "won", 1
            yield event.get("loser"), "lost", 1
    if game == "soccer_tactics":
        for piece, number in cells_run(row):
            yield piece, "run", number
