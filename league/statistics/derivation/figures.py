"""Counting a match: from the rows of its log to figures by seat and to the deeds of its pieces.

How a game is counted stands in its own package (``engines.about(game).statistics``); here come its dice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import engines
from engines.core.figures import Deed, Figures, LineUps, Row, Statistics, add
from matches.replay.fair_dice import named_rolls

VERSION: Final = 11
"""Raised when the counting changes: what is stored is then counted again."""


def statistics_of(game: str) -> Statistics:
    """Return the statistics that ``game`` declares; the common ones for a game that this site no longer has."""
    return engines.about(game).statistics if game in engines.games() else Statistics()


def count(game: str, rows: Iterable[Row]) -> Figures:
    """Count a match of ``game`` from ``rows`` (the opening first, then the log), with its dice."""
    log = list(rows)
    figures = statistics_of(game).figures(log)
    for row in log:
        for seat, name in named_rolls(row.events):
            add(figures, seat, name)
    return figures


def line_ups(game: str, rows: Iterable[Row]) -> LineUps:
    """Return the key of the line-up with which each side began; empty where the game leaves no choice."""
    find = statistics_of(game).line_ups
    return find(rows) if find else {}


def deeds(game: str, rows: Iterable[Row]) -> dict[str, Counter[str]]:
    """Count by piece (``home.f9``) each of ``words.DEEDS``; pieces that did nothing are left out."""
    further = statistics_of(game).deeds
    pieces: dict[str, Counter[str]] = {}
    for row in rows:
        for piece, deed, number in [*_common(row), *(further(row) if further else ())]:
            if isinstance(piece, str) and number:
                pieces.setdefault(piece, Counter())[deed] += number
    return pieces


def _common(row: Row) -> Iterator[Deed | tuple[None, str, int]]:
    """Return the deeds that all games tell alike; the piece is None where an event names none."""
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
