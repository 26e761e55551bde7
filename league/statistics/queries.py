"""The figures of one match, as its pages show them. ``almanac`` reads competitions and games, ``people`` players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.functional import Promise

from engines.core.seats import SEATS
from league.statistics import figures
from league.statistics.log import rows_of
from league.statistics.models import MatchFigures
from league.statistics.words import always, shown
from matches.models import Match

SO_FAR_SECONDS = 60
"""How long the figures of one version of a match that nobody has stored are remembered."""
PLAYED = ("play", "clock")
"""Sources of a result that was played on the board; an award has no figures."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One line of a duel: the label and both sides' numbers; ``percent``: they are percentages."""

    name: str
    label: str | Promise
    home: int
    away: int
    percent: bool = False

    @property
    def whole(self) -> int:
        """Both sides together, at least 1: the length of the bar that shows them."""
        return max(1, self.home + self.away)


def match_figures(match: Match) -> list[FigureRow]:
    """The duel of a match: as it was counted after the end, or from its log until then; empty before, and of an award.

    What was played alone is stored nowhere, as it counts for nobody, and is told all the same."""
    found = None
    if match.status == Match.Status.FINISHED:
        found = MatchFigures.objects.filter(match=match).defer("story").first()
    if found is not None:
        counted: Mapping[str, Any] = found.figures
    elif _is_played(match):
        counted = _so_far(match)
    else:
        return []
    home, away = (counted.get(seat, {}) for seat in SEATS)
    rows = [
        FigureRow(row.name, row.label, row.value(home, away), row.value(away, home), row.percent)
        for row in shown(match.game)
    ]
    return [row for row in rows if row.home or row.away or always(row.name)]


def _is_played(match: Match) -> bool:
    """Whether there is play to tell of: it goes on, or came to a result on the board."""
    if match.status == Match.Status.FINISHED:
        return (match.result or {}).get("source", "play") in PLAYED
    return match.status in (Match.Status.LIVE, Match.Status.PAUSED)


def _so_far(match: Match) -> Mapping[str, Any]:
    """The figures of a match from its log, counted once a version whoever asks."""
    key = f"figures:{figures.VERSION}:{match.pk}:{match.version}"
    known: Mapping[str, Any] | None = cache.get(key)
    if known is not None:
        return known
    counted = {str(seat): numbers for seat, numbers in figures.count(match.game, rows_of(match)).items()}
    cache.set(key, counted, SO_FAR_SECONDS)
    return counted
