"""The figures of one match, as its pages show them. ``almanac`` reads competitions and games, ``people`` players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.translation import get_language

from engines.core.seats import SEATS
from engines.core.text import Text, sentence
from league.players.words.games import spoken
from league.statistics.derivation import figures
from league.statistics.derivation.figures import statistics_of
from league.statistics.derivation.match_log import rows_of
from league.statistics.derivation.story import names_of_pieces
from league.statistics.models import MatchFigures
from league.statistics.words.figures import DEEDS, Deed, PieceRow, always, part_of
from matches.models import Match
from matches.terms.results import PLAYED

SO_FAR_SECONDS = 60
"""Seconds for which the figures of a version of a match that is not stored are kept."""
PIECES_SECONDS = 3600
"""Seconds for which the deeds of the pieces in one version of a match are kept."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure of a match, by seat."""

    name: str
    label: str
    home: int
    away: int
    percent: bool = False

    @property
    def left(self) -> str:
        return f"{self.home}{'%' if self.percent else ''}"

    @property
    def right(self) -> str:
        return f"{self.away}{'%' if self.percent else ''}"

    @property
    def share(self) -> float:
        """Return the part of a bar that home has, in per cent."""
        return part_of(self.home, self.away)


def match_figures(match: Match) -> list[FigureRow]:
    """Return the duel of a match: as it was counted after the end, or from its log until then; empty before, and of an
    award.

    Figures of matches played alone are not stored, as they count for nobody, but they are shown."""
    stored = None
    if match.status == Match.Status.FINISHED:
        stored = MatchFigures.objects.filter(match=match).defer("story").first()
    if stored is not None:
        numbers: Mapping[str, Any] = stored.figures
    elif _is_played(match):
        numbers = _so_far(match)
    else:
        return []
    home, away = (numbers.get(seat, {}) for seat in SEATS)
    rows = [
        FigureRow(row.name, spoken(row.label), row.value(home, away), row.value(away, home), row.percent)
        for row in statistics_of(match.game).listed
    ]
    return [row for row in rows if row.home or row.away or always(row.name)]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The deeds of a match's pieces: the kinds that are known, and by seat a row for each piece that did any."""

    deeds: list[Deed]
    rows: dict[str, list[PieceRow]]


def match_pieces(match: Match) -> Pieces | None:
    """Read the deeds of each piece in ``match``, best scorers first; None after an award or without names of pieces."""
    if not statistics_of(match.game).names_pieces or not _is_played(match):
        return None
    deeds_by_piece = _deeds(match)
    deeds = [deed for deed in DEEDS if any(numbers.get(deed.name) for _piece, _name, numbers in deeds_by_piece)]
    lang = get_language() or "en"
    row_by_seat: dict[str, list[tuple[list[int], str]]] = {seat: [] for seat in SEATS}
    for piece, name, numbers in deeds_by_piece:
        seat, _, own = piece.partition(".")
        row = [numbers.get(deed.name, 0) for deed in deeds]
        row_by_seat[seat].append((row, own if name is None else sentence(name, lang)))
    if not deeds:
        return None
    ordered = {seat: sorted(rows, key=lambda row: ([-n for n in row[0]], row[1])) for seat, rows in row_by_seat.items()}
    return Pieces(deeds, {seat: [PieceRow(name, numbers) for numbers, name in rows] for seat, rows in ordered.items()})


def _deeds(match: Match) -> list[tuple[str, Text | None, dict[str, int]]]:
    """Return each piece that did something, its name and its numbers, counted once per version for all readers."""
    key = f"pieces:{figures.VERSION}:{match.pk}:{match.version}"
    cached: list[tuple[str, Text | None, dict[str, int]]] | None = cache.get(key)
    if cached is None:
        deeds = figures.deeds(match.game, rows_of(match))
        names = names_of_pieces(match, set(deeds))
        cached = [(piece, names.get(piece), dict(numbers)) for piece, numbers in deeds.items()]
        cache.set(key, cached, PIECES_SECONDS)
    return cached


def _is_played(match: Match) -> bool:
    """Tell whether there is play to show: ``match`` goes on, or ended with a result on the board."""
    if match.status == Match.Status.FINISHED:
        return (match.result or {}).get("source", "play") in PLAYED
    return match.status in (Match.Status.LIVE, Match.Status.PAUSED)


def _so_far(match: Match) -> Mapping[str, Any]:
    """Return the figures of a match from its log, counted once per version for all readers."""
    key = f"figures:{figures.VERSION}:{match.pk}:{match.version}"
    cached: Mapping[str, Any] | None = cache.get(key)
    if cached is not None:
        return cached
    numbers_by_seat = {str(seat): numbers for seat, numbers in figures.count(match.game, rows_of(match)).items()}
    cache.set(key, numbers_by_seat, SO_FAR_SECONDS)
    return numbers_by_seat
