"""What the pages of statistics read: a match's figures, a competition's almanac, a player's record.

All from ``MatchFigures`` and ``Line`` (a constant number of queries); nothing is counted twice, and what does not count
(walkovers, voided, replayed and corrected matches) is in none of it. Everything returned is a plain dataclass, ready
for a template or JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.core.seats import SEATS, other
from league.competitions.models import Competition, Entrant
from league.players.models import User
from league.statistics import figures
from league.statistics.log import rows_of
from league.statistics.models import Line, MatchFigures
from league.statistics.words import Shown, always, shown
from matches import luck
from matches.models import Match

SO_FAR_SECONDS = 60
"""How long the figures of one version of a running match are remembered."""


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


@dataclass(frozen=True, slots=True)
class Leader:
    """One line of a leader board."""

    rank: int
    name: str
    player_id: UUID
    value: float
    matches: int
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A leader board of a competition: its title and the first of it."""

    name: str
    title: str | Promise
    rows: list[Leader]


@dataclass(frozen=True, slots=True)
class RecordMatch:
    """A match that holds a record (the biggest win, the most goals)."""

    title: str | Promise
    match_id: UUID
    home: str
    away: str
    home_goals: int
    away_goals: int


@dataclass(frozen=True, slots=True)
class Total:
    """One number of a whole competition. ``value`` is ready to be shown."""

    name: str
    label: str | Promise
    value: str


@dataclass(frozen=True, slots=True)
class Almanac:
    """The statistics of a competition. ``matches`` 0: nothing has been played, and the lists are empty."""

    matches: int = 0
    goals: int = 0
    totals: list[Total] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    records: list[RecordMatch] = field(default_factory=list)
    home_wins: int = 0
    draws: int = 0
    away_wins: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """Won, drawn, lost and goals."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0

    @property
    def played(self) -> int:
        """Matches in all."""
        return self.won + self.drawn + self.lost

    @property
    def goal_difference(self) -> int:
        """Goals for less goals against."""
        return self.goals_for - self.goals_against


@dataclass(frozen=True, slots=True)
class Rival:
    """The record against one opponent."""

    player_id: UUID
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """A player's statistics, of one game or of all."""

    tally: Tally
    form: list[str]
    """``W``, ``D``, ``L``, the newest first, at most ten."""
    by_game: dict[str, Tally]
    rivals: list[Rival]
    dice: list[luck.Die]
    """What the player's dice gave in one game, and what fair dice would; empty as ``figures`` is."""
    figures: list[Total]
    """Averages a match in one game; empty for all games together, or before the first match."""
    longest_unbeaten: int
    biggest_win: Line | None


def match_figures(match: Match) -> list[FigureRow]:
    """The duel of a match: as it was counted after the end, or as it stands while it is played; empty before."""
    if match.status in (Match.Status.LIVE, Match.Status.PAUSED):
        counted: Mapping[str, Any] = _so_far(match)
    else:
        found = MatchFigures.objects.filter(match=match).first()
        if found is None:
            return []
        counted = found.figures
    home, away = (counted.get(seat, {}) for seat in SEATS)
    rows = [
        FigureRow(row.name, row.label, row.value(home, away), row.value(away, home), row.percent)
        for row in shown(match.game)
    ]
    return [row for row in rows if row.home or row.away or always(row.name)]


def _so_far(match: Match) -> Mapping[str, Any]:
    """The figures of a running match from its log, counted once a version whoever asks."""
    key = f"figures:{figures.VERSION}:{match.pk}:{match.version}"
    known: Mapping[str, Any] | None = cache.get(key)
    if known is not None:
        return known
    counted = {str(seat): numbers for seat, numbers in figures.count(match.game, rows_of(match)).items()}
    cache.set(key, counted, SO_FAR_SECONDS)
    return counted


