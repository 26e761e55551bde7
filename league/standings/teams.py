"""Figures of teams: what team ties pay and count, board by board, and the sums over a whole table of them.

A **board** is one match of a **team tie**. Board points are what the boards pay, match points what the tie pays. A
``TeamLeague`` counts a set of ties once, for a table, for the mini-table of those still level, and for the two sides of
a single tie alike; the criteria of ``league.standings.criteria`` read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, zip_longest
from typing import Final, NamedTuple, TypeAlias

from league.standings.figures import LETTERS, Awarded, Tally

Pair: TypeAlias = tuple[float, float]
"""``(home, away)``."""
WholePair: TypeAlias = tuple[int, int]

NOTHING: Final[WholePair] = (0, 0)


class Counts(NamedTuple):
    """The numbers of one team tie, by its sides."""

    board_points: Pair = NOTHING
    boards_won: WholePair = NOTHING
    goals: WholePair = NOTHING
    by_board: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """The points of home and of away on board 1, board 2 ...; empty if only the totals are known."""
    boards_played: int = 0
    """Boards that somebody has won or drawn: those awarded to one side are among them."""
    sets: WholePair = NOTHING
    games: WholePair = NOTHING


@dataclass(frozen=True, slots=True)
class TeamResult:
    """One team tie that counts. ``home`` and ``away`` are ids of teams."""

    home: str
    away: str
    winner: Awarded
    """Empty for a draw."""
    match_points: Pair
    counts: Counts
    matchday: int = 0


@dataclass(slots=True)
class TeamTally(Tally):
    """The numbers of one team. Played, won, drawn and lost are ties, points are match points, goals those of boards."""

    board_points: float = 0
    boards_won: int = 0
    boards_played: int = 0
    sets_won: int = 0
    sets_played: int = 0
    games_won: int = 0
    games_played: int = 0


class TeamLeague:
    """The ties of ``teams`` among each other, counted. Raises KeyError for a tie of an unknown team."""

    def __init__(self, teams: Iterable[str], results: Sequence[TeamResult]) -> None:
        self.results = results
        self.tallies: dict[str, TeamTally] = {team: TeamTally() for team in teams}
        for result in results:
            board_points, boards_won, goals, _by_board, boards_played, sets, games = result.counts
            home, away = LETTERS[result.winner]
            for side, team, letter in ((0, result.home, home), (1, result.away, away)):
                tally = self.tallies[team]
                tally.form.append(letter)
                tally.points += result.match_points[side]
                tally.board_points += board_points[side]
                tally.boards_won += boards_won[side]
                tally.boards_played += boards_played
                tally.goals_for += goals[side]
                tally.goals_against += goals[1 - side]
                if sets is not NOTHING or games is not NOTHING:  # most boards are not played in them
                    tally.sets_won += sets[side]
                    tally.sets_played += sum(sets)
                    tally.games_won += games[side]
                    tally.games_played += sum(games)
            visitor = self.tallies[result.away]
            visitor.away_played += 1
            visitor.away_points += result.match_points[1]
        for tally in self.tallies.values():
            tally.played = len(tally.form)
            tally.won, tally.drawn, tally.lost = map(tally.form.count, "WDL")

    @cached_property
    def ties(self) -> dict[str, list[tuple[str, float, tuple[float, ...]]]]:
        """Team -> of each tie the opponent, the board points won, and those on board 1, board 2 ..."""
        ties: dict[str, list[tuple[str, float, tuple[float, ...]]]] = {team: [] for team in self.tallies}
        for result in self.results:
            (home_won, away_won), (home, away) = result.counts.board_points, result.counts.by_board
            ties[result.home].append((result.away, home_won, home))
            ties[result.away].append((result.home, away_won, away))
        return ties

    @cached_property
    def _columns(self) -> dict[str, dict[int, tuple[float, ...]]]:
        """Team -> number of boards of a tie -> its points on each, summed over the ties of so many."""
        columns: dict[str, dict[int, tuple[float, ...]]] = {}
        for team, ties in self.ties.items():
            rows: dict[int, list[tuple[float, ...]]] = {}
            for _opponent, _won, row in ties:
                rows.setdefault(len(row), []).append(row)
            columns[team] = {boards: tuple(map(sum, zip(*several, strict=True))) for boards, several in rows.items()}
        return columns

    @cached_property
    def _by_board(self) -> dict[str, tuple[float, ...]]:
        """Team -> its points on board 1, board 2 ... of the longest tie; several criteria ask for them."""
        nothing = (0,) * max((boards for columns in self._columns.values() for boards in columns), default=0)
        return {
            team: tuple(map(sum, zip_longest(nothing, *columns.values(), fillvalue=0)))
            for team, columns in self._columns.items()
        }

    def by_board(self, team: str) -> tuple[float, ...]:
        """Return the points of ``team`` on board 1, board 2 ..."""
        return self._by_board[team]

    def without_last(self, team: str) -> tuple[float, ...]:
        """Return the points of ``team`` without the last board, without the last two ..., down to board 1 alone."""
        return tuple(accumulate(self.by_board(team)))[-2::-1]

    def board_count(self, team: str) -> float:
        """Sum board number times the points won there."""
        return sum(number * points for number, points in enumerate(self.by_board(team), start=1))

    def berlin(self, team: str) -> float:
        """Sum the points by board: on board 1 of k times k, on the last once."""
        return sum(
            (boards - at) * points for boards, column in self._columns[team].items() for at, points in enumerate(column)
        )

    @cached_property
    def _opponents(self) -> dict[str, list[tuple[float, float]]]:
        """Team -> match points of each opponent, and those times the board points won against it; the least first."""
        points = {team: tally.points for team, tally in self.tallies.items()}
        return {
            team: sorted([(points[opponent], points[opponent] * won) for opponent, won, _row in ties])
            for team, ties in self.ties.items()
        }

    def buchholz(self, team: str, cut: int = 0) -> float:
        """Sum the match points of the opponents, one for each tie, without the ``cut`` lowest."""
        return sum([points for points, _gives in self._opponents[team][cut:]])

    def sonneborn_berger(self, team: str, cut: int = 0) -> float:
        """Sum each opponent's match points times the board points won against it (Olympiad Sonneborn-Berger).

        ``cut``: without that many opponents of the fewest match points, among equals those that give least.
        """
        return sum([gives for _points, gives in self._opponents[team][cut:]])


def share(won: float, played: float) -> float:
    """Return the part won; 0 of nothing. Equal parts are equal floats, and parts that differ stay apart."""
    return won / played if played else 0
