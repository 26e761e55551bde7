"""Board tables: the best on board 1, board 2 ... of a league of teams, each with the reason of its place.

A person counts on each board with the matches played there; a board that was awarded without a match counts for nobody.
With fewer matches than the minimum of the rules a person is named, and not ranked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.standings.criteria import Plain
from league.standings.figures import LETTERS, Awarded, Tally
from league.standings.table import KnownFigures, Rules, Table, classify, explained
from league.standings.teams import NOTHING, Pair, WholePair

CRITERIA_OF_BOARDS: Final = ("points_per_game", "points", "goal_difference", "goals_for")
"""The share of points comes first: not everybody plays equally often."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board that was played. ``home`` and ``away`` are ids of persons, ``board`` its number from 1."""

    board: int
    home: str
    away: str
    points: Pair
    goals: WholePair = NOTHING


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The table of one board, and those with fewer matches on it than the minimum."""

    board: int
    table: Table
    too_few: Mapping[str, Tally]


def board_tables(
    results: Iterable[BoardResult], *, least: int = 1, criteria: Sequence[str] = CRITERIA_OF_BOARDS
) -> list[BoardTable]:
    """Rank the persons of each board, board 1 first. ``least``: the fewest matches of a person who is ranked."""
    by_board: dict[int, list[BoardResult]] = {}
    for result in results:
        by_board.setdefault(result.board, []).append(result)
    rules = Rules((0, 0, 0), tuple(Plain(name) for name in criteria))
    return [_board_table(board, by_board[board], least, rules) for board in sorted(by_board)]


def _board_table(board: int, results: Sequence[BoardResult], least: int, rules: Rules) -> BoardTable:
    tallies = _tallies(results)
    ranked = {person: row for person, row in tallies.items() if row.played >= least}
    too_few = {person: row for person, row in tallies.items() if row.played < least}
    figures = KnownFigures(ranked, (), {})
    final = classify(list(ranked), figures, rules)
    return BoardTable(board, explained(final, ranked, figures, rules, rules.first), too_few)


def _tallies(results: Iterable[BoardResult]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    for result in results:
        home, away = result.points
        winner: Awarded = "home" if home > away else "away" if away > home else ""
        for side, person in enumerate((result.home, result.away)):
            row = tallies.setdefault(person, Tally())
            letter = LETTERS[winner][side]
            row.played += 1
            row.won += letter == "W"
            row.drawn += letter == "D"
            row.lost += letter == "L"
            row.points += result.points[side]
            row.goals_for += result.goals[side]
            row.goals_against += result.goals[1 - side]
    return tallies