_BOARDS: tuple[tuple[str, str | Promise, str], ...] = (
    ("goals", gettext_lazy("Most goals"), "sum"),
    ("goals_against", gettext_lazy("Fewest goals against, a match"), "least"),
    ("shots_on_target", gettext_lazy("Most shots on target"), "sum"),
    ("possession", gettext_lazy("Most of the ball"), "share"),
    ("passing", gettext_lazy("Best passing"), "share"),
    ("tackles_won", gettext_lazy("Most tackles won"), "sum"),
    ("saves", gettext_lazy("Most saves"), "sum"),
    ("coups", gettext_lazy("Most star coups"), "sum"),
)
"""Leader boards: the figure, the title, and how a player's matches are put together."""

SHOWN = 5
LEAST_MATCHES = 1


@dataclass(slots=True)
class _Season:
    """One player's matches of a competition put together."""

    line: Line
    matches: int = 0
    goals_against: int = 0
    mine: Counter[str] = field(default_factory=Counter)
    theirs: Counter[str] = field(default_factory=Counter)


def almanac(competition: Competition) -> Almanac:
    """The statistics of ``competition``. Three queries."""
    lines = list(Line.objects.filter(competition=competition, counts=True).order_by("played_at", "match_id", "side"))
    if not lines:
        return Almanac()
    names = {entrant.player_id: entrant.name for entrant in Entrant.objects.filter(competition=competition)}
    figures = {
        row.match_id: row.figures for row in MatchFigures.objects.filter(match__in={line.match_id for line in lines})
    }
    home_lines = [line for line in lines if line.side == "home"]
    goals = sum(line.goals_for for line in lines)
    everything = Counter[str]()
    for counted in figures.values():
        for seat in SEATS:
            everything.update(counted.get(seat, {}))
    outcomes = Counter(line.outcome for line in home_lines)
    return Almanac(
        matches=len(home_lines),
        goals=goals,
        totals=_totals(competition.game, len(home_lines), goals, everything),
        boards=_boards(competition.game, lines, figures, names),
        records=_records(home_lines, names),
        home_wins=outcomes["W"],
        draws=outcomes["D"],
        away_wins=outcomes["L"],
    )


def _totals(game: str, matches: int, goals: int, everything: Mapping[str, int]) -> list[Total]:
    totals = [
        Total("matches", _("Matches played"), str(matches)),
        Total("goals", _("Goals"), str(goals)),
        Total("goals_a_match", _("Goals a match"), f"{goals / matches:.1f}"),
    ]
    for row in shown(game):
        if row.percent and not row.of_both:
            totals.append(Total(row.name, row.label, f"{row.value(everything, {})}%"))
        elif not row.percent and row.name != "goals" and everything.get(row.name):
            totals.append(Total(row.name, row.label, str(everything[row.name])))
    return totals


def _boards(
    game: str, lines: Sequence[Line], figures: Mapping[UUID, dict[str, dict[str, int]]], names: Mapping[UUID, str]
) -> list[Board]:
    seasons: dict[UUID, _Season] = {}
    for line in lines:
        season = seasons.setdefault(line.player_id, _Season(line))
        season.matches += 1
        season.goals_against += line.goals_against
        counted = figures.get(line.match_id, {})
        season.mine.update(counted.get(line.side, {}))
        season.theirs.update(counted.get("away" if line.side == "home" else "home", {}))
    known = {row.name: row for row in shown(game)}
    boards = [_board(name, title, kind, known.get(name), seasons, names) for name, title, kind in _BOARDS]
    return [board for board in boards if board.rows]


def _board(
    name: str,
    title: str | Promise,
    kind: str,
    figure: Shown | None,
    seasons: Mapping[UUID, _Season],
    names: Mapping[UUID, str],
) -> Board:
    values: list[tuple[float, _Season]] = []
    for season in seasons.values():
        if kind == "least":
            values.append((season.goals_against / season.matches, season))
        elif figure is not None:
            values.append((figure.value(season.mine, season.theirs), season))
    if kind != "least":
        values = [(value, season) for value, season in values if value]
    sign = 1 if kind == "least" else -1
    values.sort(key=lambda pair: (sign * pair[0], pair[1].matches))
    rows: list[Leader] = []
    for place, (value, season) in enumerate(values[:SHOWN], start=1):
        level = place > 1 and value == values[place - 2][0]
        rank = rows[-1].rank if level else place
        shown_name = names.get(season.line.player_id, "")
        rows.append(Leader(rank, shown_name, season.line.player_id, round(value, 2), season.matches, kind == "share"))
    return Board(name, title, rows)


