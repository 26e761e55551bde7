"""Figures of teams: what team ties pay and count, board by board, and the sums over a whole table of them.

A **board** is one match of a **team tie**. Board points are what the boards pay, match points what the tie pays. A
``TeamLeague`` counts a set of ties once, for a table, for the mini-table of those still level, and for the two sides of
a single tie alike; the criteria of ``league.standings.criteria`` read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from league.standings.figures import LETTERS, Awarded, Tally

Pair: TypeAlias = tuple[float, float]
"""``(home, away)``."""

NOTHING: Final[Pair] = (0, 0)


class Counts(NamedTuple):
    """The numbers of one team tie, by its sides."""

    board_points: Pair = NOTHING
    boards_won: Pair = NOTHING
    goals: Pair = NOTHING
    boards: tuple[Pair, ...] = ()
    """Points by board, board 1 first; empty if only the totals are known."""
    boards_played: int = 0
    """Boards that somebody has won or drawn: those awarded to one side are among them."""
    sets: Pair = NOTHING
    games: Pair = NOTHING


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
    sets_won: float = 0
    sets_played: float = 0
    games_won: float = 0
    games_played: float = 0
    by_tie: list[tuple[tuple[Pair, ...], int]] = field(default_factory=list)
    """Of each tie the points by board, and this team's side there."""

    def by_board(self, boards: int) -> tuple[float, ...]:
        """Return the points on board 1 ... ``boards``."""
        total = [0.0] * boards
        for pairs, side in self.by_tie:
            for at, pair in enumerate(pairs):
                total[at] += pair[side]
        return tuple(total)


class TeamLeague:
    """The ties of ``teams`` among each other, counted. Raises KeyError for a tie of an unknown team."""

    def __init__(self, teams: Iterable[str], results: Sequence[TeamResult]) -> None:
        self.results = results
        self.tallies: dict[str, TeamTally] = {team: TeamTally() for team in teams}
        for result in results:
            self._count(result)

    def _count(self, result: TeamResult) -> None:
        counts, sides = result.counts, (self.tallies[result.home], self.tallies[result.away])
        letters = LETTERS[result.winner]
        for side, tally in enumerate(sides):
            letter = letters[side]
            tally.played += 1
            tally.won += letter == "W"
            tally.drawn += letter == "D"
            tally.lost += letter == "L"
            tally.form.append(letter)
            tally.points += result.match_points[side]
            tally.board_points += counts.board_points[side]
            tally.boards_won += int(counts.boards_won[side])
            tally.boards_played += counts.boards_played
            tally.goals_for += int(counts.goals[side])
            tally.goals_against += int(counts.goals[1 - side])
            tally.sets_won += counts.sets[side]
            tally.sets_played += counts.sets[0] + counts.sets[1]
            tally.games_won += counts.games[side]
            tally.games_played += counts.games[0] + counts.games[1]
            tally.by_tie.append((counts.boards, side))

    @cached_property
    def most_boards(self) -> int:
        return max((len(result.counts.boards) for result in self.results), default=0)

    @cached_property
    def met(self) -> dict[str, list[tuple[str, float]]]:
        """Team -> each tie's opponent and the board points won there."""
        met: dict[str, list[tuple[str, float]]] = {team: [] for team in self.tallies}
        for result in self.results:
            home, away = result.counts.board_points
            met[result.home].append((result.away, home))
            met[result.away].append((result.home, away))
        return met

    def by_board(self, team: str) -> tuple[float, ...]:
        """Return the points of ``team`` on board 1, board 2 ..."""
        return self.tallies[team].by_board(self.most_boards)

    def without_last(self, team: str) -> tuple[float, ...]:
        """Return the points of ``team`` without the last board, without the last two ..., down to board 1 alone."""
        return tuple(accumulate(self.by_board(team)))[-2::-1]

    def board_count(self, team: str) -> float:
        """Sum board number times the points won there."""
        return sum(number * points for number, points in enumerate(self.by_board(team), start=1))

    def berlin(self, team: str) -> float:
        """Sum the points by board: on board 1 of k times k, on the last once."""
        return sum(
            (len(pairs) - at) * pair[side] for pairs, side in self.tallies[team].by_tie for at, pair in enumerate(pairs)
        )

    def buchholz(self, team: str, cut: int = 0) -> float:
        """Sum the match points of the opponents, one for each tie, without the ``cut`` lowest."""
        return sum(sorted(self.tallies[opponent].points for opponent, _won in self.met[team])[cut:])

    def sonneborn_berger(self, team: str, cut: int = 0) -> float:
        """Sum each opponent's match points times the board points won against it (Olympiad Sonneborn-Berger).

        ``cut``: without that many opponents of the fewest match points, among equals those that give least.
        """
        given = ((self.tallies[opponent].points, won) for opponent, won in self.met[team])
        return sum(points * won for points, won in sorted(given, key=lambda pair: (pair[0], pair[0] * pair[1]))[cut:])


def share(won: float, played: float) -> float:
    """Return the part won; 0 of nothing. Equal parts are equal floats, and parts that differ stay apart."""
    return won / played if played else 0