def _records(home_lines: Sequence[Line], names: Mapping[UUID, str]) -> list[RecordMatch]:
    def record(title: str, line: Line) -> RecordMatch:
        away = names.get(line.opponent_id, "") if line.opponent_id else ""
        home = names.get(line.player_id, "")
        return RecordMatch(title, line.match_id, home, away, line.goals_for, line.goals_against)

    biggest = max(home_lines, key=lambda line: abs(line.goals_for - line.goals_against))
    most = max(home_lines, key=lambda line: line.goals_for + line.goals_against)
    records = []
    if biggest.goals_for != biggest.goals_against:
        records.append(record(_("Biggest win"), biggest))
    if most.goals_for + most.goals_against:
        records.append(record(_("Most goals in a match"), most))
    return records


def player_numbers(player: User, game: str = "") -> PlayerNumbers:
    """The statistics of ``player``, of ``game`` or of all games. Three queries."""
    lines = list(
        Line.objects.filter(player=player, counts=True).select_related("opponent").order_by("-played_at", "-match_id")
    )
    chosen = [line for line in lines if not game or line.game == game]
    by_game = {slug: _tally(line for line in lines if line.game == slug) for slug in sorted({x.game for x in lines})}
    wins = [line for line in chosen if line.outcome == Line.Outcome.WON]
    averages, dice = _averages(chosen, game) if game and chosen else ([], [])
    return PlayerNumbers(
        tally=_tally(chosen),
        form=[line.outcome for line in chosen[:10]],
        by_game=by_game,
        rivals=_rivals(chosen),
        figures=averages,
        dice=dice,
        longest_unbeaten=_longest_unbeaten(chosen),
        biggest_win=max(wins, key=lambda line: line.goals_for - line.goals_against, default=None),
    )


def _tally(lines: Iterable[Line]) -> Tally:
    listed = list(lines)
    outcomes = Counter(line.outcome for line in listed)
    return Tally(
        won=outcomes["W"],
        drawn=outcomes["D"],
        lost=outcomes["L"],
        goals_for=sum(line.goals_for for line in listed),
        goals_against=sum(line.goals_against for line in listed),
    )


def _rivals(lines: Sequence[Line]) -> list[Rival]:
    met: dict[UUID, list[Line]] = {}
    for line in lines:
        if line.opponent_id is not None:
            met.setdefault(line.opponent_id, []).append(line)
    rivals = [Rival(key, str(rows[0].opponent), _tally(rows)) for key, rows in met.items()]
    return sorted(rivals, key=lambda rival: (-rival.tally.played, rival.name))


def _averages(lines: Sequence[Line], game: str) -> tuple[list[Total], list[luck.Die]]:
    mine, theirs = Counter[str](), Counter[str]()
    sides = {line.match_id: line.side for line in lines}
    counted = MatchFigures.objects.filter(match__in=sides)
    for row in counted:
        side = "home" if sides[row.match_id] == "home" else "away"
        mine.update(row.figures.get(side, {}))
        theirs.update(row.figures.get(other("home" if side == "home" else "away"), {}))
    totals = []
    for figure in shown(game):
        value: Any = figure.value(mine, theirs)
        if value:
            words = f"{value}%" if figure.percent else f"{value / len(lines):.1f}"
            totals.append(Total(figure.name, figure.label, words))
    return totals, luck.table(mine)


def _longest_unbeaten(lines: Sequence[Line]) -> int:
    longest = run = 0
    for line in lines:
        run = 0 if line.outcome == Line.Outcome.LOST else run + 1
        longest = max(longest, run)
    return longest
